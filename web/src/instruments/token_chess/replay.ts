// A game of Token Chess: the board, the purse, and what was dreamt at every turn.

import type { AttemptShown, BatchShown, GamePage, TurnShown } from "../../data";
import { foreign, h, replace, unseen, type Child } from "../../parts/dom";
import { counted } from "../../parts/format";
import { saying } from "../../parts/said";
import { stepper } from "../../parts/stepper";
import { ground, type Dream, type Kind } from "./ground";

type Game = Extract<GamePage["replay"], { shape: "token-chess" }>;

export function replay(page: GamePage, at: number, moved: (at: number) => void): Child {
  if (page.replay.shape !== "token-chess") return null;
  const game = page.replay;
  const board = ground(game.board, `The board, ${game.board.files} by ${game.board.ranks}`);
  const aside = h("section", { class: "aside", "aria-label": "The turn" });
  const purses = h("div", { class: "purses" });
  const moves = h("ol", { class: "moves", "aria-label": "Moves" });
  const last = game.turns.length;
  let dreaming = true;
  let now = 0;
  const show = (step: number): void => {
    now = step;
    const turn = game.turns[step];
    const before = game.turns[step - 1]?.played?.step ?? null;
    if (turn) board.show(turn.fen, before, turn.check, dreaming ? dreams(turn) : []);
    else board.show(game.end_fen, before, game.end_check, []);
    board.element.setAttribute("aria-label", turn ? `Position before ply ${turn.ply + 1}: ${turn.fen}` : `Last position: ${game.end_fen}`);
    replace(purses, purse(game, step));
    replace(aside, turn ? turnSaid(turn, game) : ended(page, game));
    for (const [place, one] of [...moves.querySelectorAll("button")].entries()) one.setAttribute("aria-current", String(place === step));
    moved(step);
  };
  const label = (step: number): string => {
    const turn = game.turns[step];
    return turn ? `ply ${turn.ply + 1}, ${turn.side}` : "end";
  };
  const steps = stepper(last, at, show, label);
  const view = h("label", { class: "switch" }, h("input", { type: "checkbox", checked: true, onchange: (event: Event) => {
    dreaming = (event.target as HTMLInputElement).checked;
    show(now);
  } }), "dream view");
  replace(moves, game.turns.map((turn, place) => h("li", {}, h("button", { type: "button", title: `ply ${turn.ply + 1}, ${turn.side}`, onclick: () => steps.go(place) },
    turn.ply % 2 === 0 ? h("span", { class: "soft" }, `${turn.ply / 2 + 1}. `) : null, turn.played?.san ?? "…"))),
    h("li", {}, h("button", { type: "button", onclick: () => steps.go(last) }, "end")));
  const scene = h("div", { class: "scene token" },
    h("div", { class: "boardside" }, board.element, purses, legend()),
    aside);
  // The board can be drawn only where it stands on the page, with a size.
  const watch = new ResizeObserver(() => board.settle());
  watch.observe(board.element);
  show(steps.at());
  return [
    h("div", { class: "row" }, steps.element, view),
    game.note ? h("p", { class: "notes" }, game.note) : null,
    scene,
    moves,
    h("details", { class: "more" }, h("summary", {}, "Rules and seats"), h("ul", {}, game.rules.map((rule) => h("li", {}, rule))), seats(game)),
    game.aside.length > 0 ? h("details", { class: "more" }, h("summary", {}, "Said outside of turns"), game.aside.map((one) => saying(one))) : null,
  ];
}

const kind = (attempt: AttemptShown, turn: TurnShown): Kind => (attempt.class !== "legal" ? "ghost" : attempt.text === turn.played?.text ? "pick" : "legal");

/** Different texts of a turn that are moves of this board; the pick last, on top. */
function dreams(turn: TurnShown): Dream[] {
  const seen = new Map<string, Dream>();
  for (const attempt of turn.batches.flatMap((batch) => batch.attempts)) {
    if (!attempt.step) continue;
    const before = seen.get(attempt.text);
    if (before) before.times += 1;
    else seen.set(attempt.text, { step: attempt.step, kind: kind(attempt, turn), times: 1 });
  }
  if (turn.played?.step && !seen.has(turn.played.text)) seen.set(turn.played.text, { step: turn.played.step, kind: "pick", times: 0 });
  const order: Kind[] = ["ghost", "legal", "pick"];
  return [...seen.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function legend(): HTMLElement {
  return h("p", { class: "key legend" },
    h("span", { class: "swatch ghost", "aria-hidden": "true" }), " dreamt and not legal ",
    h("span", { class: "swatch legal", "aria-hidden": "true" }), " legal ",
    h("span", { class: "swatch pick", "aria-hidden": "true" }), " played");
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
    turn.candidates.length > 0 ? h("p", { class: "pool" }, h("span", { class: "soft" }, "pool "), turn.candidates.map((text) => [h("code", { class: text === turn.played?.text ? "chip pick" : "chip legal" }, text), " "])) : null,
    turn.note ? h("div", { class: "notepad" }, h("h3", {}, "Note"), foreign(turn.note)) : null,
    turn.said.map((one) => saying(one)),
  ];
}

function draw(batch: BatchShown, turn: TurnShown, at: number): HTMLElement {
  return h("div", { class: "batch" },
    h("p", { class: "setting" }, `draw ${at + 1}: `, setting(batch),
      batch.by ? h("span", { class: "soft" }, ` (${batch.by})`) : null),
    h("ul", { class: "chips" }, batch.attempts.map((attempt) => {
      const what = kind(attempt, turn);
      const words = what === "ghost" ? attempt.class : what === "pick" ? "played" : "legal";
      return h("li", {}, h("code", { class: `chip ${what} ${attempt.class}`, title: words }, attempt.text === "" ? "(nothing)" : attempt.text), unseen(` ${words}`));
    })));
}

/** The setting as far as the record has it. */
function setting(batch: BatchShown): Child {
  const temperature = batch.temperature === null ? null : ["temperature ", h("b", {}, String(round(batch.temperature))), ", "];
  if (batch.unsaid !== null) return [temperature, batch.unsaid];
  return [temperature, batch.soft_cap === null ? "no soft cap" : ["soft cap ", h("b", {}, String(round(batch.soft_cap)))]];
}

const round = (number: number): number => Math.round(number * 1000) / 1000;

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

