// Runs as they are played: games in flight, calls, tokens and money so far, errors, the end.

import type { RunCard } from "../data";
import { h, replace, type Child } from "../parts/dom";
import { count, counted, dollars, instrument, time } from "../parts/format";
import { link } from "../parts/router";
import { home, isServed, listen } from "../parts/source";
import { progress } from "./home";
import { head, sitting, type Page } from "./page";

export async function livePage(): Promise<Page> {
  if (!isServed()) return { title: "Live", content: [head("Live", "Live"), h("p", { class: "empty" }, "These pages are files. Run ludometer serve to follow runs as they are played.")] };
  const cards = new Map((await home()).runs.map((run) => [run.key, run]));
  const line = h("p", { class: "line", role: "status" }, "Connecting…");
  const body = h("div", {});
  const draw = (): void => {
    const open = [...cards.values()].filter(unfinished).sort((a, b) => Number(b.progress.working) - Number(a.progress.working) || b.started.localeCompare(a.started));
    replace(body, open.length === 0 ? h("p", { class: "empty" }, "No run is open. Start one, and it shows up here.") : open.map(run));
  };
  draw();
  const stop = listen(
    (news) => {
      for (const card of news) cards.set(card.key, card);
      draw();
    },
    (state) => {
      line.className = `line ${state}`;
      line.textContent = state === "open" ? "Listening: what is shown is as it stands now." : "The program behind this page does not answer. It is asked again until it does; nothing is lost.";
    },
  );
  return { title: "Live", content: [head("Served by this machine", "Live", line), body], left: stop };
}

const unfinished = (run: RunCard): boolean => run.imported === null && (run.progress.working || run.progress.scored + run.progress.void < run.progress.planned);

function run(card: RunCard): HTMLElement {
  const now = card.progress;
  const tile = (name: string, value: Child): Child => h("div", { class: "tile" }, h("dt", {}, name), h("dd", {}, value));
  return h("section", { class: "live card", "aria-label": card.name },
    h("p", { class: "eyebrow" }, instrument(card.instrument), now.working ? h("span", { class: "working" }, "in progress") : h("span", { class: "soft" }, " · at rest")),
    h("h2", {}, h("a", { href: link(["run", card.key]) }, card.name)),
    sitting(card.people),
    progress(card),
    h("dl", { class: "tiles" },
      tile("replies", count(now.replies)),
      tile("prompt tokens", count(now.prompt_tokens)),
      tile("completion tokens", count(now.completion_tokens)),
      tile("money", now.dollars === null ? "no price" : dollars(now.dollars)),
      tile("failed calls", count(now.failures)),
      tile("last asked", now.last ? time(now.last) : "—"),
      tile("may end", now.ends ? time(now.ends) : "—")),
    now.in_flight.length > 0 ? [h("h3", {}, `In flight: ${counted(now.open, "game")}`), h("ul", { class: "flight" }, now.in_flight.map((one) => h("li", {}, h("a", { href: link(["run", card.key, "game", one.place]) }, one.id), h("span", { class: "soft" }, ` ${counted(one.answers, "answer")}`))))] : null,
    now.errors.length > 0 ? [h("h3", {}, "Last failures"), h("ul", { class: "notes" }, now.errors.map((one) => h("li", {}, one)))] : null);
}
