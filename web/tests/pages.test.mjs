// Every page, served and as files, light and dark, wide and on a phone: drawn without a word
// in the console, without a violation that axe knows, without a sideways scroll of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boards, chop, data, files, folder, go, open, play, serve, violations } from "./support.mjs";

const home = folder();
await play(home, "chop", chop);
await play(home, "boards", boards);
const site = await serve(home);
const out = files(home, `${folder()}/site`);
const runs = (await data(site.base, "home")).runs;
const key = (instrument) => runs.find((run) => run.instrument === instrument).key;
const [c, t] = [key("chop-bench"), key("token-chess")];

const pages = ["#/", "#/board/chop-bench", "#/board/token-chess", `#/run/${c}`, `#/run/${c}/games`, `#/run/${c}/game/3/2`, `#/run/${c}/take`, `#/run/${c}/papers`, `#/run/${t}`, `#/run/${t}/games`, `#/run/${t}/game/0/3`, `#/run/${t}/game/2/4`, `#/run/${t}/papers`, "#/live", "#/dream", "#/seat", "#/no/such/page"];

for (const [name, base, options] of [
  ["served, light, wide", site.base, {}],
  ["served, dark, phone", site.base, { dark: true, width: 390 }],
  ["files, dark, wide", out, { dark: true }],
  ["files, light, phone", out, { width: 390 }],
]) {
  test(`pages ${name}`, async () => {
    const page = await open(options);
    const wrong = [];
    for (const hash of pages) {
      await go(page, base, hash);
      for (const one of await violations(page)) wrong.push(`${hash}: ${one}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) wrong.push(`${hash} scrolls sideways by ${over}`);
      for (const one of page.wrong.splice(0)) wrong.push(`${hash}: ${one}`);
    }
    assert.deepEqual(wrong, []);
  });
}

test("nerd mode says how a number was obtained, and is remembered", async () => {
  const page = await open();
  await go(page, site.base, `#/run/${c}`);
  assert.equal(await page.locator("td .nerd").first().isVisible(), false);
  await page.getByRole("button", { name: "Nerd mode" }).click();
  const text = await page.locator("td .nerd").first().innerText();
  assert.match(text, /\[\S+%, \S+%\]/);
  assert.match(text, /n = \d+ games/);
  await page.reload();
  await page.waitForSelector("td .nerd");
  assert.equal(await page.locator("td .nerd").first().isVisible(), true);
  assert.equal(await page.getByText("Definitions").isVisible(), true);
  assert.deepEqual(await violations(page), []);
});

test("a leaderboard is sorted by any column and back", async () => {
  const page = await open();
  await go(page, site.base, `#/run/${c}`);
  const table = page.locator("table").first();
  const names = () => table.locator("tbody th a").allInnerTexts();
  const first = await names();
  const sort = table.getByRole("button", { name: "player" });
  await sort.click();
  assert.deepEqual(await names(), [...first].sort());
  assert.equal(await table.locator("th[aria-sort=ascending]").count(), 1);
  await sort.click();
  assert.deepEqual(await names(), [...first].sort().reverse());
  await sort.click();
  assert.deepEqual(await names(), first);
});

test("the first page is searched", async () => {
  const page = await open();
  await go(page, site.base, "#/");
  await page.getByLabel("Search").fill("heuristic token");
  assert.deepEqual(await page.locator(".card h2").allInnerTexts(), ["three-boards"]);
  await page.getByLabel("Search").fill("nobody");
  assert.equal(await page.locator(".card").count(), 0);
});

test("a picture is saved as SVG that stands by itself", async () => {
  const page = await open();
  await go(page, site.base, `#/run/${c}`);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as SVG" }).first().click()]);
  assert.match(saved.suggestedFilename(), /\.svg$/);
  const { readFileSync } = await import("node:fs");
  const svg = readFileSync(await saved.path(), "utf8");
  assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(svg, /fill="rgb/);
  assert.doesNotMatch(svg, /class=/);
});

test("wrong addresses say so in a line", async () => {
  const page = await open();
  const [run] = (await data(site.base, "home")).runs;
  for (const hash of ["#/nothing", "#/board", "#/run/nothing", `#/run/${run.key}/game/999999`, `#/run/${run.key}/game/abc`, `#/run/${run.key}/game/5x`, `#/run/${run.key}/game/-1`]) {
    await go(page, site.base, hash);
    assert.match(await page.locator("h1").innerText(), /Nothing here|cannot be shown/, hash);
  }
  for (const hash of ["#/board/x", "#/board/__proto__", "#/board/constructor"]) {
    await go(page, site.base, hash);
    assert.match(await page.locator("main").innerText(), /No run of this instrument is here/, hash);
  }
  await go(page, site.base, `#/run/${c}/games?model=nobody`);
  assert.match(await page.locator("main").innerText(), /no game has model nobody/);
});
