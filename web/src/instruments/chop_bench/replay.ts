// A game of Chopsticks: hands drawn, the reply beside them, the solver's verdict.

import type { ChopPly, ChopTry, GamePage } from "../../data";
import { h, replace, type Child } from "../../parts/dom";
import { saying } from "../../parts/said";
import { stepper } from "../../parts/stepper";
import { hands, state } from "./hands";

const signs: { [verdict: string]: string } = { optimal: "●", legal: "◐", illegal: "✕", unusable: "∅" };

/** A verdict by sign, colour and words. */
export function verdict(judged: ChopTry["judged"]): Child {
  if (!judged) return null;
  return h("span", { class: `verdict ${judged.class}` }, h("span", { "aria-hidden": "true" }, signs[judged.class] ?? ""), ` ${judged.class}`, judged.class === "optimal" ? null : h("span", {}, `: ${judged.words}`));
}

export function replay(page: GamePage, at: number, moved: (at: number) => void): Child {
  if (page.replay.shape !== "chop-bench") return null;
  const game = page.replay;
  const scene = h("div", { class: "scene chop" });
  const strip = h("ol", { class: "strip", "aria-label": "Plies" });
  const last = game.plies.length - 1;
  const label = (step: number): string => (step === last && page.outcome.state === "scored" ? `end, after ply ${step}` : `ply ${step + 1} of ${Math.max(last, 1)}`);
  const show = (step: number): void => {
    const ply = game.plies[step];
    if (!ply) return;
    replace(scene, table(ply, game), aside(ply, game, step === last ? page.outcome.says : null));
    for (const [place, mark] of [...strip.children].entries()) mark.firstElementChild?.setAttribute("aria-current", String(place === step));
    moved(step);
  };
  const steps = stepper(last, at, show, label);
  replace(strip, game.plies.map((ply, place) => {
    const first = ply.tries[0]?.judged;
    const sign = first ? signs[first.class] : ply.examinee_moves || place === last ? "·" : "–";
    const words = first ? `${ply.position}, ${first.class}` : `${ply.position}${place === last ? "" : ply.examinee_moves ? "" : ", the opponent's move"}`;
    return h("li", {}, h("button", { type: "button", class: first?.class ?? "quietmark", "aria-label": `Ply ${place + 1}: ${words}`, title: words, onclick: () => steps.go(place) }, sign));
  }));
  steps.go(at);
  for (const [place, mark] of [...strip.children].entries()) mark.firstElementChild?.setAttribute("aria-current", String(place === steps.at()));
  return [steps.element, scene, strip];
}

type Game = Extract<GamePage["replay"], { shape: "chop-bench" }>;

function table(ply: ChopPly, game: Game): HTMLElement {
  const turn = (examinee: boolean): Child => (ply.examinee_moves === examinee && ply.worth ? h("span", { class: "turn" }, "to move") : null);
  return h("section", { class: "table", "aria-label": "The hands" },
    h("p", { class: "sitter" }, h("span", {}, "opponent ", h("strong", {}, game.opponent)), turn(false)),
    hands(ply.opponent, "opponent", "The opponent's hands"),
    h("p", { class: "worth" },
      state(ply.position, "position"),
      ply.worth ? h("span", {}, ` ${ply.worth.words} for the side to move`) : h("span", {}, " all hands of the side to move are dead")),
    hands(ply.examinee, "examinee", "The examinee's hands"),
    h("p", { class: "sitter" }, h("span", {}, "examinee ", h("strong", {}, game.examinee)), turn(true)));
}

function aside(ply: ChopPly, game: Game, end: string | null): HTMLElement {
  const mover = ply.examinee_moves ? game.examinee : game.opponent;
  return h("section", { class: "aside", "aria-label": "What was said" },
    end ? h("p", { class: "end" }, end) : null,
    ply.tries.map((one) => saying(one.said, verdict(one.judged))),
    ply.played ? h("p", { class: "played" }, h("strong", {}, mover), " plays ", state(ply.played), ply.tries.length === 0 ? h("span", { class: "soft" }, " (a built-in player, which says nothing)") : null) : null,
    ply.optimal.length > 0
      ? h("div", { class: "best" }, h("h2", { class: "small" }, ply.optimal.length === 1 ? "The optimal move" : `${ply.optimal.length} optimal moves`),
          h("ul", { class: "states" }, ply.optimal.map((one) => h("li", { class: one === ply.played ? "taken" : null }, state(one)))))
      : null);
}
