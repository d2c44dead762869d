// A game of the ladder: the board, every call with its answer, the engine's moves, the choice of
// the opponent.

import type { GamePage, LadderTurn } from "../../data";
import { h, replace, type Child } from "../../parts/dom";
import { count, counted } from "../../parts/format";
import { link } from "../../parts/router";
import { stepper } from "../../parts/stepper";
import { ground, type Dream } from "../../parts/ground";
import { seats } from "./board";
import { events, took } from "./calls";
import { whole, withError } from "./rating";

type Game = Extract<GamePage["replay"], { shape: "ladder" }>;

export function replay(page: GamePage, at: number, moved: (at: number) => void): Child {
  if (page.replay.shape !== "ladder") return null;
  const game = page.replay;
  const board = ground(game.board, "The board");
  const aside = h("section", { class: "aside", "aria-label": "The turn" });
  const moves = h("ol", { class: "moves", "aria-label": "Moves" });
  const last = game.turns.length;
  let tried = true;
  let now = 0;
  const show = (step: number): void => {
    now = step;
    const turn = game.turns[step];
    const before = game.turns[step - 1]?.played?.step ?? null;
    if (turn) board.show(turn.fen, before, turn.check, arrows(turn, tried));
    else board.show(game.end_fen, before, game.end_check, []);
    board.element.setAttribute("aria-label", turn ? `Position before ply ${turn.ply + 1}: ${turn.fen}` : `Last position: ${game.end_fen}`);
    replace(aside, turn ? turnSaid(turn, game) : ended(page, game));
    for (const [place, one] of [...moves.querySelectorAll("button")].entries()) one.setAttribute("aria-current", String(place === step));
    moved(step);
  };
  const label = (step: number): string => {
    const turn = game.turns[step];
    return turn ? `ply ${turn.ply + 1}, ${turn.side}` : "end";
  };
  const steps = stepper(last, at, show, label);
  replace(moves, game.turns.map((turn, place) => {
    const refused = refusals(turn);
    return h("li", {}, h("button", { type: "button", title: `ply ${turn.ply + 1}, ${turn.side}${refused > 0 ? `, ${counted(refused, "call")} refused` : ""}`, onclick: () => steps.go(place) },
      turn.ply % 2 === 0 ? h("span", { class: "soft" }, `${turn.ply / 2 + 1}. `) : null, turn.played?.san ?? "…",
      refused > 0 ? h("span", { class: "illegal" }, ` ✕${refused}`) : null));
  }), h("li", {}, h("button", { type: "button", onclick: () => steps.go(last) }, "end")));
  const attempts = game.turns.some((turn) => turn.events.some((one) => one.event === "called" && one.ghost));
  const view = attempts ? h("label", { class: "switch" }, h("input", { type: "checkbox", checked: true, onchange: (event: Event) => {
    tried = (event.target as HTMLInputElement).checked;
    show(now);
  } }), "illegal attempts") : null;
  // The board can be drawn only where it stands on the page, with a size.
  const watch = new ResizeObserver(() => board.settle());
  watch.observe(board.element);
  show(steps.at());
  return [
    h("div", { class: "row" }, steps.element, view),
    game.note ? h("p", { class: "notes" }, game.note) : null,
    h("div", { class: "scene token" },
      h("div", { class: "boardside" }, sitter("black", game), board.element, sitter("white", game), legend(attempts)),
      aside),
    moves,
    choice(page, game),
    h("details", { class: "more" }, h("summary", {}, "Rules, tokens and times"), sums(game)),
  ];
}

const refusals = (turn: LadderTurn): number => turn.events.filter((one) => one.event === "called" && one.refused).length;

/** The move, and before it the illegal ones that are moves of this board. */
function arrows(turn: LadderTurn, tried: boolean): Dream[] {
  const ghosts = new Map<string, Dream>();
  for (const one of tried ? turn.events : []) {
    if (one.event !== "called" || !one.ghost) continue;
    const name = JSON.stringify(one.ghost);
    const before = ghosts.get(name);
    if (before) before.times += 1;
    else ghosts.set(name, { step: one.ghost, kind: "ghost", times: 1 });
  }
  const played: Dream[] = turn.played?.step ? [{ step: turn.played.step, kind: "pick", times: 1 }] : [];
  return [...ghosts.values(), ...played];
}

function legend(attempts: boolean): HTMLElement {
  return h("p", { class: "key legend" },
    attempts ? [h("span", { class: "swatch ghost", "aria-hidden": "true" }), " tried and not legal "] : null,
    h("span", { class: "swatch pick", "aria-hidden": "true" }), " played");
}

/** Who sits at a side of the board. */
function sitter(side: "white" | "black", game: Game): HTMLElement {
  const name = side === "white" ? "White" : "Black";
  if (side === game.color) return h("p", { class: "sitter" }, h("span", {}, `${name} `, h("strong", {}, game.player), ` ${seats[game.seat]}`));
  const across = game.opponent;
  return h("p", { class: "sitter" }, h("span", {}, `${name} `, across ? [h("strong", {}, across.name), ` ${withError(across)} Elo`] : h("strong", {}, "not chosen yet")));
}

function turnSaid(turn: LadderTurn, game: Game): Child {
  const own = turn.side === game.color;
  const move = turn.played;
  return [
    h("h2", { class: "small" }, `Ply ${turn.ply + 1}: `, turn.side === "white" ? "White" : "Black", h("span", { class: "soft" }, ` ${own ? game.player : (game.opponent?.name ?? "the opponent")}`)),
    events(turn.events),
    move
      ? h("p", { class: "played" }, h("strong", {}, move.san), h("span", { class: "soft" }, ` played by ${move.by}${move.took_us === null ? "" : ` in ${took(move.took_us)}`}`),
          move.score === null ? null : h("span", { class: "soft" }, ` · the engine's own score, from its side: `, h("span", { class: "num" }, move.score)),
          h("span", { class: "soft" }, move.depth === null ? "" : ` · depth ${move.depth}`, move.nodes === null ? "" : ` · ${count(move.nodes)} positions`))
      : h("p", { class: "played" }, "No move."),
  ];
}

function ended(page: GamePage, game: Game): Child {
  const scored = page.outcome.state === "scored";
  return [
    h("h2", { class: "small" }, scored ? "The end" : "As far as it got"),
    h("p", { class: "end" }, page.outcome.says),
    events(game.after),
    sums(game),
  ];
}

/** Who sits across, and why. */
function choice(page: GamePage, game: Game): Child {
  const across = game.opponent;
  if (!across) return null;
  const list = h("ul", {}, across.after.map((one) => h("li", {}, one.place === null ? one.id : h("a", { href: link(["run", page.run, "game", one.place]) }, one.id))));
  const why = across.part === "pilot" ? "For the pilot, the lowest there is" : `Chosen ${across.part.startsWith("wave") ? "for " : ""}${across.part}`;
  const when = across.after.length === 0 ? ", before any game." : `, after ${counted(across.after.length, "game")}:`;
  return h("section", { class: "across" }, h("h2", { class: "small" }, "Who sits across"),
    h("p", {}, h("strong", {}, across.name), `, rated ${whole(across.rating)} Elo${across.standard_error > 0 ? ` with a standard error of ${across.standard_error.toFixed(0)}` : ""}: `, h("code", {}, across.plays), `. ${why}${when}`),
    across.after.length > 6 ? h("details", { class: "more" }, h("summary", {}, counted(across.after.length, "game")), list) : list);
}

/** Rules, tokens, times, and what was refused. */
function sums(game: Game): HTMLElement {
  const counts = game.tokens;
  const kind = (name: string, number: number | null): Child => [h("dt", {}, name), h("dd", {}, number === null ? "not counted" : count(number))];
  return h("dl", { class: "facts" },
    h("dt", {}, game.player), h("dd", {}, game.plays),
    h("dt", {}, "rules"), h("dd", {}, game.rules.join("; ")),
    game.refused.length > 0 ? [h("dt", {}, "refused"), h("dd", {}, game.refused.map((one) => `${one.words} ${one.times}`).join(", "))] : null,
    counts ? [
      kind("prompt tokens", counts.prompt),
      counts.cached === null ? null : kind("of them cached", counts.cached),
      kind("output tokens", counts.completion),
      counts.reasoning === null ? null : kind("of them reasoning", counts.reasoning),
      counts.counted < counts.answers ? [h("dt", {}, "counted"), h("dd", {}, `${counts.counted} of ${counted(counts.answers, "answer")}`)] : null,
    ] : null,
    game.player_us === null ? null : [h("dt", {}, "player's time"), h("dd", {}, took(game.player_us))],
    h("dt", {}, "opponent's searches"), h("dd", {}, took(game.opponent_us)));
}
