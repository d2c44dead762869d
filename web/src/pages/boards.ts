// All runs of one instrument, one leaderboard below the other. Runs are not pooled: each has
// its own study.

import { moduleOf } from "../instruments";
import type { RunCard } from "../data";
import { h, replace, type Child } from "../parts/dom";
import { instrument } from "../parts/format";
import { link } from "../parts/router";
import { board, home } from "../parts/source";
import { progress } from "./home";
import { head, sitting, type Page } from "./page";

/** Boards that are opened at once; others open when they are asked for. */
const OPEN = 1;

export async function boardsPage(name: string): Promise<Page> {
  const page = await home();
  const runs = page.runs.filter((run) => run.instrument === name);
  const module = moduleOf(name);
  const models = runs.filter((run) => run.people.length === 0);
  const people = runs.filter((run) => run.people.length > 0);
  const boards = (some: readonly RunCard[], open: number): Child => some.map((run, at) => {
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
    const details = h("details", { class: "group", open: at < open, ontoggle: () => details.open && draw() },
      h("summary", {}, run.people.length === 0 ? h("h2", {}, run.name) : h("h3", {}, run.name)),
      h("p", {}, h("a", { href: link(["run", run.key]) }, "To the run"), run.question ? ` · ${run.question}` : ""), sitting(run.people), progress(run), place);
    if (at < open) draw();
    return details;
  });
  return {
    title: instrument(name),
    content: [
      head("Leaderboards", instrument(name), h("p", { class: "lead" }, module.about, " Each run is a study of its own; their numbers are not pooled.")),
      models.length === 0 ? h("p", { class: "empty" }, "No run of this instrument is here.") : null,
      boards(models, OPEN),
      people.length === 0 ? null : h("section", { class: "sittings" }, h("h2", {}, "Sittings of people"), h("p", { class: "lead" }, "They stand apart from the runs of models, and count for none."), boards(people, 0)),
    ],
  };
}
