// All runs of one instrument, one leaderboard below the other. Runs are not pooled: each has
// its own study.

import { moduleOf } from "../instruments";
import { h, replace } from "../parts/dom";
import { instrument } from "../parts/format";
import { link } from "../parts/router";
import { board, home } from "../parts/source";
import { progress } from "./home";
import { head, type Page } from "./page";

/** Boards that are opened at once; others open when they are asked for. */
const OPEN = 1;

export async function boardsPage(name: string): Promise<Page> {
  const page = await home();
  const runs = page.runs.filter((run) => run.instrument === name);
  const module = moduleOf(name);
  return {
    title: instrument(name),
    content: [
      head("Leaderboards", instrument(name), h("p", { class: "lead" }, module.about, " Each run is a study of its own; their numbers are not pooled.")),
      runs.length === 0 ? h("p", { class: "empty" }, "No run of this instrument is here.") : null,
      runs.map((run, at) => {
        const place = h("div", {}, h("p", { class: "soft", role: "status" }, "Counting…"));
        let drawn = false;
        const draw = (): void => {
          if (drawn) return;
          drawn = true;
          board(run.key).then(
            (findings) => replace(place, module.board(findings, run)),
            (problem: Error) => replace(place, h("p", { class: "notes" }, problem.message)),
          );
        };
        const details = h("details", { class: "group", open: at < OPEN, ontoggle: () => details.open && draw() },
          h("summary", {}, h("h2", {}, run.name)),
          h("p", {}, h("a", { href: link(["run", run.key]) }, "To the run"), run.question ? ` · ${run.question}` : ""), progress(run), place);
        if (at < OPEN) draw();
        return details;
      }),
    ],
  };
}
