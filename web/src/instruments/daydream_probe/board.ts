// Findings of a probe: legality by setting and by depth, what comes back, what choosing is worth.

import type { BoardPage, Probe, RunCard } from "../../data";
import { h, type Child } from "../../parts/dom";
import { count, counted } from "../../parts/format";
import { narrowed } from "../../parts/filter";
import { definitions, number } from "../../parts/number";
import { bar, domain, key, plot } from "../../parts/plot";
import { link } from "../../parts/router";
import { table } from "../../parts/table";

type Games = (query?: { [name: string]: string }) => string;
type Cell = Probe.CellFindings;

const heat = (cell: Cell): string => String(cell.setting.temperature);
const cap = (cell: Cell): string => (cell.setting.soft_cap === null || cell.setting.soft_cap === undefined ? "none" : String(cell.setting.soft_cap));
const named = (cell: Cell): string => `temperature ${heat(cell)}, ${cap(cell) === "none" ? "no soft cap" : `soft cap ${cap(cell)}`}`;

export function board(page: BoardPage, run: RunCard): Child {
  const findings = page.findings as Probe.Findings;
  const games: Games = (query = {}) => link(["run", run.key, "games"], query);
  const cells = findings.cells ?? [];
  return [
    h("p", { class: "lead" }, `The ${findings.study.tier} board; ${findings.study.rules}. ${count(findings.games.scored)} of ${counted(findings.games.planned, "game")}.`),
    findings.notes.length > 0 ? h("ul", { class: "notes" }, findings.notes.map((note) => h("li", {}, note))) : null,
    cells.length > 1 ? grid(cells, games) : null,
    cells.length > 0 ? legality(cells, games) : null,
    findings.choice ? choice(findings.choice, games) : null,
    findings.prefix ? prefix(findings.prefix, games) : null,
    ends(findings),
    definitions([
      ...cells.flatMap((cell) => bandFindings(cell.all)),
      ...(findings.choice ? [findings.choice.score, findings.choice.decided, ...findings.choice.pickers.flatMap((one) => [one.samples, one.had_choice, one.forced])] : []),
      ...(findings.prefix ? [findings.prefix.all, ...findings.prefix.depths.map((one) => one.samples)] : []),
    ]),
  ];
}

const bandFindings = (band: Probe.BandFindings): Probe.Finding[] => Object.values(band).filter((one): one is Probe.Finding => typeof one === "object");

const at = (cell: Cell): { [name: string]: string } => ({ temperature: heat(cell), "soft cap": cap(cell) });

const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort((a, b) => (a === "none" ? 1 : b === "none" ? -1 : Number(a) - Number(b)));

/** Legal samples at every setting, temperatures down and soft caps across. */
function grid(cells: readonly Cell[], games: Games): Child {
  const heats = sorted(cells.map(heat));
  const caps = sorted(cells.map(cap));
  const of = (temperature: string, soft: string): Cell | undefined => cells.find((cell) => heat(cell) === temperature && cap(cell) === soft);
  return h("section", {}, h("h2", {}, "The grid"),
    h("p", { class: "lead" }, "The share of samples that are legal moves. Each number leads to its games."),
    table("Legal samples by temperature and soft cap", [
      { name: "temperature", heads: true, cell: (temperature: string) => temperature, key: (temperature: string) => Number(temperature) },
      ...caps.map((soft) => ({
        name: soft === "none" ? "no soft cap" : `soft cap ${soft}`,
        right: true,
        cell: (temperature: string): Child => {
          const cell = of(temperature, soft);
          return cell ? number(cell.all.samples, games(at(cell))) : "—";
        },
        key: (temperature: string) => of(temperature, soft)?.all.samples.value,
      })),
    ], heats));
}

/** Curves over the settings and over the plies, and everything in a table. */
function legality(cells: readonly Cell[], games: Games): Child {
  const caps = sorted(cells.map(cap));
  const heats = sorted(cells.map(heat));
  const ends = domain(cells.map((cell) => cell.all.samples));
  return h("section", {}, h("h2", {}, "Legality"), key(),
    narrowed("settings", [{ name: "temperature", of: heat }, { name: "soft cap", of: cap }], cells, (rows) => [
      h("div", { class: "figures" },
        heats.length > 1 ? caps.map((soft) => curve(soft === "none" ? "Without a soft cap" : `Soft cap ${soft}`, "legal samples by temperature", rows.filter((cell) => cap(cell) === soft), heat, games)) : null,
        caps.length > 1 ? heats.map((temperature) => curve(`Temperature ${temperature}`, "legal samples by soft cap", rows.filter((cell) => heat(cell) === temperature), (cell) => (cap(cell) === "none" ? "no soft cap" : `soft cap ${cap(cell)}`), games)) : null),
      table("Settings", [
        { name: "setting", heads: true, cell: (cell) => h("a", { href: games(at(cell)) }, named(cell)), key: (cell) => cell.setting.temperature },
        { name: "samples legal", right: true, cell: (cell) => number(cell.all.samples, games(at(cell))), key: (cell) => cell.all.samples.value },
        { name: "interval", class: "wide-only", cell: (cell) => bar(cell.all.samples, ends) },
        { name: "first try legal", right: true, cell: (cell) => number(cell.all.first_try), key: (cell) => cell.all.first_try.value },
        { name: "without a legal sample", right: true, cell: (cell) => number(cell.all.forced), key: (cell) => cell.all.forced.value },
        { name: "games", right: true, cell: (cell) => count(cell.games), key: (cell) => cell.games },
      ], rows),
      rows.map((cell) => depth(cell, games, rows.length === 1)),
    ]));
}

function curve(title: string, note: string, cells: readonly Cell[], label: (cell: Cell) => string, games: Games): Child {
  if (cells.length < 2) return null;
  return plot(title, note, cells.map((cell) => ({ label: label(cell), finding: cell.all.samples, href: games(at(cell)) })));
}

/** One setting by plies, and what came back there. */
function depth(cell: Cell, games: Games, only: boolean): Child {
  const bands = cell.bands.filter((band) => (band.samples.denominator ?? 0) > 0);
  const row = (band: Probe.BandFindings): string => (band.plies === "all" ? "all" : band.plies.replace("-", "–"));
  const marks = (of: (band: Probe.BandFindings) => Probe.Finding): { label: string; finding: Probe.Finding; href: string }[] =>
    bands.map((band) => ({ label: `plies ${row(band)}`, finding: of(band), href: games(at(cell)) }));
  const share = (name: string, of: (band: Probe.BandFindings) => Probe.Finding) => ({ name, right: true, cell: (band: Probe.BandFindings) => number(of(band)), key: (band: Probe.BandFindings) => of(band).value });
  const body: Child = [
    h("div", { class: "figures" },
      plot(`Legal samples by ply, ${named(cell)}`, "", marks((band) => band.samples)),
      plot(`First try legal by ply, ${named(cell)}`, "", marks((band) => band.first_try)),
      plot(`Samples whose text had been played before, ${named(cell)}`, "", marks((band) => band.texts_before))),
    table(`By ply, ${named(cell)}`, [
      { name: "plies", heads: true, cell: (band: Probe.BandFindings) => row(band), key: (band: Probe.BandFindings) => Number.parseInt(band.plies, 10) },
      share("samples legal", (band) => band.samples),
      share("of texts played before", (band) => band.samples_text_before),
      share("of other texts", (band) => band.samples_text_new),
      share("moves that came back", (band) => band.moves_before),
      share("positions that came back", (band) => band.positions_before),
      share("shuffling", (band) => band.shuffling),
      share("without a legal sample", (band) => band.forced),
    ], [cell.all, ...bands]),
  ];
  return only
    ? h("section", {}, h("h3", {}, "By depth"), body)
    : h("details", { class: "group" }, h("summary", {}, h("h3", {}, `By depth, ${named(cell)}`)), body);
}

function choice(found: Probe.ChoiceFindings, games: Games): Child {
  const { won, drawn, lost } = found.results;
  return h("section", {}, h("h2", {}, "What choosing is worth"),
    h("p", { class: "lead" }, "Rules of thumb choose among several legal samples; the other side chooses by ", h("code", {}, found.against), ". ",
      h("a", { href: games() }, counted(won + drawn + lost, "game")), `: ${won} won, ${drawn} drawn, ${lost} lost by the rules of thumb. `,
      `Exact sign test on the decided games: p = ${found.sign_test_p.toPrecision(2)}.`),
    key(),
    h("div", { class: "figures" },
      plot("Points of the rules of thumb", "a draw is half a point; without an edge it is 0.5", [{ label: "points a game", finding: found.score, href: games() }]),
      plot("What each had to choose from", "", found.pickers.flatMap((one) => [
        { label: `${one.picker}: samples legal`, finding: one.samples, href: games() },
        { label: `${one.picker}: had a choice`, finding: one.had_choice, href: games() },
      ]))),
    table("Who chose, and from what", [
      { name: "picker", heads: true, cell: (one) => h("span", {}, h("a", { href: games({ white: one.picker }) }, `${one.picker} as White`), ", ", h("a", { href: games({ black: one.picker }) }, "as Black")), key: (one) => one.picker },
      { name: "samples legal", right: true, cell: (one) => number(one.samples), key: (one) => one.samples.value },
      { name: "had a choice", right: true, cell: (one) => number(one.had_choice), key: (one) => one.had_choice.value },
      { name: "without a legal sample", right: true, cell: (one) => number(one.forced), key: (one) => one.forced.value },
    ], found.pickers),
    h("p", { class: "key" }, "Decided games won: ", number(found.decided), "."));
}

function prefix(found: Probe.PrefixFindings, games: Games): Child {
  const asked = found.depths.filter((one) => one.positions > 0);
  return h("section", {}, h("h2", {}, "After real games"),
    h("p", { class: "lead" }, "The tool is shown a real game up to some ply. Over all positions ", number(found.all, games()), " of the samples are legal."),
    key(),
    plot("Legal samples by depth", "plies of a real game that were shown", asked.map((one) => ({ label: `after ${counted(one.depth, "ply", "plies")}`, finding: one.samples, href: games() }))),
    table("By depth", [
      { name: "plies shown", heads: true, right: true, cell: (one) => one.depth, key: (one) => one.depth },
      { name: "samples legal", right: true, cell: (one) => number(one.samples, games()), key: (one) => one.samples.value },
      { name: "positions", right: true, cell: (one) => count(one.positions), key: (one) => one.positions },
    ], asked));
}

function ends(findings: Probe.Findings): Child {
  const rows = [
    ...(findings.cells ?? []).map((cell) => ({ setting: named(cell), terminations: cell.terminations })),
    ...(findings.choice ? [{ setting: "all games", terminations: findings.choice.terminations }] : []),
  ];
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.terminations)))].sort();
  if (names.length === 0) return null;
  return h("section", {}, h("h2", {}, "How games ended"),
    table("Games by termination", [
      { name: "setting", heads: true, cell: (row) => row.setting, key: (row) => row.setting },
      ...names.map((name) => ({ name: name.replaceAll("-", " "), right: true, cell: (row: (typeof rows)[number]): Child => count(row.terminations[name] ?? 0), key: (row: (typeof rows)[number]) => row.terminations[name] ?? 0 })),
    ], rows));
}
