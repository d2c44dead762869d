// Filters of the list of games: each says what the data says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boards, chop, data, drawn, folder, go, listed, open, play, serve } from "./support.mjs";

const home = folder();
await play(home, "chop", chop);
await play(home, "boards", boards);
const { base } = await serve(home);
const runs = (await data(base, "home")).runs;

for (const run of runs) {
  test(`each filter of ${run.name}`, async () => {
    const list = await data(base, `runs/${run.key}/games`);
    const page = await open();
    const rows = page.locator("tbody tr");
    for (const [column, facet] of list.facets.entries()) {
      if (facet.values.length < 2) continue;
      for (const [at, value] of facet.values.entries()) {
        const expected = list.games.filter((row) => row.facets[column] === at).map((row) => row.id);
        await go(page, base, `#/run/${run.key}/games`);
        await page.getByLabel(facet.name, { exact: true }).selectOption(value);
        assert.deepEqual(await rows.locator("th").allInnerTexts(), expected, `${facet.name} ${value}`);
        // The address says the same to whoever gets it.
        await page.reload();
        await drawn(page);
        assert.equal(await rows.count(), expected.length, `${facet.name} ${value} by address`);
      }
    }
    assert.deepEqual(page.wrong, []);
  });
}

test("numbers lead to the games behind them", async () => {
  const run = runs.find((one) => one.instrument === "chop-bench");
  const list = await data(base, `runs/${run.key}/games`);
  const page = await open();
  await go(page, base, `#/run/${run.key}`);
  await page.locator("td.headline a").first().click();
  await listed(page);
  const player = list.facets[0].values.indexOf("solver");
  const expected = list.games.filter((row) => row.facets[0] === player).length;
  await page.waitForFunction((many) => document.querySelectorAll("tbody tr").length === many, expected);
  await page.locator("tbody th a").first().click();
  await page.waitForSelector(".banner");
  assert.match(await page.locator(".banner").innerText(), /wins|Draw/);
});

test("a class of replies leads to the games that have it", async () => {
  const run = runs.find((one) => one.instrument === "chop-bench");
  const page = await open();
  await go(page, base, `#/run/${run.key}`);
  const rows = page.locator("section", { hasText: "What legal moves did" }).locator("tbody tr");
  const seen = await rows.locator("th").allInnerTexts();
  assert.ok(seen.includes("kept"));
  const names = [];
  for (const [at, name] of seen.entries()) {
    const count = rows.nth(at).locator("a.num");
    for (let place = 0; place < (await count.count()); place += 1) names.push([name, place]);
  }
  assert.ok(names.length > 2);
  for (const [name, place] of names) {
    await go(page, base, `#/run/${run.key}`);
    const link = rows.filter({ has: page.locator("th", { hasText: new RegExp(`^${name}$`) }) }).locator("a.num").nth(place);
    const many = Number(await link.innerText());
    await link.click();
    await page.waitForSelector("select:has-text('anything')");
    const ids = await page.locator("tbody th a").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.ok(ids.length > 0 && ids.length <= many, `${name}: ${ids.length} games of ${many} moves`);
    // Every one of them shows such a move, as its replay has it.
    let found = 0;
    for (const id of ids) {
      const game = await data(base, `runs/${run.key}/games/${id.split("/").at(-1)}`);
      const kept = (one) => one.judged?.class === "optimal";
      if (name === "kept") assert.ok((found += game.replay.plies.filter((ply) => ply.examinee_moves && ply.tries[0] && kept(ply.tries[0])).length));
    }
    if (name === "kept") assert.equal(found, many);
  }
  assert.deepEqual(page.wrong, []);
});

test("what happened is a filter for whoever asks", async () => {
  const run = runs.find((one) => one.instrument === "token-chess");
  const { names, games } = await data(base, `runs/${run.key}/marks`);
  const page = await open();
  await go(page, base, `#/run/${run.key}/games`);
  await page.getByRole("button", { name: "By what happened" }).click();
  await page.waitForSelector("select:has-text('anything')");
  for (const [at, name] of names.entries()) {
    await page.getByLabel("with", { exact: true }).selectOption(name);
    assert.equal(await page.locator("tbody tr").count(), games.filter((one) => one.includes(at)).length, name);
  }
  assert.deepEqual(page.wrong, []);
});

test("games are searched by all that is listed of them", async () => {
  const run = runs.find((one) => one.instrument === "chop-bench");
  const list = await data(base, `runs/${run.key}/games`);
  const page = await open();
  await go(page, base, `#/run/${run.key}/games`);
  await page.getByLabel("search", { exact: true }).fill("JSON slips");
  const value = (row, name) => list.facets.find((one) => one.name === name).values[row.facets[list.facets.findIndex((one) => one.name === name)]];
  const expected = list.games.filter((row) => value(row, "family") === "json" && value(row, "model") === "slips").map((row) => row.id);
  assert.deepEqual(await page.locator("tbody th").allInnerTexts(), expected);
});

test("the leaderboard is narrowed to a family or a mode", async () => {
  const page = await open();
  const run = runs.find((one) => one.instrument === "chop-bench");
  await go(page, base, `#/run/${run.key}`);
  const { findings } = await data(base, `runs/${run.key}/board`);
  await page.getByLabel("leaderboard: family", { exact: true }).selectOption("json");
  await page.getByLabel("leaderboard: mode", { exact: true }).selectOption("dialogue");
  const cells = findings.cells.filter((cell) => cell.family === "json" && cell.mode === "dialogue").sort((a, b) => b.optimality.value - a.optimality.value);
  const shares = cells.map((cell) => `${(100 * cell.optimality.value).toFixed(1)}%`);
  const shown = await page.locator("table", { hasText: "in the cells that fit" }).locator("td.headline a").allInnerTexts();
  assert.deepEqual(shown, shares);
  assert.deepEqual(page.wrong, []);
});

test("cells and groups are narrowed", async () => {
  const page = await open();
  const [c, t] = ["chop-bench", "token-chess"].map((name) => runs.find((one) => one.instrument === name).key);
  await go(page, base, `#/run/${c}`);
  const { findings } = await data(base, `runs/${c}/board`);
  await page.getByLabel("cells: family", { exact: true }).selectOption("json");
  await page.getByLabel("cells: mode", { exact: true }).selectOption("dialogue");
  const expected = findings.cells.filter((cell) => cell.family === "json" && cell.mode === "dialogue").map((cell) => cell.model);
  assert.deepEqual(await page.locator("section", { hasText: "Cells" }).first().locator("tbody th").allInnerTexts(), expected);
  await go(page, base, `#/run/${t}`);
  await page.getByLabel("groups: tier", { exact: true }).selectOption("micro");
  assert.deepEqual(await page.locator("summary h2").allInnerTexts(), ["Economy batch, tier-micro"]);
  assert.deepEqual(page.wrong, []);
});
