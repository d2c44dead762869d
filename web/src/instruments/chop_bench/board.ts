// Findings of a Chop-Bench run: the leaderboard, cells, error classes, difficulty.

import type { BoardPage, Chop, RunCard } from "../../data";
import { h, type Child } from "../../parts/dom";
import { count, counted } from "../../parts/format";
import { narrowed } from "../../parts/filter";
import { leaderboard, type Standing } from "../../parts/leaderboard";
import { definitions, number } from "../../parts/number";
import { bar, domain, key, plot } from "../../parts/plot";
import { link } from "../../parts/router";
import { table } from "../../parts/table";
import { voids } from "../../parts/voids";

const isBuiltIn = (kind: string): boolean => kind.startsWith("built-in");

export function board(page: BoardPage, run: RunCard): Child {
  const findings = page.findings as Chop.Findings;
  const games = (query: { [name: string]: string }): string => link(["run", run.key, "games"], query);
  const standings = findings.leaderboard;
  return [
    findings.notes.length > 0 ? h("ul", { class: "notes" }, findings.notes.map((note) => h("li", {}, note))) : null,
    narrowed("leaderboard", [{ name: "family", of: (cell) => cell.family }, { name: "mode", of: (cell) => cell.mode }], findings.cells, (rows) =>
      rows.length < findings.cells.length
        ? leaderboard({ caption: "Optimal moves in the cells that fit", ties: undefined, rows: ofCells(rows, findings, games) })
        : leaderboard({
            caption: "Optimal moves: mean over prompt families, then over modes",
            ties: page.ties[0],
            rows: standings.map((standing) => ({
              rank: standing.rank,
              name: standing.model,
              kind: isBuiltIn(standing.kind) ? "built in" : standing.kind,
              href: games({ model: standing.model }),
              headline: standing.optimality,
              more: [
                { name: "legal", finding: standing.legality },
                { name: "structure gain", finding: standing.structure_gain },
                { name: "family range", finding: standing.family_range },
                { name: "tokens a move", finding: standing.tokens_per_move },
                { name: "dollars a move", finding: standing.cost_per_move },
              ],
              results: standing.results,
            })),
          })),
    key(),
    cells(findings, games),
    kinds("What replies were", "First tries by class: legal moves, replies without a usable state, and illegal moves, each by the first class that fits.", standings, games, (one) => one.replies),
    kinds("What legal moves did", "Legal first tries by what they did to the value of the game: kept whole, kept with a longer way to a win or a shorter one to a loss, or given up.", standings, games, (one) => one.value_changes),
    difficulty(standings, games),
    ends(standings, games),
    voids(findings.voids, games),
    definitions(standings.flatMap((one) => [one.optimality, one.legality, one.structure_gain, one.family_range, one.tokens_per_move, one.cost_per_move, ...one.strata.map((stratum) => stratum.optimality)]).filter((one) => one !== null)),
  ];
}

type Query = (query: { [name: string]: string }) => string;

const ofCell = ({ model, family, mode }: Chop.CellFindings, games: Query): string => games({ model, family, mode });

/** Each model × family × mode. */
function cells(findings: Chop.Findings, games: Query): Child {
  const ends = domain(findings.cells.map((cell) => cell.optimality));
  return h("section", {},
    h("h2", {}, "Cells"),
    h("p", { class: "lead" }, "One model, one way to put the question, one way of asking. The games of all cells have the same starts, seats and opponents."),
    narrowed("cells", [{ name: "model", of: (cell) => cell.model }, { name: "family", of: (cell) => cell.family }, { name: "mode", of: (cell) => cell.mode }], findings.cells, (rows) => table("Cells by model, family and mode", [
      { name: "model", heads: true, cell: (cell) => h("a", { href: ofCell(cell, games) }, cell.model), key: (cell) => cell.model },
      { name: "family", cell: (cell) => cell.family, key: (cell) => cell.family },
      { name: "mode", cell: (cell) => cell.mode, key: (cell) => cell.mode },
      { name: "optimal", right: true, cell: (cell) => number(cell.optimality, ofCell(cell, games)), key: (cell) => cell.optimality.value },
      { name: "interval", class: "wide-only", cell: (cell) => bar(cell.optimality, ends) },
      { name: "legal", right: true, cell: (cell) => number(cell.legality, ofCell(cell, games)), key: (cell) => cell.legality.value },
      { name: "games", right: true, cell: (cell) => count(cell.games.scored), key: (cell) => cell.games.scored },
    ], rows)));
}

/** A leaderboard of single cells, for a reader who wants one family or mode. */
function ofCells(cells: readonly Chop.CellFindings[], findings: Chop.Findings, games: Query): Standing[] {
  const several = <T>(of: (cell: Chop.CellFindings) => T): boolean => new Set(cells.map(of)).size > 1;
  const better = (a: Chop.CellFindings, b: Chop.CellFindings): number => (b.optimality.value ?? -1) - (a.optimality.value ?? -1);
  const sorted = [...cells].sort(better);
  return sorted.map((cell) => {
    const above = sorted.findIndex((other) => other.optimality.value === cell.optimality.value);
    const kind = findings.study.models[cell.model]?.kind ?? "";
    return {
      rank: cell.optimality.value === null ? null : above + 1,
      name: [cell.model, ...(several((one) => one.family) ? [cell.family] : []), ...(several((one) => one.mode) ? [cell.mode] : [])].join(", "),
      kind: isBuiltIn(kind) ? "built in" : kind,
      href: ofCell(cell, games),
      headline: cell.optimality,
      more: [{ name: "legal", finding: cell.legality }],
      results: null,
    };
  });
}

/** Kinds that come first, in this order. */
const order = ["legal", "no-state", "truncated", "refused", "kept"];

/** Moves by kind and model; each count leads to the games that have such a move. */
function kinds(title: string, lead: string, standings: readonly Chop.Standing[], games: Query, of: (standing: Chop.Standing) => { [kind: string]: number }): Child {
  const names = new Set(standings.flatMap((one) => Object.keys(of(one))));
  if (names.size === 0) return null;
  const ordered = [...order.filter((name) => names.has(name)), ...[...names].filter((name) => !order.includes(name)).sort()];
  return h("section", {},
    h("h2", {}, title),
    h("p", { class: "lead" }, lead),
    table(`${title}, by model`, [
      { name: "class", heads: true, cell: (name: string) => h("code", {}, name), key: (name: string) => ordered.indexOf(name) },
      ...standings.map((standing) => ({
        name: standing.model,
        right: true,
        cell: (name: string): Child => {
          const many = of(standing)[name] ?? 0;
          const all = Object.values(of(standing)).reduce((sum, one) => sum + one, 0);
          return many === 0 ? h("span", { class: "soft" }, "·") : [h("a", { class: "num", href: games({ model: standing.model, mark: name }), title: "the games with such a move" }, count(many)), h("span", { class: "share" }, ` ${((100 * many) / all).toFixed(0)}%`)];
        },
        key: (name: string) => of(standing)[name] ?? 0,
      })),
    ], ordered));
}

/** How scored games ended. */
function ends(standings: readonly Chop.Standing[], games: Query): Child {
  const names = [...new Set(standings.flatMap((one) => Object.keys(one.terminations)))].sort();
  if (names.length === 0) return null;
  return h("section", {},
    h("h2", {}, "How games ended"),
    table("Scored games by ending and model", [
      { name: "ending", heads: true, cell: (name: string) => name, key: (name: string) => name },
      ...standings.map((standing) => ({
        name: standing.model,
        right: true,
        cell: (name: string): Child => {
          const many = standing.terminations[name] ?? 0;
          return many === 0 ? h("span", { class: "soft" }, "·") : h("a", { class: "num", href: games({ model: standing.model, mark: name }) }, count(many));
        },
        key: (name: string) => standing.terminations[name] ?? 0,
      })),
    ], names));
}

/** The last band is open: its greatest distance is the largest number of its type. */
const WITHOUT_END = 65535;

const words: { [value: string]: string } = { WIN: "won", DRAW: "drawn", LOSE: "lost" };

function banded({ value, plies }: Chop.Stratum): string {
  const name = words[value] ?? value;
  if (!plies) return name;
  const [least, greatest] = plies;
  return `${name} in ${least}${greatest === WITHOUT_END ? " or more" : greatest === least ? "" : `–${greatest}`}`;
}

/** Optimality by the value of the position and the plies to the end. */
function difficulty(standings: readonly Chop.Standing[], games: Query): Child {
  const shown = standings.filter((standing) => standing.strata.length > 0);
  if (shown.length === 0) return null;
  return h("section", {},
    h("h2", {}, "By difficulty"),
    h("p", { class: "lead" }, "The share of optimal moves from won, drawn and lost positions, by plies to the end with best play."),
    h("div", { class: "figures" }, shown.map((standing) =>
      plot(standing.model, counted(standing.strata.reduce((sum, one) => sum + (one.optimality.denominator ?? 0), 0), "move"), standing.strata.map((stratum) => ({
        label: banded(stratum),
        finding: stratum.optimality,
      })), undefined, games({ model: standing.model })))));
}
