// How a rating came to be known: what was known after each pair of games.

import type { Ladder } from "../../data";
import { field, h, replace, s } from "../../parts/dom";
import { saver } from "../../parts/plot";
import { table } from "../../parts/table";
import type { Games } from "./board";
import { bound, elo, ends, isOpen, marks, over, whole } from "./rating";

type Step = Ladder.Step;
type Result = "W" | "D" | "L" | "void";

const [WIDE, LEFT, RIGHT, TOP, DEEP] = [720, 64, 16, 22, 280];
const FLOOR = TOP + DEEP;

const results: { [result in Result]: string } = { W: "won", D: "drawn", L: "lost", void: "void" };

export function narrowing(findings: Ladder.Findings, games: Games): HTMLElement | null {
  const { players } = findings;
  if (players.length === 0) return null;
  const body = h("div", {});
  const select = h("select", { onchange: () => show() }, players.map((player) => h("option", { value: player.player }, player.player)));
  const show = (): void => {
    const player = players.find((one) => one.player === select.value) ?? players[0];
    if (player) replace(body, figure(player), steps(player, findings, games));
  };
  show();
  return h("section", {}, h("h2", {}, "How the ratings narrowed"),
    h("p", { class: "lead" }, "After each pair of games: the rating with its interval, and who sat across with how it went."),
    players.length > 1 ? h("form", { class: "filters", "aria-label": "narrowing", onsubmit: (event: Event) => event.preventDefault() }, field("narrowing: player", select)) : null,
    body);
}

/** One player's way. */
function figure(player: Ladder.PlayerFindings): HTMLElement {
  const { steps, level } = player.narrowing;
  const title = `${player.player}: rating after each pair`;
  const { lo, hi } = over(steps.flatMap((step) => [step.opponent ?? Infinity, bound(step.rating ?? "inf"), ...(step.pair > 0 ? [bound(step.lo), bound(step.hi), step.planned - step.planned_deviation, step.planned + step.planned_deviation] : []), step.planned]));
  const y = (rating: number): number => FLOOR - ((Math.min(Math.max(rating, lo), hi) - lo) / (hi - lo)) * DEEP;
  const gap = (WIDE - LEFT - RIGHT) / steps.length;
  const x = (at: number): number => LEFT + (at + 0.5) * gap;
  const height = FLOOR + 84;
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${height}`, role: "img", "aria-label": `${title}. The table below has the same numbers.` });
  for (const mark of marks(lo, hi, 6)) {
    svg.append(s("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: y(mark), y2: y(mark) }),
      s("text", { class: "tick", x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, elo(mark)));
  }
  svg.append(s("text", { class: "tick", x: 4, y: TOP - 8 }, "Elo"));
  svg.append(s("path", { class: "plan", d: planned(steps, x, y) }));
  const each = Math.max(1, Math.ceil(steps.length / 24));
  const wide = Math.min(20, gap * 0.6);
  steps.forEach((step, at) => {
    if (at % each === 0) svg.append(s("text", { class: "tick", x: x(at), y: FLOOR + 18, "text-anchor": "middle" }, step.pair));
    if (step.pair > 0) interval(svg, step, x(at), wide, y);
  });
  // The opponents stand in front of the bars, and the ratings in front of both.
  steps.forEach((step, at) => {
    if (step.opponent === null) return;
    const apart = Math.min(6.5, gap * 0.24);
    svg.append(mark(step.white, x(at) - apart, y(step.opponent)), mark(step.black, x(at) + apart, y(step.opponent)));
  });
  steps.forEach((step, at) => {
    if (typeof step.rating === "number") svg.append(s("circle", { class: "dot", cx: x(at), cy: y(step.rating), r: 3.6 }));
  });
  svg.append(s("text", { class: "tick", x: (LEFT + WIDE - RIGHT) / 2, y: FLOOR + 38, "text-anchor": "middle" }, "pair: left as White, right as Black"));
  legend(svg, FLOOR + 66);
  return h("figure", { class: "figure single" },
    h("figcaption", {}, h("strong", {}, title), h("span", {}, `${Math.round(100 * level)}% interval${steps.some((step) => step.pair > 0 && isOpen(step)) ? "; an arrow: no bound on that side yet" : ""}`)),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": title }, svg),
    saver(title, svg));
}

/** The interval as a bar; where it has no end, to the frame and with an arrow. */
function interval(svg: SVGElement, step: Step, middle: number, wide: number, y: (rating: number) => number): void {
  const [lo, hi] = [bound(step.lo), bound(step.hi)];
  const [low, high] = [lo === -Infinity ? FLOOR : y(lo), hi === Infinity ? TOP : y(hi)];
  svg.append(s("rect", { class: "wide", x: middle - wide / 2, y: high, width: wide, height: Math.max(1.5, low - high), rx: 2 }));
  const tip = Math.min(7, wide / 2 + 1);
  if (lo === -Infinity) svg.append(s("path", { class: "openend", d: `M${middle} ${FLOOR + 1}l${-tip}-8h${2 * tip}z` }));
  if (hi === Infinity) svg.append(s("path", { class: "openend", d: `M${middle} ${TOP - 1}l${-tip} 8h${2 * tip}z` }));
}

/** The planning distribution, one deviation to either side. */
function planned(steps: readonly Step[], x: (at: number) => number, y: (rating: number) => number): string {
  const up = steps.map((step, at) => `${x(at)} ${y(step.planned + step.planned_deviation)}`);
  const down = steps.map((step, at) => `${x(at)} ${y(step.planned - step.planned_deviation)}`);
  return `M${up.join("L")}M${down.join("L")}`;
}

/** An opponent: the shape and the colour say how it went for the player. */
function mark(result: string | null, x: number, y: number): SVGElement {
  switch (result) {
    case "W":
      return s("path", { class: "result won", d: `M${x} ${y - 6}l6 10.5h-12z` });
    case "L":
      return s("path", { class: "result lost", d: `M${x} ${y + 6}l6-10.5h-12z` });
    case "D":
      return s("rect", { class: "result drawn", x: x - 4.6, y: y - 4.6, width: 9.2, height: 9.2 });
    default:
      return s("path", { class: "result void", d: `M${x - 4.5} ${y - 4.5}l9 9m0-9l-9 9` });
  }
}

function legend(svg: SVGElement, y: number): void {
  let x = LEFT - 40;
  const entry = (drawn: (x: number) => SVGElement, words: string): void => {
    svg.append(drawn(x), s("text", { class: "tick", x: x + 14, y: y + 4 }, words));
    x += 30 + words.length * 5.9;
  };
  entry((at) => s("circle", { class: "dot", cx: at, cy: y, r: 3.6 }), "rating");
  for (const result of ["W", "D", "L", "void"] as const) entry((at) => mark(result, at, y), result === "W" ? "opponent, won" : results[result]);
  entry((at) => s("path", { class: "plan", d: `M${at - 9} ${y}h18` }), "planning distribution, ± one deviation");
}

/** The same as a table. */
function steps(player: Ladder.PlayerFindings, findings: Ladder.Findings, games: Games): HTMLElement {
  const named = (rating: number): string | undefined => findings.study.opponents.find((one) => one.rating === rating)?.name;
  const word = (result: string | null): string => (result === null ? "—" : (results[result as Result] ?? result));
  return h("details", { class: "more" }, h("summary", {}, "The same as a table"),
    h("p", { class: "key" }, player.narrowing.definition, "."),
    table(`${player.player} after each pair`, [
      { name: "pair", right: true, heads: true, cell: (step) => step.pair, key: (step) => step.pair },
      {
        name: "opponent",
        cell: (step) => {
          if (step.opponent === null) return "before any";
          const name = named(step.opponent);
          return [name ? h("a", { href: games({ words: `${player.player}.${String(step.pair).padStart(3, "0")}.` }) }, name) : "", ` ${whole(step.opponent)}`];
        },
        key: (step) => step.opponent,
      },
      { name: "as White", cell: (step) => word(step.white), key: (step) => step.white },
      { name: "as Black", cell: (step) => word(step.black), key: (step) => step.black },
      { name: "rating", right: true, cell: (step) => (step.pair === 0 ? "—" : elo(step.rating)), key: (step) => (step.rating === null ? null : bound(step.rating)) },
      { name: "interval", right: true, cell: (step) => ends(step.lo, step.hi) },
      { name: "at every look", right: true, cell: (step) => ends(step.anytime_lo, step.anytime_hi) },
      { name: "planned", right: true, cell: (step) => `${whole(step.planned)} ± ${whole(step.planned_deviation)}`, key: (step) => step.planned },
    ], player.narrowing.steps));
}
