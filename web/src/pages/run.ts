// One run: its findings, its games, its papers.

import type { PlayerCard, RunCard, RunPage } from "../data";
import { moduleOf } from "../instruments";
import { exam as examOf } from "../instruments/chop_bench/exam";
import { foreign, h, replace, type Child } from "../parts/dom";
import { counted, instrument, time } from "../parts/format";
import { link } from "../parts/router";
import { board, exam, file, isServed, papers, verified } from "../parts/source";
import { table } from "../parts/table";
import { progress } from "./home";
import { head, sitting, type Page } from "./page";

type Tab = "findings" | "games" | "take" | "seat" | "papers";

/** What stands above every page of a run. */
export function runHead(page: RunPage, tab: Tab | null): HTMLElement {
  const { card } = page;
  const tabs: [Tab, string, string][] = [
    ["findings", "Findings", link(["run", card.key])],
    ["games", "Games", link(["run", card.key, "games"])],
    ...(page.exam ? [["take", "Take the benchmark", link(["run", card.key, "take"])] as [Tab, string, string]] : []),
    ...(card.people.length > 0 && isServed() ? [["seat", "The seat", link(["run", card.key, "seat"])] as [Tab, string, string]] : []),
    ["papers", "Papers", link(["run", card.key, "papers"])],
  ];
  return head([h("a", { href: link(["board", card.instrument]) }, instrument(card.instrument)), card.imported ? [" ", h("strong", { class: "label" }, "imported")] : null], card.name,
    card.question ? h("p", { class: "question" }, card.question) : null,
    sitting(card.people),
    progress(card),
    h("nav", { class: "tabs", "aria-label": "This run" }, tabs.map(([name, words, href]) => h("a", { href, "aria-current": name === tab ? "page" : null }, words))));
}

export async function findingsPage(key: string): Promise<Page> {
  const [page, findings] = await Promise.all([papers(key), board(key)]);
  return {
    title: page.card.name,
    content: [runHead(page, "findings"), moduleOf(page.card.instrument).board(findings, page.card)],
  };
}

export async function takePage(key: string): Promise<Page> {
  const [page, findings, table] = await Promise.all([papers(key), board(key), exam(key)]);
  return {
    title: `Take ${page.card.name}`,
    content: [runHead(page, "take"), h("h2", {}, "Take the benchmark"), examOf(table, findings, page.card)],
  };
}

export async function papersPage(key: string): Promise<Page> {
  const page = await papers(key);
  const { card } = page;
  const check = h("div", { class: "check" });
  return {
    title: `Papers of ${card.name}`,
    content: [
      runHead(page, "papers"),
      h("dl", { class: "facts" },
        fact(card.imported ? "digest of the records" : "run", h("code", {}, page.id)),
        fact(card.imported ? "imported" : "started", time(card.started)),
        fact("program", card.program),
        card.imported ? fact("holds", card.imported.holds.map((one) => h("div", {}, one))) : fact("sessions", page.sessions.map((one) => h("div", {}, `${time(one.started)}, ${one.program}`)))),
      h("section", {}, h("h2", {}, "Players"), table("Players of the run", [
        { name: "player", heads: true, cell: (player) => player.name, key: (player) => player.name },
        { name: "what it is", cell: (player) => player.kind, key: (player) => player.kind },
        ...(card.imported ? [] : [{ name: "model", cell: (player: PlayerCard) => h("code", {}, player.model), key: (player: PlayerCard) => player.model }]),
      ], card.players)),
      h("section", {}, h("h2", {}, "Verified"), h("p", { class: "lead" }, card.imported ? "Every game is replayed by the rules, every tally is counted anew, and verdicts are asked for again." : "Every game is played again from the journal, draws and verdicts are made again, every finding is derived anew."), check, checking(card, check)),
      h("section", {}, h("h2", {}, "Take home"), h("ul", { class: "downloads" }, page.downloads.map((one) => h("li", {}, h("a", { href: file(key, one.file), download: `${key}-${one.file}` }, one.file), ` ${one.what}`)))),
      page.amendments.length > 0 ? h("section", {}, h("h2", {}, "Changed on resume"), h("ul", {}, page.amendments.map((one) => h("li", {}, one)))) : null,
      page.left_out.length > 0 ? h("section", {}, h("h2", {}, "Left out of the import"), h("ul", {}, page.left_out.map((one) => h("li", {}, one)))) : null,
      card.imported ? null : h("section", {}, h("h2", {}, "The study file"), foreign(page.study, { "aria-label": "The study file" })),
      h("details", { class: "more" }, h("summary", {}, card.imported ? "What was imported" : "The manifest"), foreign(page.manifest, { "aria-label": card.imported ? "What was imported" : "The manifest" })),
    ],
  };
}

const fact = (name: string, value: Child): Child => [h("dt", {}, name), h("dd", {}, value)];

/** A site of files has it at once; a program is asked for it, since it takes a while. */
function checking({ key, imported }: RunCard, check: HTMLElement): Child {
  const run = async (): Promise<void> => {
    replace(check, h("p", { role: "status" }, "Replaying every game…"));
    try {
      const said = await verified(key);
      if (!said) {
        replace(check, h("p", { class: "notes" }, "This site was written without it: run ludometer verify."));
        return;
      }
      const sound = said.problems.length === 0;
      replace(check,
        h("p", { role: "status", class: sound ? "sound" : "notes" }, sound ? `✓ Verified: every game replays, ${imported ? "every tally and verdict is as recorded" : "every finding follows from the journal"}.` : `✕ ${counted(said.problems.length, "difference")}`),
        h("p", {}, said.summary),
        h("ul", {}, said.problems.map((one) => h("li", {}, one)), said.notes.map((one) => h("li", { class: "soft" }, one))));
    } catch (problem) {
      replace(check, h("p", { class: "notes" }, (problem as Error).message));
    }
  };
  if (!isServed()) {
    void run();
    return null;
  }
  const button = h("button", { class: "primary", type: "button", onclick: () => {
    button.remove();
    void run();
  } }, "Verify now");
  return button;
}
