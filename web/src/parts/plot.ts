// Values with their intervals, drawn as SVG that can be taken home.

import { h, s, type Child } from "./dom";
import { isShare, value, type Finding } from "./format";

export type Mark = {
  label: string;
  finding: Finding;
  /** Where the record behind the number is. */
  href?: string;
};

type Ends = { lo: number; hi: number };

/** The interval that takes games as the independent units, where there is one. */
export function byGames(finding: Finding): Finding["intervals"][number] | undefined {
  return finding.intervals.find((one) => one.method.startsWith("cluster") || one.method.includes("design-effect")) ?? finding.intervals[0];
}

/** The other one: it takes moves or samples as independent. */
export function byMoves(finding: Finding): Finding["intervals"][number] | undefined {
  const first = byGames(finding);
  return finding.intervals.find((one) => one !== first);
}

/** From where to where values go. */
export function domain(findings: readonly Finding[]): Ends {
  const unit = findings[0]?.unit;
  if (unit && isShare(unit) && !unit.endsWith("difference")) return { lo: 0, hi: 1 };
  const ends = findings.flatMap((finding) => [finding.value, ...finding.intervals.flatMap((one) => [one.lo, one.hi])]);
  const numbers = ends.filter((end): end is number => typeof end === "number" && Number.isFinite(end));
  const lo = Math.min(0, ...numbers);
  const hi = Math.max(...numbers, lo + 1e-9);
  return { lo, hi: hi + (hi - lo) * 0.04 };
}

/** One finding as a bar in a cell, on a scale that all rows share. */
export function bar(finding: Finding, ends: Ends): SVGSVGElement {
  const width = 240;
  const height = 26;
  const x = (at: number): number => 6 + ((Math.min(Math.max(at, ends.lo), ends.hi) - ends.lo) / (ends.hi - ends.lo)) * (width - 12);
  const svg = s("svg", { class: "bar", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": said(finding) });
  for (const at of [ends.lo, ends.lo + (ends.hi - ends.lo) / 2, ends.hi]) {
    svg.append(s("line", { class: "grid", x1: x(at), x2: x(at), y1: 3, y2: height - 3 }));
  }
  svg.append(...marks(finding, x, height / 2));
  return svg;
}

function marks(finding: Finding, x: (at: number) => number, y: number): SVGElement[] {
  const drawn: SVGElement[] = [];
  const wide = byGames(finding);
  const narrow = byMoves(finding);
  if (wide) drawn.push(s("rect", { class: "wide", x: x(wide.lo), y: y - 5, width: Math.max(1.5, x(wide.hi) - x(wide.lo)), height: 10, rx: 2.5 }));
  if (narrow) drawn.push(s("line", { class: "thin", x1: x(narrow.lo), x2: x(narrow.hi), y1: y, y2: y }));
  if (typeof finding.value === "number") drawn.push(s("circle", { class: "dot", cx: x(finding.value), cy: y, r: 4.2 }));
  return drawn;
}

function said(finding: Finding): string {
  if (typeof finding.value !== "number") return "nothing observed";
  const ends = byGames(finding);
  const interval = ends ? `, ${Math.round(100 * ends.level)}% interval ${value(ends.lo, finding.unit)} to ${value(ends.hi, finding.unit)}` : "";
  return value(finding.value, finding.unit) + interval;
}

/** Findings below each other on one axis, with a title, a button that saves the picture, and the way to the games behind it. */
export function plot(title: string, note: string, rows: readonly Mark[], axis?: Ends, href?: string): HTMLElement {
  const ends = axis ?? domain(rows.map((row) => row.finding));
  const [left, right, top, row, bottom, width] = [190, 76, 14, 30, 34, 720];
  const height = top + rows.length * row + bottom;
  const x = (at: number): number => left + ((Math.min(Math.max(at, ends.lo), ends.hi) - ends.lo) / (ends.hi - ends.lo)) * (width - left - right);
  const unit = rows[0]?.finding.unit ?? "share";
  // A picture with links in it is read part by part.
  const role = rows.some((mark) => mark.href) ? "group" : "img";
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role, "aria-label": `${title}. ${rows.map((mark) => `${mark.label}: ${said(mark.finding)}`).join("; ")}` });
  for (let tick = 0; tick <= 4; tick += 1) {
    const at = ends.lo + ((ends.hi - ends.lo) * tick) / 4;
    svg.append(
      s("line", { class: "grid", x1: x(at), x2: x(at), y1: top - 6, y2: height - bottom + 4 }),
      s("text", { class: "tick", x: x(at), y: height - bottom + 20, "text-anchor": "middle" }, unit === "share" ? `${Math.round(100 * at)}%` : value(at, unit)),
    );
  }
  rows.forEach((mark, at) => {
    const y = top + (at + 0.5) * row;
    const label = mark.label.length > 26 ? `${mark.label.slice(0, 25)}…` : mark.label;
    const drawn = [s("text", { class: "name", x: left - 12, y: y + 4.5, "text-anchor": "end" }, label), ...marks(mark.finding, x, y)];
    if (mark.href) svg.append(s("a", { href: mark.href, "aria-label": `${mark.label}: ${said(mark.finding)}; the games behind it` }, drawn));
    else svg.append(...drawn);
    const number = typeof mark.finding.value === "number" ? value(mark.finding.value, mark.finding.unit) : "—";
    svg.append(s("text", { class: "number", x: width - 4, y: y + 4.5, "text-anchor": "end" }, number));
  });
  return h("figure", { class: "figure" },
    h("figcaption", {}, h("strong", {}, title), note === "" ? null : h("span", {}, note), href === undefined ? null : h("a", { href }, "the games")),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": title }, svg),
    saver(title, svg));
}

/** What bars, lines and dots are. */
export const key = (): HTMLElement =>
  h("p", { class: "key" },
    s("svg", { viewBox: "0 0 34 14", class: "keymark", "aria-hidden": "true" }, s("rect", { class: "wide", x: 1, y: 2, width: 32, height: 10, rx: 2.5 }), s("circle", { class: "dot", cx: 17, cy: 7, r: 4.2 })),
    " value and 95% interval with games as the independent units ",
    s("svg", { viewBox: "0 0 34 14", class: "keymark", "aria-hidden": "true" }, s("line", { class: "thin", x1: 1, x2: 33, y1: 7, y2: 7 })),
    " interval that takes moves or samples as independent (both approximate)");

const painted = ["fill", "stroke", "stroke-width", "font-family", "font-size", "font-weight", "opacity"];

/** A button that saves a picture with its colours as they are. */
export function saver(title: string, svg: SVGSVGElement): Child {
  const save = (): void => {
    const copy = svg.cloneNode(true) as SVGSVGElement;
    const originals = [svg, ...svg.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((element, at) => {
      const original = originals[at];
      if (!original) return;
      const style = getComputedStyle(original);
      for (const name of painted) element.setAttribute(name, style.getPropertyValue(name));
      // Where links led from the page, they lead nowhere from a file.
      for (const name of ["class", "href"]) element.removeAttribute(name);
    });
    const ground = s("rect", { width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor });
    copy.prepend(ground);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    download(`${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.svg`, "image/svg+xml", copy.outerHTML);
  };
  return h("button", { class: "quiet", type: "button", onclick: save }, "Save as SVG");
}

/** Hands a text to the reader as a file. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
