// Hands, drawn: as many fingers up as are alive, a fist where the hand is dead.

import { h, s, unseen } from "../../parts/dom";

/** Most fingers that are drawn one by one. */
const DRAWN = 5;

/** A side's hands. */
export function hands(fingers: readonly number[], side: "examinee" | "opponent", words: string): HTMLElement {
  const said = `${words}: ${fingers.map((count) => (count === 0 ? "a dead hand" : `${count} finger${count === 1 ? "" : "s"}`)).join(", ")}`;
  return h("div", { class: `hands ${side}`, role: "img", "aria-label": said }, fingers.map((count, at) => hand(count, at === 0 ? "left" : "right")));
}

/** One hand. */
export function hand(count: number, thumb: "left" | "right"): SVGSVGElement {
  const svg = s("svg", { class: count === 0 ? "hand dead" : "hand", viewBox: "0 0 84 112", "aria-hidden": "true" });
  const group = s("g", thumb === "right" ? { transform: "translate(84 0) scale(-1 1)" } : {});
  const up = Math.min(count, 4);
  for (let finger = 0; finger < 4; finger += 1) {
    const x = 22 + finger * 14.5;
    const high = finger === 0 || finger === 3 ? 6 : 0;
    const raised = finger < up;
    group.append(s("rect", { class: raised ? "finger" : "finger down", x, y: raised ? 12 + high : 50, width: 12.5, height: raised ? 56 - high : 20, rx: 6.2 }));
  }
  group.append(s("path", { class: "palm", d: "M20 60h60v22c0 15-11 24-26 24h-8c-15 0-26-9-26-24z" }));
  // The thumb is up only where more than four count.
  group.prepend(s("path", { class: "finger", d: count >= DRAWN ? "M30 92 5 67c-5-5 3-12 8-7l18 16z" : "M30 70c-9-4-19-1-20 7-1 9 9 14 20 13z" }));
  svg.append(group, s("text", { class: "fingers", x: thumb === "left" ? 50 : 34, y: 92, "text-anchor": "middle" }, count === 0 ? "✕" : String(count)));
  return svg;
}

/** A state as it is written, with each side's fingers set apart. */
export function state(text: string, words = ""): HTMLElement {
  const [own = "", other = ""] = text.split("-");
  return h("span", { class: "state" }, words === "" ? null : unseen(`${words} `), h("b", {}, own), "–", h("span", {}, other));
}
