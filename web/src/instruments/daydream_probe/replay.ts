// A game of the tool with itself, or a real game that it was shown, ply by ply.

import type { GamePage, ProbeTurn } from "../../data";
import { h, type Child } from "../../parts/dom";
import { draw, dreaming, pool } from "../../parts/dreams";
import { counted } from "../../parts/format";

export function replay(page: GamePage, at: number, moved: (at: number) => void): Child {
  if (page.replay.shape !== "daydream-probe") return null;
  const game = page.replay;
  return [
    dreaming({
      board: game.board,
      turns: game.turns,
      end: { fen: game.end_fen, check: game.end_check },
      before: (step) => (game.turns[step] ? game.turns[step].before : game.end_before),
      aside: dreamt,
      ended: () => [h("h2", { class: "small" }, "The end"), h("p", { class: "end" }, page.outcome.says)],
      note: game.note,
    }, at, moved),
    h("details", { class: "more" }, h("summary", {}, "Rules"), h("ul", {}, game.rules.map((rule) => h("li", {}, rule)))),
  ];
}

function dreamt(turn: ProbeTurn): Child {
  const samples = turn.batches.flatMap((batch) => batch.attempts);
  const legal = samples.filter((attempt) => attempt.class === "legal").length;
  return [
    h("h2", { class: "small" }, `Ply ${turn.ply + 1}: `, turn.side === "white" ? "White" : "Black"),
    h("p", {},
      turn.played ? [h("strong", {}, turn.played.san), h("span", { class: "soft" }, turn.played.by ? ` ${turn.played.by}` : "")] : "no move yet",
      h("span", { class: "soft" }, ` · ${counted(samples.length, "sample")}, ${legal} legal; ${counted(turn.legal_moves, "legal move")}`)),
    turn.came_back.length > 0 ? h("ul", { class: "soft" }, turn.came_back.map((words) => h("li", {}, words))) : null,
    turn.batches.map((batch, at) => draw(batch, turn, at)),
    pool(turn),
  ];
}
