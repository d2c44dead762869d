// Pages of probes of Daydream: every kind of probe, its numbers, its games, its dreams.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { data, files, folder, go, listed, open, play, serve, violations } from "./support.mjs";

const home = folder();
const study = (name, keys) => `name = "${name}"\nquestion = "Where is it legal?"\ninstrument = "daydream-probe"\nseed = 5\n[probe]\ntier = "micro"\n${keys}`;
writeFileSync(join(home, "games.txt"), "b1c3 b4c3 b2c3\ne2e3 b5c3 d2d3\n");
await play(home, "grid", study("grid", `kind = "grid"\ngames = 2\nband = 10\nply_cap = 24\nattempts = 6\ntemperatures = [0.6, 1.0]\nsoft_caps = [5.0, 0.0]\n`));
await play(home, "choice", study("choice", `kind = "choice"\ngames = 4\nply_cap = 30\n`));
await play(home, "prefix", study("prefix", `kind = "prefix"\ngames = 2\ndepths = [0, 2]\ngames_file = "games.txt"\n`));
const { base } = await serve(home);
const out = files(home, `${folder()}/site`);
const runs = (await data(base, "home")).runs;
const key = (name) => runs.find((run) => run.name === name).key;

for (const [name, place, options] of [
  ["served, light, wide", base, {}],
  ["served, dark, phone", base, { dark: true, width: 390 }],
  ["files, dark, wide", out, { dark: true }],
  ["files, light, phone", out, { width: 390 }],
]) {
  test(`pages of probes ${name}`, async () => {
    const page = await open(options);
    const wrong = [];
    const pages = runs.flatMap((run) => ["", "/games", "/game/0/1", "/papers"].map((one) => `#/run/${run.key}${one}`));
    for (const hash of ["#/board/daydream-probe", ...pages]) {
      await go(page, place, hash);
      for (const one of await page.locator("main details").all()) await one.evaluate((details) => (details.open = true));
      for (const one of await violations(page)) wrong.push(`${hash}: ${one}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) wrong.push(`${hash} scrolls sideways by ${over}`);
      for (const one of page.wrong.splice(0)) wrong.push(`${hash}: ${one}`);
    }
    assert.deepEqual(wrong, []);
  });
}

test("every number of the grid is the findings' and leads to its games", async () => {
  const page = await open();
  const { findings } = await data(base, `runs/${key("grid")}/board`);
  const table = page.getByRole("table", { name: "Legal samples by temperature and soft cap" });
  for (const cell of findings.cells) {
    await go(page, base, `#/run/${key("grid")}`);
    const { temperature, soft_cap: cap } = cell.setting;
    const heads = await table.locator("thead th").allInnerTexts();
    const column = heads.findIndex((head) => head.startsWith(cap === null ? "no soft cap" : `soft cap ${cap}`));
    const row = table.locator("tbody tr").filter({ has: page.getByRole("rowheader", { name: String(temperature), exact: true }) });
    const link = row.locator("td").nth(column - 1).locator("a");
    assert.equal(await link.innerText(), `${(100 * cell.all.samples.value).toFixed(1)}%`);
    await link.click();
    await listed(page);
    assert.match(await page.getByRole("status").innerText(), new RegExp(`^${cell.games} games of 8`));
    const word = `t${Number.isInteger(temperature) ? `${temperature}.0` : temperature}_c${cap === null ? "None" : `${cap}.0`}`;
    for (const id of await page.locator("tbody th").allInnerTexts()) assert.ok(id.includes(word), `${id} is not at ${word}`);
  }
});

test("a point of a curve leads to the games behind it", async () => {
  const page = await open();
  await go(page, base, `#/run/${key("grid")}`);
  const figure = page.locator("figure").filter({ hasText: "Temperature 0.6" }).first();
  const points = figure.locator("svg a");
  assert.equal(await points.count(), 2);
  assert.match(await points.first().getAttribute("aria-label"), /soft cap 5: \d+\.\d%, 95% interval/);
  await points.first().focus();
  await page.keyboard.press("Enter");
  await page.getByText(/^2 games of 8/).waitFor();
  assert.match(page.url(), /temperature=0\.6/);
});

test("settings are narrowed, and one that is left stands open", async () => {
  const page = await open();
  await go(page, base, `#/run/${key("grid")}`);
  const table = page.getByRole("table", { name: "Settings", exact: true });
  assert.equal(await table.locator("tbody tr").count(), 4);
  await page.getByLabel("settings: temperature").selectOption("1");
  assert.equal(await table.locator("tbody tr").count(), 2);
  await page.getByLabel("settings: soft cap").selectOption("none");
  assert.equal(await table.locator("tbody tr").count(), 1);
  assert.equal(await page.getByRole("heading", { name: "By depth", exact: true }).isVisible(), true);
  await page.getByRole("button", { name: "Nerd mode" }).click();
  assert.match(await table.locator(".nerd").first().innerText(), /n = 2 games/);
  assert.equal(await page.locator("dt code", { hasText: "probe.samples.plies-all" }).isVisible(), true);
});

test("a game is gone through with its dreams", async () => {
  const page = await open();
  for (const run of runs) {
    const { games } = await data(base, `runs/${run.key}/games`);
    for (const at of games.keys()) {
      const { replay } = await data(base, `runs/${run.key}/games/${at}`);
      assert.equal(replay.shape, "daydream-probe");
      await go(page, base, `#/run/${run.key}/game/${at}/0`);
      for (const turn of replay.turns.slice(0, 6)) {
        await page.getByText(`Ply ${turn.ply + 1}:`).waitFor();
        const samples = turn.batches.flatMap((batch) => batch.attempts);
        assert.deepEqual(await page.locator(".aside .chips code").allInnerTexts(), samples.map((one) => (one.text === "" ? "(nothing)" : one.text)));
        assert.equal(await page.locator(".aside .chips .ghost").count(), samples.filter((one) => one.class !== "legal").length);
        const arrows = new Set(samples.filter((one) => one.step && one.class !== "legal").map((one) => one.text));
        await page.waitForFunction((many) => document.querySelectorAll(".cg-shapes g line, .cg-shapes line").length >= many, arrows.size);
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("End");
      await page.getByRole("heading", { name: "The end" }).waitFor();
      assert.ok((await page.locator(".ground").getAttribute("aria-label")).includes(replay.end_fen));
    }
  }
  assert.deepEqual(page.wrong, []);
});

test("positions of a game follow one another, and a real game's looks stand at their plies", async () => {
  const looked = await data(base, `runs/${key("prefix")}/games/0`);
  assert.deepEqual(looked.replay.turns.map((turn) => [turn.ply, turn.played.text]), [[0, "b1c3"], [2, "b2c3"]]);
  assert.match(looked.replay.turns[0].played.by, /real game/);
  const grid = await data(base, `runs/${key("grid")}/games/0`);
  grid.replay.turns.forEach((turn, at) => {
    assert.equal(turn.ply, at);
    assert.equal(turn.side, at % 2 === 0 ? "white" : "black");
    if (at > 0) assert.deepEqual(turn.before, grid.replay.turns[at - 1].played.step);
  });
});
