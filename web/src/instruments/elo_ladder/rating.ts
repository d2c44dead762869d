// Ratings, whose intervals may have no end on a side.

import type { Ladder } from "../../data";
import { h, s, type Child } from "../../parts/dom";
import { count } from "../../parts/format";

/** An end as a number. */
export const bound = (end: Ladder.Unbounded): number => (end === "inf" ? Infinity : end === "-inf" ? -Infinity : end);

/** A rating in Elo. */
export function elo(rating: Ladder.Unbounded | null | undefined): string {
  if (rating === null || rating === undefined) return "not identified";
  if (typeof rating !== "number") return rating === "inf" ? "∞" : "−∞";
  return whole(rating);
}

/** Points of a rating. A hyphen is no minus. */
export const whole = (points: number): string => `${points <= -0.5 ? "−" : ""}${Math.abs(points).toFixed(0)}`;

/** Both ends of an interval. */
export const ends = (lo: Ladder.Unbounded, hi: Ladder.Unbounded): string => `${elo(lo)} to ${elo(hi)}`;

/** An interval for those who listen. */
export function told(lo: Ladder.Unbounded, hi: Ladder.Unbounded): string {
  const [least, most] = [bound(lo), bound(hi)];
  if (!Number.isFinite(least) && !Number.isFinite(most)) return "not bounded by the games";
  if (!Number.isFinite(least)) return `up to ${elo(hi)}, with no lower bound by the games`;
  if (!Number.isFinite(most)) return `from ${elo(lo)} on, with no upper bound by the games`;
  return `from ${elo(lo)} to ${elo(hi)}`;
}

/** An opponent's rating, with its own error where it has one. */
export const withError = (one: { rating: number; standard_error: number }): string => whole(one.rating) + (one.standard_error > 0 ? ` ± ${one.standard_error.toFixed(0)}` : "");

/** A rating; in nerd mode with every interval that it has. */
export function rated(finding: Ladder.RatingFinding, href: string): Child {
  return [
    h("a", { class: "num", href, title: "the games behind this number" }, elo(finding.value)),
    h("span", { class: "nerd" },
      finding.reason ? h("span", {}, finding.reason) : null,
      h("span", {}, `n = ${count(finding.games)} games, ${finding.results.won}–${finding.results.drawn}–${finding.results.lost}`),
      finding.intervals.map((one) => h("span", {}, `[${elo(one.lo)}, ${elo(one.hi)}] ${one.method}${one.approximate ? " ≈" : ""}${one.conservative ? ", conservative" : ""}, n = ${count(one.games)}`))),
  ];
}

/** Half the width of an interval that is bounded. */
export function half(interval: Ladder.RatingInterval | undefined): string {
  if (!interval) return "";
  const width = bound(interval.hi) - bound(interval.lo);
  return Number.isFinite(width) ? ` ±${whole(width / 2)}` : "";
}

export type Ends = { lo: number; hi: number };

/** From where to where these ratings go, with some room. */
export function over(values: readonly number[]): Ends {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return { lo: 0, hi: 1000 };
  const [lo, hi] = [Math.min(...finite), Math.max(...finite)];
  const room = Math.max(50, (hi - lo) * 0.06);
  return { lo: lo - room, hi: hi + room };
}

/** Round marks between two numbers, at most `most` or so. */
export function marks(lo: number, hi: number, most: number): number[] {
  const rough = (hi - lo) / most;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * ([1, 2, 5, 10].find((times) => times * ten >= rough) ?? 10);
  const found: number[] = [];
  for (let at = Math.ceil(lo / step) * step; at <= hi; at += step) found.push(Math.round(at / step) * step);
  return found;
}

/** Of the leaderboard: what its bars span. */
export const span = (players: readonly Ladder.PlayerFindings[]): Ends =>
  over(players.flatMap(({ rating }) => [rating.value ?? "inf", ...rating.intervals.slice(0, 1).flatMap((one) => [one.lo, one.hi])].map(bound)));

/** A rating as a bar in a cell, on a scale that all rows share. An end without a bound is an arrow. */
export function bar(finding: Ladder.RatingFinding, all: Ends): SVGSVGElement {
  const [width, height, y] = [240, 26, 13];
  const x = (at: number): number => 10 + ((Math.min(Math.max(at, all.lo), all.hi) - all.lo) / (all.hi - all.lo)) * (width - 20);
  const main = finding.intervals[0];
  const svg = s("svg", { class: "bar", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${elo(finding.value)}${main ? `, ${Math.round(100 * main.level)}% interval ${told(main.lo, main.hi)}` : ""}` });
  for (const at of [all.lo, (all.lo + all.hi) / 2, all.hi]) svg.append(s("line", { class: "grid", x1: x(at), x2: x(at), y1: 3, y2: height - 3 }));
  if (main) {
    const [lo, hi] = [bound(main.lo), bound(main.hi)];
    svg.append(s("rect", { class: "wide", x: x(lo), y: y - 5, width: Math.max(1.5, x(hi) - x(lo)), height: 10, rx: 2.5 }));
    if (lo === -Infinity) svg.append(s("path", { class: "openend", d: `M1 ${y}l9-7v14z` }));
    if (hi === Infinity) svg.append(s("path", { class: "openend", d: `M${width - 1} ${y}l-9-7v14z` }));
  }
  if (typeof finding.value === "number") svg.append(s("circle", { class: "dot", cx: x(finding.value), cy: y, r: 4.2 }));
  return svg;
}

/** Whether an interval has an end that the games do not bound. */
export const isOpen = (interval: { lo: Ladder.Unbounded; hi: Ladder.Unbounded } | undefined): boolean =>
  interval !== undefined && !(Number.isFinite(bound(interval.lo)) && Number.isFinite(bound(interval.hi)));
