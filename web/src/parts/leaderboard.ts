// A leaderboard: ranks, intervals as bars, and a line beside those that cannot be told apart.

import type { Ties } from "../data";
import { h, unseen, type Child } from "./dom";
import { value, type Finding } from "./format";
import { number } from "./number";
import { bar, byGames, domain } from "./plot";
import { table, type Column } from "./table";

export type Standing = {
  rank: number | null;
  name: string;
  kind: string;
  href: string;
  headline: Finding;
  more: { name: string; finding: Finding | null | undefined }[];
  /** Absent where the findings do not have them. */
  results: { won: number; drawn: number; lost: number } | null;
  remark?: string;
};

export type Leaderboard = {
  caption: string;
  ties: Ties | undefined;
  rows: Standing[];
};

/** The table, and what the line beside it means. */
export function leaderboard({ caption, ties, rows }: Leaderboard): Child {
  const ends = domain(rows.map((row) => row.headline));
  const apart = (above: number): boolean => ties?.told_apart[above] ?? true;
  const columns: Column<Standing>[] = [
    { name: "#", right: true, class: "rank", cell: (row) => row.rank ?? "–", key: (row) => row.rank },
    {
      name: "player",
      heads: true,
      cell: (row, at) => [
        h("a", { href: row.href }, row.name),
        h("small", { class: "kind" }, row.kind),
        row.remark ? h("small", { class: "kind warn" }, row.remark) : null,
        at < rows.length - 1 && !apart(at) && rows[at] === row ? unseen(`cannot be told apart from ${rows[at + 1]?.name ?? ""}`) : null,
      ],
      key: (row) => row.name,
    },
    { name: "headline", right: true, class: "headline", cell: (row) => [number(row.headline, row.href), margin(row.headline)], key: (row) => row.headline.value },
    { name: "95% interval", class: "interval", cell: (row) => bar(row.headline, ends) },
  ];
  const names = rows[0]?.more.map((one) => one.name) ?? [];
  names.forEach((name, at) => {
    if (rows.every((row) => !row.more[at]?.finding)) return;
    columns.push({
      name,
      right: true,
      cell: (row) => {
        const finding = row.more[at]?.finding;
        return finding ? number(finding, row.href) : h("span", { class: "soft" }, "—");
      },
      key: (row) => row.more[at]?.finding?.value,
    });
  });
  if (rows.some((row) => row.results)) {
    columns.push({ name: "won–drawn–lost", right: true, cell: ({ results, href }) => (results ? h("a", { class: "num", href }, `${results.won}–${results.drawn}–${results.lost}`) : "—"), key: (row) => row.results?.won });
  }
  const tied = (row: Standing, at: number, sorted: boolean): string => {
    if (sorted || rows[at] !== row) return "";
    const down = at < rows.length - 1 && !apart(at);
    const up = at > 0 && !apart(at - 1);
    return [down && "tied-down", up && "tied-up"].filter(Boolean).join(" ");
  };
  const some = ties && ties.told_apart.some((one) => !one);
  return [
    table(caption, columns, rows, tied),
    some ? h("p", { class: "key" }, h("span", { class: "tiemark", "aria-hidden": "true" }), "joined by a line: neighbours that these games cannot tell apart. ", h("span", { class: "nerd-inline" }, `${ties.by}.`)) : null,
  ];
}

/** Half the width of the interval, beside the number. */
function margin(finding: Finding): Child {
  const ends = byGames(finding);
  if (!ends) return null;
  const half = (ends.hi - ends.lo) / 2;
  return h("span", { class: "margin" }, ` ±${finding.unit === "share" ? (100 * half).toFixed(1) : value(half, finding.unit)}`);
}
