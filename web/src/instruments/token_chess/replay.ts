// A game of Token Chess: the board, the purse, and what was dreamt at every turn.

import type { GamePage, TurnShown } from "../../data";
import { foreign, h, type Child } from "../../parts/dom";
import { draw, dreaming, pool } from "../../parts/dreams";
import { counted } from "../../parts/format";
import { saying } from "../../parts/said";

type Game = Extract<GamePage["replay"], { shape: "token-chess" }>;

export function replay(page: GamePage, at: number, moved: (at: number) => void): Child {
  if (page.replay.shape !== "token-chess") return null;
  const game = page.replay;
  return [
    dreaming({
      board: game.board,
      turns: game.turns,
      end: { fen: game.end_fen, check: game.end_check },
      before: (step) => game.turns[step - 1]?.played?.step ?? null,
      under: (step) => purse(game, step),
      aside: (turn) => turnSaid(turn, game),
      ended: () => ended(page, game),
      note: game.note,
    }, at, moved),
    h("details", { class: "more" }, h("summary", {}, "Rules and seats"), h("ul", {}, game.rules.map((rule) => h("li", {}, rule))), seats(game)),
    game.aside.length > 0 ? h("details", { class: "more" }, h("summary", {}, "Said outside of turns"), game.aside.map((one) => saying(one))) : null,
  ];
}

function turnSaid(turn: TurnShown, game: Game): Child {
  const player = turn.side === "white" ? game.white.player : game.black.player;
  const samples = turn.samples ?? turn.batches.reduce((sum, batch) => sum + batch.attempts.length, 0);
  return [
    h("h2", { class: "small" }, `Ply ${turn.ply + 1}: `, turn.side === "white" ? "White" : "Black", h("span", { class: "soft" }, ` ${player}`)),
    h("p", {},
      turn.played ? [h("strong", {}, turn.played.san), h("span", { class: "soft" }, turn.played.by ? ` ${turn.played.by}` : "")] : "no move",
      h("span", { class: "soft" }, ` · ${counted(samples, "sample")}, ${counted(turn.legal_moves, "legal move")}${turn.spent === null ? "" : `, ${counted(turn.spent, "token")} spent`}`)),
    turn.batches.map((batch, at) => draw(batch, turn, at)),
    pool(turn),
    turn.note ? h("div", { class: "notepad" }, h("h3", {}, "Note"), foreign(turn.note)) : null,
    turn.said.map((one) => saying(one)),
  ];
}

/** What both sides have left after this step's turn. */
function purse(game: Game, step: number): Child {
  const left = (at: number): readonly [number, number] | null => {
    for (let place = Math.min(at, game.turns.length - 1); place >= 0; place -= 1) {
      const purses = game.turns[place]?.purses;
      if (purses) return purses;
    }
    return null;
  };
  const after = left(step);
  if (!after) return null;
  const most = Math.max(1, ...game.turns.flatMap((turn) => turn.purses ?? []), ...(game.turns.map((turn) => turn.spent ?? 0)));
  return (["White", "Black"] as const).map((side, at) => {
    const tokens = after[at] ?? 0;
    return h("div", { class: `purse ${side.toLowerCase()}` }, h("span", {}, side), h("meter", { min: 0, max: most, value: tokens, "aria-label": `${side}'s purse` }), h("span", { class: "num" }, counted(tokens, "token")));
  });
}

function ended(page: GamePage, game: Game): Child {
  return [
    h("h2", { class: "small" }, "The end"),
    h("p", { class: "end" }, page.outcome.says),
    game.adjudication ? h("p", {}, game.adjudication) : null,
    seats(game),
  ];
}

function seats(game: Game): HTMLElement {
  const rows: [string, (seat: Game["white"]) => Child][] = [
    ["player", (seat) => seat.player],
    ["memory", (seat) => seat.memory ?? "—"],
    ["why that", (seat) => seat.why ?? "—"],
    ["tokens spent", (seat) => seat.spent ?? "—"],
    ["replies", (seat) => seat.calls ?? "—"],
    ["first replies that could not be used", (seat) => seat.parse_failures ?? "—"],
    ["decisions by the rules", (seat) => seat.fallbacks ?? "—"],
  ];
  return h("table", { class: "seats" }, h("caption", {}, "Seats"), h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "White"), h("th", { scope: "col" }, "Black"))),
    h("tbody", {}, rows.map(([name, of]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, of(game.white)), h("td", {}, of(game.black))))));
}

