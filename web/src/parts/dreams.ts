// The dream view: what a tool dreamt in a position, on the board and in words.

import type { AttemptShown, BatchShown, BoardFacts, Step, TurnShown } from "../data";
import { h, replace, unseen, type Child } from "./dom";
import { ground, type Dream, type Kind } from "./ground";
import { stepper } from "./stepper";

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

/** Samples that were drawn together. */
export function draw(batch: BatchShown, turn: TurnShown, at: number): HTMLElement {
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
export function setting(batch: BatchShown): Child {
  const temperature = batch.temperature === null ? null : ["temperature ", h("b", {}, String(round(batch.temperature))), ", "];
  if (batch.unsaid !== null) return [temperature, batch.unsaid];
  return [temperature, batch.soft_cap === null ? "no soft cap" : ["soft cap ", h("b", {}, String(round(batch.soft_cap)))]];
}

const round = (number: number): number => Math.round(number * 1000) / 1000;

/** Different legal samples, to choose from. */
export const pool = (turn: TurnShown): Child =>
  turn.candidates.length > 0 ? h("p", { class: "pool" }, h("span", { class: "soft" }, "pool "), turn.candidates.map((text) => [h("code", { class: text === turn.played?.text ? "chip pick" : "chip legal" }, text), " "])) : null;

/** A game that is gone through with its dreams. */
export type Dreaming<Turn extends TurnShown> = {
  board: BoardFacts;
  turns: readonly Turn[];
  end: { fen: string; check: boolean };
  /** The move before a step. */
  before: (step: number) => Step | null;
  /** What stands under the board. */
  under?: (step: number) => Child;
  /** What stands beside it. */
  aside: (turn: Turn) => Child;
  /** What stands there at the end. */
  ended: () => Child;
  /** What stands between the buttons and the board. */
  note: string | null;
};

/** The board with buttons, the dreams on it, and the list of moves. */
export function dreaming<Turn extends TurnShown>(game: Dreaming<Turn>, at: number, moved: (at: number) => void): Child {
  const board = ground(game.board, `The board, ${game.board.files} by ${game.board.ranks}`);
  const aside = h("section", { class: "aside", "aria-label": "The turn" });
  const under = h("div", { class: "purses" });
  const moves = h("ol", { class: "moves", "aria-label": "Moves" });
  const last = game.turns.length;
  let shown = true;
  let now = 0;
  const show = (step: number): void => {
    now = step;
    const turn = game.turns[step];
    if (turn) board.show(turn.fen, game.before(step), turn.check, shown ? dreams(turn) : []);
    else board.show(game.end.fen, game.before(step), game.end.check, []);
    board.element.setAttribute("aria-label", turn ? `Position before ply ${turn.ply + 1}: ${turn.fen}` : `Last position: ${game.end.fen}`);
    replace(under, game.under?.(step));
    replace(aside, turn ? game.aside(turn) : game.ended());
    for (const [place, one] of [...moves.querySelectorAll("button")].entries()) one.setAttribute("aria-current", String(place === step));
    moved(step);
  };
  const label = (step: number): string => {
    const turn = game.turns[step];
    return turn ? `ply ${turn.ply + 1}, ${turn.side}` : "end";
  };
  const steps = stepper(last, at, show, label);
  const view = h("label", { class: "switch" }, h("input", { type: "checkbox", checked: true, onchange: (event: Event) => {
    shown = (event.target as HTMLInputElement).checked;
    show(now);
  } }), "dream view");
  replace(moves, game.turns.map((turn, place) => h("li", {}, h("button", { type: "button", title: `ply ${turn.ply + 1}, ${turn.side}`, onclick: () => steps.go(place) },
    numbered(game.turns, place) ? h("span", { class: "soft" }, `${Math.floor(turn.ply / 2) + 1}${turn.ply % 2 === 0 ? "." : "…"} `) : null, turn.played?.san ?? "…"))),
    h("li", {}, h("button", { type: "button", onclick: () => steps.go(last) }, "end")));
  const scene = h("div", { class: "scene token" },
    h("div", { class: "boardside" }, board.element, under, legend()),
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
  ];
}

/** White's moves are numbered, and those that do not follow the one before. */
function numbered(turns: readonly TurnShown[], place: number): boolean {
  const turn = turns[place];
  return turn !== undefined && (turn.ply % 2 === 0 || turns[place - 1]?.ply !== turn.ply - 1);
}
