// "Take the benchmark": a person plays the run's games and is graded by the solver's table.
// The page knows no rules. It looks up the position, and finds there what is legal.

import type { BoardPage, Chop, Exam, ExamGame, ExamMove, RunCard } from "../../data";
import { h, replace, type Child } from "../../parts/dom";
import { counted } from "../../parts/format";
import { download, plot } from "../../parts/plot";
import { hands, state } from "./hands";

type Graded = { position: string; state: string; class: "optimal" | "legal" | "illegal"; words: string };
type Played = { game: ExamGame; moves: Graded[]; result: "won" | "drawn" | "lost"; why: string };

/** Games of one sitting. */
const SITTING = 6;

export function exam(exam: Exam, board: BoardPage, run: RunCard): HTMLElement {
  const stage = h("div", { class: "exam" });
  const games = exam.games.slice(0, SITTING);
  const played: Played[] = [];
  const intro = (): void => replace(stage,
    h("ul", {}, exam.told.map((line) => h("li", {}, line))),
    h("p", {}, `You play ${counted(games.length, "game")} with the starts, seats and opponents of this run. As a model does, you answer with the state after your move, your own hands first, and get no list of legal moves. The first answer in each position is graded${exam.tries === 1 ? "; an illegal one loses the game" : ""}. Your games stay in this page and are never counted among a model's.`),
    h("button", { class: "primary", type: "button", onclick: () => next() }, "Begin"));
  const next = (): void => {
    const game = games[played.length];
    if (game) play(exam, game, played.length, games.length, stage, (one) => {
      played.push(one);
      next();
    });
    else replace(stage, sheet(played, board, run, () => {
      played.length = 0;
      next();
    }));
    stage.querySelector<HTMLElement>("[data-focus]")?.focus();
  };
  intro();
  return stage;
}

/** One game. */
function play(exam: Exam, game: ExamGame, at: number, of: number, stage: HTMLElement, done: (played: Played) => void): void {
  const moves: Graded[] = [];
  const seen = new Map<string, number>();
  let position = game.start;
  let mine = game.first;
  let tries = 0;
  let countdown: number | null = null;

  const arrive = (to: string, own: boolean): void => {
    position = to;
    mine = own;
    tries = 0;
    const name = `${mine} ${position}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    if (countdown !== null) countdown -= 1;
    else if (times === exam.countdown_at) countdown = exam.countdown;
  };
  const over = (): Played | null => {
    const here = exam.table[position];
    if (!here || here.moves.length === 0) return { game, moves, result: mine ? "lost" : "won", why: mine ? "all your hands are dead" : "all hands of the opponent are dead" };
    if (countdown === 0) return { game, moves, result: "drawn", why: "the countdown after a repetition ran out" };
    return null;
  };
  const go = (): void => {
    const end = over();
    if (end) finish(end);
    else if (mine) ask(null);
    else {
      const chosen = reply(exam, game, position);
      const before = position;
      arrive(chosen.next, true);
      const after = over();
      if (after) finish(after);
      else ask(h("p", { class: "soft" }, "The opponent was in ", state(before), " and moved to ", state(chosen.state), "."));
    }
  };
  const finish = (end: Played): void => {
    replace(stage, head(), table(),
      h("p", { class: "end", role: "status" }, end.result === "won" ? "You win: " : end.result === "lost" ? "You lose: " : "Draw: ", end.why, "."),
      h("button", { class: "primary", type: "button", "data-focus": true, onclick: () => done(end) }, at + 1 < of ? "Next game" : "See the result"));
    stage.querySelector<HTMLElement>("[data-focus]")?.focus();
  };
  const head = (): Child => h("h3", {}, `Game ${at + 1} of ${of}`, h("span", { class: "soft" }, ` against ${game.opponent}; you move ${game.first ? "first" : "second"}`));
  const table = (): HTMLElement => {
    const [own, other] = sides(mine ? position : turned(position));
    return h("div", { class: "table" },
      h("p", { class: "sitter" }, h("span", {}, "opponent ", h("strong", {}, game.opponent))), hands(other, "opponent", "The opponent's hands"),
      h("p", { class: "worth" }, state(mine ? position : turned(position), "position, your hands first"), countdown === null ? null : h("span", { class: "soft" }, ` drawn in ${counted(countdown, "ply", "plies")}`)),
      hands(own, "examinee", "Your hands"), h("p", { class: "sitter" }, h("strong", {}, "you")));
  };
  const ask = (before: Child): void => {
    const wanted = [...position].map(digit);
    const line = h("output", { class: "state big" });
    const show = (): void => {
      line.textContent = wanted.map((one) => (one === null ? "–" : String(one))).join("");
    };
    const group = (from: number, to: number, words: string): HTMLElement =>
      h("fieldset", {}, h("legend", {}, words), wanted.slice(from, to).map((one, place) => spinner(one ?? 0, exam.modulus - 1, `${words}, hand ${place + 1}`, (value) => {
        wanted[from + place] = value;
        show();
      })));
    const middle = position.indexOf("-");
    show();
    const form = h("form", { class: "answer", onsubmit: (event: Event) => {
      event.preventDefault();
      answer(wanted.map((one) => (one === null ? "-" : String(one))).join(""));
    } }, h("p", {}, "The state after your move:"), h("div", { class: "row" }, group(0, middle, "Your hands"), group(middle + 1, wanted.length, "The opponent's hands")),
      h("div", { class: "row" }, line, h("button", { class: "primary", type: "submit" }, "Play")));
    replace(stage, head(), before, h("div", { class: "scene chop" }, table(), form));
    stage.querySelector<HTMLElement>("input")?.focus();
  };
  const answer = (wanted: string): void => {
    const here = exam.table[position];
    if (!here) return;
    const move = here.moves.find((one) => one.state === wanted);
    const best = here.moves.filter((one) => one.optimal);
    const graded: Graded = {
      position,
      state: wanted,
      class: !move ? "illegal" : move.optimal ? "optimal" : "legal",
      words: !move ? "no legal move reaches this state" : move.cost ?? "an optimal move",
    };
    if (tries === 0) moves.push(graded);
    tries += 1;
    const lost = !move && tries >= exam.tries;
    const on = (): void => {
      if (move) {
        arrive(move.next, false);
        go();
      } else if (lost) finish({ game, moves, result: "lost", why: `${wanted} is no legal move` });
      else ask(h("p", { class: "notes" }, `${wanted} is no legal move. Try again; the first answer was graded.`));
    };
    replace(stage, head(), h("div", { class: "scene chop" }, table(), h("div", { class: "aside" },
      h("p", { role: "status" }, state(wanted), " ", h("span", { class: `verdict ${graded.class}` }, graded.class), ` ${graded.words}`),
      move || lost ? h("div", { class: "best" }, h("h3", {}, "Optimal here"), h("ul", { class: "states" }, best.map((one) => h("li", { class: one.state === wanted ? "taken" : null }, state(one.state))))) : null,
      h("p", {}, here.worth ? `The position was ${here.worth.words} for you.` : ""),
      h("button", { class: "primary", type: "button", "data-focus": true, onclick: on }, "Go on"))));
    stage.querySelector<HTMLElement>("[data-focus]")?.focus();
  };
  arrive(game.start, game.first);
  go();
}

/** What the opponent plays: one of those that the table lets it choose among, evenly. */
function reply(exam: Exam, game: ExamGame, position: string): ExamMove {
  const moves = exam.table[position]?.moves ?? [];
  const slip = Math.random() < game.slips;
  const among = slip ? moves : moves.filter((move) => (game.opponent === "greedy" ? move.greedy : move.optimal));
  const chosen = among[Math.floor(Math.random() * among.length)] ?? moves[0];
  if (!chosen) throw new Error(`no move in ${position}`);
  return chosen;
}

export const digit = (character: string): number | null => (character === "-" ? null : Number.parseInt(character, 36));

export function sides(position: string): [number[], number[]] {
  const [own = "", other = ""] = position.split("-");
  const fingers = (side: string): number[] => [...side].map((one) => digit(one) ?? 0);
  return [fingers(own), fingers(other)];
}

const turned = (position: string): string => position.split("-").reverse().join("-");

export function spinner(value: number, most: number, label: string, change: (value: number) => void): HTMLElement {
  const input = h("input", { type: "number", min: 0, max: most, step: 1, value, inputmode: "numeric", "aria-label": label });
  const set = (to: number): void => {
    const held = Math.min(Math.max(Number.isFinite(to) ? Math.round(to) : 0, 0), most);
    input.value = String(held);
    change(held);
  };
  input.addEventListener("change", () => set(input.valueAsNumber));
  input.addEventListener("focus", () => input.select());
  const step = (by: number, sign: string, words: string): HTMLElement => h("button", { type: "button", tabindex: -1, "aria-label": `${words}: ${label}`, onclick: () => set(input.valueAsNumber + by) }, sign);
  return h("span", { class: "spinner" }, step(-1, "−", "One less"), input, step(1, "+", "One more"));
}

/** The result beside the run's models. */
function sheet(played: readonly Played[], board: BoardPage, run: RunCard, again: () => void): Child {
  const moves = played.flatMap((one) => one.moves);
  const optimal = moves.filter((move) => move.class === "optimal").length;
  const legal = moves.filter((move) => move.class !== "illegal").length;
  const share = moves.length > 0 ? optimal / moves.length : null;
  const findings = board.findings as Chop.Findings;
  const you: Chop.Finding = { id: "a-person", definition: "share of optimal moves of the person at this page", unit: "share", value: share, numerator: optimal, denominator: moves.length, games: played.length, intervals: [] };
  const rows = [
    ...findings.leaderboard.map((standing) => ({ label: String(standing.model), finding: standing.optimality })),
    { label: "you (a person)", finding: you },
  ].sort((a, b) => (b.finding.value ?? -1) - (a.finding.value ?? -1));
  const record = { format: "ludometer-person", note: "A person's games at the site. Not a model's, and in no leaderboard.", run: run.key, played };
  return [
    h("h3", { tabindex: -1, "data-focus": true }, "Your result"),
    h("p", { class: "big", role: "status" }, share === null ? "no move was graded" : `${(100 * share).toFixed(1)}% optimal`, h("span", { class: "soft" }, ` ${optimal} of ${counted(moves.length, "move")}, ${legal} legal`)),
    plot("You beside the models of this run", "You have no interval: so few moves of one person say little.", rows, { lo: 0, hi: 1 }),
    h("ol", {}, played.map((one) => h("li", {}, `${one.result} against ${one.game.opponent}: ${one.why}; `, one.moves.map((move) => [h("span", { class: `verdict ${move.class}`, title: `${move.position} to ${move.state}: ${move.words}` }, move.state), " "])))),
    h("div", { class: "row" },
      h("button", { class: "primary", type: "button", onclick: again }, "Once more"),
      h("button", { class: "quiet", type: "button", onclick: () => download("a-persons-games.json", "application/json", JSON.stringify(record, null, 2)) }, "Save these games")),
  ];
}
