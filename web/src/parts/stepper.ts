// Going through a game: buttons, a slider, and the arrow keys.

import { h, s } from "./dom";

export type Stepper = {
  element: HTMLElement;
  /** Goes to a step. */
  go: (to: number) => void;
  /** Where it is. */
  at: () => number;
};

/** Steps from 0 to `last`. `show` draws a step; `label` says which it is. */
export function stepper(last: number, first: number, show: (at: number) => void, label: (at: number) => string): Stepper {
  let at = -1;
  const said = h("output", { class: "step", "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Step of the game", oninput: () => go(Number(slider.value)) });
  const button = (name: string, sign: string, to: () => number): HTMLButtonElement =>
    h("button", { type: "button", "aria-label": name, title: name, onclick: () => go(to()) }, s("svg", { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" }, s("path", { d: sign })));
  const start = button("To the start (Home)", "M3 3h2v10H3zM13 3v10L6 8z", () => 0);
  const back = button("One step back (left arrow)", "M11.5 3v10l-7-5z", () => at - 1);
  const on = button("One step on (right arrow)", "M4.5 3v10l7-5z", () => at + 1);
  const end = button("To the end (End)", "M11 3h2v10h-2zM3 3v10l7-5z", () => last);
  const go = (to: number): void => {
    const next = Math.min(Math.max(to, 0), last);
    if (next === at) return;
    at = next;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", label(at));
    said.textContent = label(at);
    for (const one of [start, back]) one.setAttribute("aria-disabled", String(at === 0));
    for (const one of [on, end]) one.setAttribute("aria-disabled", String(at === last));
    show(at);
  };
  const keys: { [key: string]: () => number } = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => last };
  const listen = (event: KeyboardEvent): void => {
    if (!element.isConnected) {
      document.removeEventListener("keydown", listen);
      return;
    }
    const to = keys[event.key];
    const target = event.target as HTMLElement;
    const typing = target.matches("input:not([type=checkbox]), select, textarea, pre");
    if (!to || typing || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to());
  };
  document.addEventListener("keydown", listen);
  const element = h("div", { class: "stepper", role: "group", "aria-label": "Steps" }, start, back, on, end, slider, said);
  go(first);
  return { element, go, at: () => at };
}
