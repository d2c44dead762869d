// Ratings against output tokens a game, with their intervals. Numbers in the marks lead to the
// names below, so that no name covers another.

import type { Ladder } from "../../data";
import { h, s } from "../../parts/dom";
import { count } from "../../parts/format";
import { saver } from "../../parts/plot";
import { bound, elo, ends, isOpen, marks, over, told } from "./rating";

const [WIDE, LEFT, TOP, DEEP] = [720, 64, 22, 300];
const FLOOR = TOP + DEEP;

type Player = Ladder.PlayerFindings;

/** Output tokens a game, where somebody counted. */
const tokens = (player: Player): number | null => {
  const mean = player.spending?.completion?.value;
  return typeof mean === "number" && mean > 0 ? mean : null;
};

export function picture({ players, study }: Ladder.Findings): HTMLElement {
  const title = "Rating against output tokens";
  const counted = players.filter((player) => tokens(player) !== null);
  const beside = players.filter((player) => tokens(player) === null);
  const y = upright(players);
  const edge = counted.length === 0 ? LEFT : beside.length === 0 ? WIDE - 20 : WIDE - 20 - Math.min(300, 90 + 24 * beside.length);
  const x = across(counted, edge);
  const rows = Math.max(1, players.length);
  const height = FLOOR + 62 + rows * 22;
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${height}`, role: "img", "aria-label": `${title}. ${players.map(said).join("; ")}` });
  for (const mark of y.marks) {
    svg.append(s("line", { class: "grid", x1: LEFT, x2: WIDE - 20, y1: y.at(mark), y2: y.at(mark) }),
      s("text", { class: "tick", x: LEFT - 8, y: y.at(mark) + 4, "text-anchor": "end" }, elo(mark)));
  }
  svg.append(s("text", { class: "tick", x: 4, y: TOP - 8 }, "Elo"));
  for (const mark of x.marks) {
    svg.append(s("line", { class: "grid", x1: x.at(mark), x2: x.at(mark), y1: TOP, y2: FLOOR }),
      s("text", { class: "tick", x: x.at(mark), y: FLOOR + 18, "text-anchor": "middle" }, count(mark)));
  }
  if (counted.length > 0) svg.append(s("text", { class: "tick", x: (LEFT + edge) / 2, y: FLOOR + 38, "text-anchor": "middle" }, `output tokens a game${x.isLog ? " (log scale)" : ""}`));
  if (beside.length > 0) {
    if (counted.length > 0) svg.append(s("line", { class: "thin", x1: edge + 8, x2: edge + 8, y1: TOP, y2: FLOOR }));
    svg.append(s("text", { class: "tick", x: (edge + WIDE - 12) / 2, y: FLOOR + 18, "text-anchor": "middle" }, counted.length === 0 ? "no player's tokens were counted" : "tokens not counted"));
  }
  players.forEach((player, at) => {
    const mean = tokens(player);
    const place = beside.indexOf(player);
    const middle = mean === null ? edge + 8 + ((place + 0.5) / beside.length) * (WIDE - 28 - edge) : x.at(mean);
    drawn(svg, player, at, middle, mean === null ? null : x, y.at);
    const row = FLOOR + 62 + (at + 0.5) * 22;
    svg.append(badge(14, row, at), s("text", { class: "name", x: 32, y: row + 4.5 }, shortened(player.player)),
      s("text", { class: "number", x: WIDE - 4, y: row + 4.5, "text-anchor": "end" }, `${elo(player.rating.value)} (${within(player)})${mean === null ? "" : `, ${count(Math.round(mean))} tokens`}`));
  });
  return h("section", {}, h("h2", {}, "What a rating costs"),
    h("p", { class: "lead" }, "Rating against the player's own output, with the interval of each."),
    h("figure", { class: "figure single" },
      h("figcaption", {}, h("strong", {}, title), h("span", {}, `95% intervals, approximate${players.some((player) => isOpen(player.rating.intervals[0])) ? "; an arrow: the games set no bound" : ""}`)),
      h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": title }, svg),
      saver(`${study.name} ${title}`, svg)));
}

const shortened = (name: string): string => (name.length > 46 ? `${name.slice(0, 45)}…` : name);

const within = (player: Player): string => {
  const main = player.rating.intervals[0];
  return main ? ends(main.lo, main.hi) : "no interval";
};

function said(player: Player, at: number): string {
  const mean = tokens(player);
  const main = player.rating.intervals[0];
  return `${at + 1}, ${player.player}: rating ${elo(player.rating.value)}${main ? `, ${told(main.lo, main.hi)}` : ""}, ${mean === null ? "tokens not counted" : `${count(Math.round(mean))} output tokens a game`}`;
}

/** A number in a disc. */
const badge = (x: number, y: number, at: number): SVGElement =>
  s("g", {}, s("circle", { class: "badge", cx: x, cy: y, r: 9 }), s("text", { class: "badgetext", x, y: y + 4, "text-anchor": "middle" }, at + 1));

type Axis = { at: (value: number) => number; marks: number[]; isLog: boolean };

/** The axis of ratings. */
function upright(players: readonly Player[]): Axis {
  const { lo, hi } = over(players.flatMap(({ rating }) => [rating.value ?? "inf", ...rating.intervals.slice(0, 1).flatMap((one) => [one.lo, one.hi])].map(bound)));
  return { at: (rating) => FLOOR - ((Math.min(Math.max(rating, lo), hi) - lo) / (hi - lo)) * DEEP, marks: marks(lo, hi, 6), isLog: false };
}

/** The axis of tokens: logarithmic where it spans a decade or more. */
function across(players: readonly Player[], edge: number): Axis {
  const spread = players.flatMap((player) => {
    const mean = tokens(player) ?? 1;
    const interval = player.spending?.completion?.intervals[0];
    return [mean, interval ? Math.max(interval.lo, mean / 3) : mean, interval ? interval.hi : mean];
  });
  const [least, most] = [Math.min(...spread) / 1.15, Math.max(...spread) * 1.15];
  const isLog = most / least >= 10;
  const scale = isLog ? Math.log10 : (value: number): number => value;
  const [lo, hi] = [scale(least), scale(most)];
  const at = (value: number): number => LEFT + ((scale(Math.min(Math.max(value, least), most)) - lo) / (hi - lo)) * (edge - LEFT);
  if (players.length === 0) return { at, marks: [], isLog: false };
  if (!isLog) return { at, marks: marks(least, most, 5), isLog };
  const decades: number[] = [];
  for (let ten = Math.ceil(lo); ten <= hi; ten += 1) decades.push(10 ** ten);
  return { at, marks: decades, isLog };
}

/** A player's mark with its bars. */
function drawn(svg: SVGElement, player: Player, at: number, middle: number, x: Axis | null, y: (rating: number) => number): void {
  const main = player.rating.intervals[0];
  if (main) {
    const [lo, hi] = [bound(main.lo), bound(main.hi)];
    const [low, high] = [lo === -Infinity ? FLOOR : y(lo), hi === Infinity ? TOP : y(hi)];
    svg.append(s("rect", { class: "wide", x: middle - 4, y: high, width: 8, height: Math.max(1.5, low - high), rx: 2 }));
    if (lo === -Infinity) svg.append(s("path", { class: "openend", d: `M${middle} ${FLOOR + 1}l-7-9h14z` }));
    if (hi === Infinity) svg.append(s("path", { class: "openend", d: `M${middle} ${TOP - 1}l-7 9h14z` }));
  }
  const value = player.rating.value;
  if (value === null) return;
  const high = value === "inf" ? TOP + 18 : value === "-inf" ? FLOOR - 18 : y(value);
  const interval = player.spending?.completion?.intervals[0];
  if (x && interval) svg.append(s("line", { class: "thin", x1: x.at(interval.lo), x2: x.at(interval.hi), y1: high, y2: high }));
  svg.append(badge(middle, high, at));
}
