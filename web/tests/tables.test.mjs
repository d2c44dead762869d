// Tables as a stranger's program reads them: Parquet by hyparquet, which shares no code with
// the writer, row for row beside the CSV, the list of games and the findings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { boards, chop, data, files, folder, play, serve } from "./support.mjs";

const home = folder();
const probe = `name = "probe"\ninstrument = "daydream-probe"\nseed = 5\n[probe]\ntier = "micro"\ngames = 3\nply_cap = 30\n`;
await play(home, "chop", chop);
await play(home, "boards", boards);
await play(home, "probe", probe);
const { base } = await serve(home);
const out = files(home, `${folder()}/site`);
const runs = (await data(base, "home")).runs;

const get = async (run, name) => {
  const came = await fetch(`${base}files/${run.key}/${name}`);
  assert.equal(came.status, 200, name);
  return came.arrayBuffer();
};

/** Rows of CSV as RFC 4180 has it; what is nothing between commas is null. */
function csv(text) {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(,|\n)/g)];
  const rows = [[]];
  for (const [, cell, end] of cells) {
    rows.at(-1).push(cell === "" ? null : cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\n") rows.push([]);
  }
  const [head, ...body] = rows.slice(0, -1);
  return body.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
}

/** A value of Parquet as CSV writes it. */
function written(value) {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString().slice(0, 19);
  return typeof value === "string" && /^[=+@\t\r-]/.test(value) ? `'${value}` : String(value);
}

const tablesOf = (run) => (run.instrument === "chop-bench" ? ["games", "moves"] : ["games", "moves", "samples"]);

const parquet = async (run, name) => {
  const file = await get(run, `${name}.parquet`);
  const metadata = await parquetMetadataAsync(file);
  return { file, facts: Object.fromEntries(metadata.key_value_metadata.map((one) => [one.key, one.value])), rows: await parquetReadObjects({ file }) };
};

for (const run of runs) {
  test(`${run.instrument}: Parquet and CSV hold the same rows`, async () => {
    for (const name of tablesOf(run)) {
      const { rows, facts, file } = await parquet(run, name);
      const lines = csv(new TextDecoder().decode(await get(run, `${name}.csv`)));
      assert.equal(rows.length, lines.length, name);
      assert.ok(rows.length > 0);
      rows.forEach((row, at) => {
        for (const [column, value] of Object.entries(row)) {
          const cell = lines[at][column];
          const number = typeof value === "number" || typeof value === "bigint";
          if (number) assert.equal(Number(cell), Number(value), `${name}.${column}`);
          else assert.equal(value instanceof Date ? cell.slice(0, 19) : cell, written(value), `${name}.${column}`);
        }
      });
      assert.equal(facts["ludometer.study"], run.name);
      assert.deepEqual(Object.keys(JSON.parse(facts["ludometer.columns"])), Object.keys(rows[0]));
      // The site of files has the same bytes.
      const kept = readFileSync(fileURLToPath(new URL(`files/${run.key}/${name}.parquet`, out)));
      assert.equal(Buffer.compare(kept, Buffer.from(file)), 0, name);
    }
  });

  test(`${run.instrument}: the table of games is the list of games`, async () => {
    const { rows } = await parquet(run, "games");
    const list = await data(base, `runs/${run.key}/games`);
    assert.deepEqual(rows.map((row) => row.game), list.games.map((game) => game.id));
    assert.deepEqual(rows.map((row) => Number(row.answers)), list.games.map((game) => game.answers));
    assert.deepEqual(rows.map((row) => Number(row.place)), list.games.map((_, at) => at));
  });
}

const findings = async (instrument) => {
  const run = runs.find((one) => one.instrument === instrument);
  return { run, findings: (await data(base, `runs/${run.key}/board`)).findings };
};

test("optimal moves are counted as the leaderboard counts them", async () => {
  const { run, findings: said } = await findings("chop-bench");
  const { rows } = await parquet(run, "moves");
  for (const cell of said.cells) {
    const here = rows.filter((row) => row.graded && row.model === cell.model && row.family === cell.family && row.mode === cell.mode);
    assert.deepEqual([here.filter((row) => row.optimal).length, here.length], [cell.optimality.numerator, cell.optimality.denominator]);
    assert.deepEqual([here.filter((row) => row.legal).length, here.length], [cell.legality.numerator, cell.legality.denominator]);
  }
});

test("samples are counted as findings count them", async () => {
  const { run, findings: said } = await findings("token-chess");
  const { rows } = await parquet(run, "samples");
  const whole = said.groups.find((group) => group.condition === null);
  for (const player of whole.players) {
    const here = rows.filter((row) => row.player === player.player && row.bought);
    assert.deepEqual([here.filter((row) => row.legal).length, here.length], [player.attempt_legality.numerator, player.attempt_legality.denominator]);
  }
  const probe = await findings("daydream-probe");
  const drawn = (await parquet(probe.run, "samples")).rows;
  const { samples } = probe.findings.cells[0].all;
  assert.deepEqual([drawn.filter((row) => row.legal).length, drawn.length], [samples.numerator, samples.denominator]);
});

test("a table that there is not is none", async () => {
  const run = runs.find((one) => one.instrument === "chop-bench");
  for (const name of ["samples.csv", "samples.parquet", "moves.arrow"]) {
    const came = await fetch(`${base}files/${run.key}/${name}`);
    assert.equal(came.status, 404, name);
  }
});
