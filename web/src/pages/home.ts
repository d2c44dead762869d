// The first page: the runs, what each measured, when, with which program.

import type { Imported, RunCard } from "../data";
import { instruments, moduleOf } from "../instruments";
import { h, replace, type Child } from "../parts/dom";
import { count, counted, date, dollars, instrument } from "../parts/format";
import { link } from "../parts/router";
import { home } from "../parts/source";
import { table } from "../parts/table";
import { head, type Page } from "./page";

/** Sittings that are listed at once. */
const SITTINGS = 20;

export async function homePage(): Promise<Page> {
  const page = await home();
  const list = h("ul", { class: "runs" });
  const sittings = h("section", { class: "sittings" });
  const said = h("p", { class: "soft", role: "status" });
  const search = h("input", { type: "search", id: "search", placeholder: "a name, a player, a question, an instrument", oninput: () => draw() });
  const draw = (): void => {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const fitting = page.runs.filter((run) => words.every((word) => text(run).includes(word)));
    said.textContent = words.length === 0 ? "" : `${counted(fitting.length, "run")} of ${count(page.runs.length)}`;
    replace(list, fitting.filter((run) => run.people.length === 0).map(card));
    const people = fitting.filter((run) => run.people.length > 0);
    replace(sittings, people.length === 0 ? null : [
      h("h2", {}, "Sittings of people"),
      h("p", { class: "lead" }, "Games that people played at this site. They count for no model."),
      table("Sittings of people", [
        { name: "game", heads: true, cell: (run) => h("a", { href: link(["run", run.key]) }, run.question ?? run.name), key: (run) => run.question ?? run.name },
        { name: "person", cell: (run) => run.people.join(", "), key: (run) => run.people.join(", ") },
        { name: "instrument", cell: (run) => instrument(run.instrument), key: (run) => run.instrument },
        { name: "begun", cell: (run) => h("time", { datetime: run.started }, date(run.started)), key: (run) => run.started },
        { name: "games over", right: true, cell: (run) => `${count(run.progress.scored + run.progress.void)} of ${count(run.progress.planned)}`, key: (run) => run.progress.scored },
      ], people.slice(0, SITTINGS)),
      people.length > SITTINGS ? h("p", { class: "soft" }, `${count(people.length - SITTINGS)} more are found by the search.`) : null,
    ]);
  };
  draw();
  const measured = instruments.filter((one) => page.runs.some((run) => run.instrument === one.name));
  return {
    title: "Runs",
    content: [
      head(page.program, "Runs", h("p", { class: "lead" }, "Language models measured by the formal games they play. Every number has its definition, its counts and its interval, and a way to the games behind it.")),
      page.problems.length > 0 ? h("ul", { class: "notes" }, page.problems.map((problem) => h("li", {}, problem))) : null,
      page.notes.length > 0 ? h("details", { class: "more" }, h("summary", {}, `Shown once: ${counted(page.notes.length, "run")} in several folders`), h("ul", {}, page.notes.map((note) => h("li", {}, note)))) : null,
      measured.length > 0 ? h("nav", { class: "instruments", "aria-label": "Instruments" }, measured.map((one) => h("a", { href: link(["board", one.name]) }, h("strong", {}, instrument(one.name)), h("span", {}, one.about)))) : null,
      page.runs.length > 0
        ? [h("div", { class: "searchbar" }, h("label", { for: "search" }, "Search"), search, said), list, sittings]
        : h("p", { class: "empty" }, "There is no run yet. Play one: ", h("code", {}, "ludometer run studies/quickstart.toml")),
    ],
  };
}

const text = (run: RunCard): string =>
  [run.key, run.name, run.question ?? "", run.instrument, instrument(run.instrument), moduleOf(run.instrument).about, run.program, run.started, ...(run.imported ? ["imported", ...run.imported.holds, run.imported.known ?? ""] : []), ...run.players.flatMap((player) => [player.name, player.kind, player.model])].join(" ").toLowerCase();

function card(run: RunCard): HTMLElement {
  return h("li", { class: "card" },
    h("p", { class: "eyebrow" }, instrument(run.instrument), " · ", run.imported ? [h("strong", { class: "label" }, "imported"), " "] : null, h("time", { datetime: run.started }, date(run.started)), ` · ${run.program}`),
    h("h2", {}, h("a", { href: link(["run", run.key]) }, run.name)),
    run.question ? h("p", { class: "question" }, run.question) : h("p", { class: "soft" }, moduleOf(run.instrument).about),
    h("p", { class: "players" }, run.players.map((player, at) => [at > 0 ? ", " : "", h("span", { title: `${player.kind} ${player.model}` }, player.name)])),
    progress(run));
}

/** What an archive holds; of a run, how far it has come, in a line with a bar. */
export function progress(run: RunCard): Child {
  if (run.imported) return holds(run.imported, run.progress.planned);
  const { planned, scored, void: voided, open, answers, dollars: cost } = run.progress;
  const part = (name: string, many: number): Child => (many === 0 ? null : h("span", { class: name }, `${count(many)} ${name}`));
  return h("div", { class: "progress" },
    h("progress", { max: Math.max(planned, 1), value: scored + voided, "aria-label": `${scored + voided} of ${planned} games over` }),
    h("p", {}, part("scored", scored), part("void", voided), part("open", open), h("span", {}, `of ${counted(planned, "game")}`), h("span", { class: "soft" }, `${counted(answers, "answer")}${cost === null ? "" : `, ${dollars(cost)}`}`), run.progress.working ? h("span", { class: "working" }, "in progress") : null));
}

function holds({ from, holds, known, left_out: left }: Imported, games: number): Child {
  return h("div", { class: "holds" },
    h("p", {}, h("span", {}, `${counted(games, "game")} with their moves, `), h("span", { class: "soft" }, `played elsewhere, imported${from ? ` from ${from}` : ""}${left > 0 ? `, ${counted(left, "file")} left out` : ""}`)),
    h("p", { class: "soft" }, holds.join(", ")),
    known ? h("p", { class: "sound" }, `These are ${known}.`) : null);
}
