// Filters of the list of games: each says what the data says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boards, chop, data, drawn, folder, go, open, play, serve } from "./support.mjs";

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
  await drawn(page);
  const player = list.facets[0].values.indexOf("solver");
  const expected = list.games.filter((row) => row.facets[0] === player).length;
  await page.waitForFunction((many) => document.querySelectorAll("tbody tr").length === many, expected);
  await page.locator("tbody th a").first().click();
  await page.waitForSelector(".banner");
  assert.match(await page.locator(".banner").innerText(), /wins|Draw/);
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
