// The dream room: Daydream asked live, with sliders for its two settings.

import type { Dreamt } from "../data";
import { ground, type Dream, type Ground } from "../parts/ground";
import { field, h, replace, unseen } from "../parts/dom";
import { counted } from "../parts/format";
import { slider } from "../parts/slider";
import { dream, isServed } from "../parts/source";
import { head, type Page } from "./page";

const tiers: [string, string][] = [["micro", "5×5 Gardner"], ["regular", "8×8 chess"], ["grand", "12×10 Grand"]];

export function dreamPage(): Page {
  const top = head("Served by this machine", "Dream room", h("p", { class: "lead" }, "Daydream knows no rules. It has read games, and writes what might come next. Warm it, and it gets fanciful; press its certainty with a soft cap, and rare thoughts come up."));
  if (!isServed()) return { title: "Dream room", content: [top, h("p", { class: "empty" }, "These pages are files. Run ludometer serve to dream.")] };
  let moves: string[] = [];
  let board: Ground | null = null;
  let shape = "";
  let seed = 1;
  let asked = 0;
  let timer = 0;
  const stage = h("div", { class: "boardside" });
  const aside = h("section", { class: "aside", "aria-label": "What came" });
  const tier = h("select", { onchange: () => restart() }, tiers.map(([name, words]) => h("option", { value: name, selected: name === "regular" }, words)));
  const temperature = slider("dream", "temperature", [0.05, 3, 0.05, 1], (value) => value.toFixed(2), () => ask());
  const capped = h("input", { type: "checkbox", onchange: () => ask() });
  const cap = slider("dream", "soft cap", [1, 30, 0.5, 8], (value) => value.toFixed(1), () => ask());
  const n = slider("dream", "samples", [6, 200, 2, 48], String, () => ask());
  const restart = (): void => {
    moves = [];
    ask();
  };
  /** A slider that is being dragged asks once it rests. */
  const ask = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void sample(), 120);
  };
  const sample = async (): Promise<void> => {
    asked += 1;
    const mine = asked;
    aside.setAttribute("aria-busy", "true");
    try {
      const came = await dream({ tier: tier.value, moves, temperature: temperature.value(), soft_cap: capped.checked ? cap.value() : null, n: n.value(), seed });
      if (mine === asked) show(came);
    } catch (problem) {
      if (mine === asked) replace(aside, h("p", { class: "notes" }, (problem as Error).message));
    }
    if (mine === asked) aside.removeAttribute("aria-busy");
  };
  const show = (came: Dreamt): void => {
    if (!board || shape !== came.board.name) {
      board = ground(came.board, "The board");
      shape = came.board.name;
      replace(stage, board.element, h("p", { class: "key legend" }, h("span", { class: "swatch ghost", "aria-hidden": "true" }), " dreamt and not legal ", h("span", { class: "swatch legal", "aria-hidden": "true" }), " legal"));
      const drawn = board;
      new ResizeObserver(() => drawn.settle()).observe(board.element);
    }
    const dreams: Dream[] = came.texts.flatMap((text) => (text.step ? [{ step: text.step, kind: text.class === "legal" ? ("legal" as const) : ("ghost" as const), times: text.times }] : []));
    board.show(came.fen, null, came.check, dreams.sort((a, b) => a.kind.localeCompare(b.kind)));
    board.element.setAttribute("aria-label", `Position: ${came.fen}`);
    const share = came.n === 0 ? 0 : (100 * came.legal) / came.n;
    replace(aside,
      h("p", { class: "big", role: "status" }, `${share.toFixed(0)}% legal`, h("span", { class: "soft" }, ` ${came.legal} of ${counted(came.n, "sample")} (95% Wilson ${(100 * came.interval[0]).toFixed(0)}–${(100 * came.interval[1]).toFixed(0)}%), ${counted(came.legal_moves, "legal move")}`)),
      came.over ? h("p", { class: "end" }, `The game is over: ${came.over}.`) : null,
      h("p", { class: "line-so-far" }, came.line.length === 0 ? "At the start." : came.line.map((san, at) => (at % 2 === 0 ? `${at / 2 + 1}. ${san} ` : `${san} `)).join("")),
      h("ul", { class: "chips" }, came.texts.map((text) => {
        const words = text.text === "" ? "(nothing)" : text.text;
        const times = h("span", { class: "times" }, `×${text.times}`);
        return h("li", {}, text.class === "legal"
          ? h("button", { type: "button", class: "chip legal", title: "play it", onclick: () => {
              moves = [...moves, text.text];
              ask();
            } }, text.san ?? words, times)
          : h("code", { class: `chip ghost ${text.class}` }, words, times), text.class === "legal" ? null : unseen(` ${text.class}`));
      })),
      h("p", { class: "soft" }, "A legal dream can be played."));
  };
  const button = (words: string, act: () => void): HTMLElement => h("button", { type: "button", class: "quiet", onclick: () => {
    act();
    ask();
  } }, words);
  const controls = h("form", { class: "controls", "aria-label": "How it dreams", onsubmit: (event: Event) => event.preventDefault() },
    field("board", tier), temperature.element, h("label", { class: "switch" }, capped, "soft cap"), cap.element, n.element,
    h("div", { class: "row" }, button("Dream again", () => (seed += 1)), button("Take back", () => (moves = moves.slice(0, -1))), button("From the start", () => (moves = []))));
  void sample();
  return { title: "Dream room", content: [top, controls, h("div", { class: "scene token" }, stage, aside)], left: () => window.clearTimeout(timer) };
}
