// Imported archives: the card, the statements with their filters, the games, replays on each
// board, papers; served and as files, light and dark, wide and on a phone.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { boards, data, drawn, files, folder, go, open, play, serve, violations } from "./support.mjs";

// The repository's own hand-made files, and a game on the largest board in their manner.
const fixtures = fileURLToPath(new URL("../../crates/instruments/src/token_chess/archive/fixtures", import.meta.url));
const attempt = (ply, side, left, text, legal, more) => ({ ply, side, budget_after: left, temperature: 0.8, soft_cap: null, move: text, legal, n_legal_moves: 84, ...more });
const both = (white, black) => ({ white, black });
const grand = {
  outcome: "forfeit", winner: "white", plies: 1, calls_spent: both(1, 2), legal_first_try: both(1, 0), moves_made: both(1, 0), legal_hit_rate: both(1, 0),
  attempts: [attempt(0, "white", 1, "l1d1", true), attempt(1, "black", 1, "b10d10", false), attempt(1, "black", 0, "</script><img src=x onerror=alert(1)>", false, { soft_cap: 0.3 })],
  white_player: "<b>bold</b>", black_player: "lmstudio:olmo-3-7b-instruct",
};

const home = folder();
const evidence = `${home}/evidence`;
cpSync(fixtures, evidence, { recursive: true });
mkdirSync(`${evidence}/grand/budget-2`, { recursive: true });
writeFileSync(`${evidence}/grand/budget-2/game-001.json`, JSON.stringify(grand));
const imported = spawnSync(process.env.LUDOMETER, ["import", "token-chess", evidence, "--out", `${home}/archive`], { encoding: "utf8" });
assert.equal(imported.status, 0, imported.stderr);
// Beside a run that was played, so that the two can be told apart.
await play(home, "boards", boards);
const site = await serve(home);
const out = files(home, `${folder()}/site`);
const cards = (await data(site.base, "home")).runs;
const card = cards.find((run) => run.imported);
const key = card.key;
const list = await data(site.base, `runs/${key}/games`);
const claims = (await data(site.base, `runs/${key}/board`)).claims;

const pages = ["#/", "#/board/token-chess-archive", `#/run/${key}`, `#/run/${key}/games`, `#/run/${key}/papers`, ...list.games.map((_, place) => `#/run/${key}/game/${place}/1`)];

for (const [name, base, options] of [
  ["served, light, wide", site.base, {}],
  ["served, dark, phone", site.base, { dark: true, width: 390 }],
  ["files, dark, wide", out, { dark: true }],
  ["files, light, phone", out, { width: 390 }],
]) {
  test(`pages of an archive ${name}`, async () => {
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

test("the card says that it is imported, from where, and what it holds", async () => {
  const page = await open();
  await go(page, site.base, "#/");
  await page.getByLabel("Search").fill("imported");
  assert.equal(await page.locator(".card").count(), 1);
  const text = await page.locator(".card").innerText();
  for (const words of ["imported", "evidence", "7 games with their moves", "3 games of round one", "1 choice probe"]) assert.ok(text.includes(words), `${words}: ${text}`);
  assert.equal(await page.locator(".card progress").count(), 0);
  await page.getByLabel("Search").fill("three-boards");
  assert.equal(await page.locator(".card .label").count(), 0);
});

test("an archive is never in progress", async () => {
  const page = await open();
  await go(page, site.base, "#/live");
  await page.getByText("Listening").waitFor();
  assert.equal(await page.locator(".live.card").count(), 0);
});

test("each filter of the statements", async () => {
  const page = await open();
  await go(page, site.base, `#/run/${key}`);
  const table = page.getByRole("group", { name: "Statements of the report" });
  const facets = { round: (one) => one.part, tier: (one) => one.tier ?? "no one board", verdict: (one) => one.words };
  const shown = () => table.locator("tbody th").allInnerTexts();
  assert.equal((await shown()).length, claims.statements.length);
  for (const [name, of] of Object.entries(facets)) {
    const values = [...new Set(claims.statements.map(of))];
    const select = page.getByLabel(`statements: ${name}`);
    if (values.length < 2) {
      assert.equal(await select.count(), 0);
      continue;
    }
    for (const value of values) {
      await select.selectOption(value);
      assert.deepEqual(await shown(), claims.statements.filter((one) => of(one) === value).map((one) => one.id), `${name} ${value}`);
    }
    await select.selectOption("");
  }
  // Where a statement does not stand, it says why.
  const unmet = claims.statements.filter((one) => one.standing !== "agrees");
  await page.getByLabel("statements: verdict").selectOption(unmet[0].words);
  const row = table.locator("tbody tr", { has: page.getByText(unmet[0].id, { exact: true }) });
  assert.ok((await row.first().innerText()).includes(unmet[0].why));
});

test("games are filtered by round, tier, players, economy, result and ending", async () => {
  const page = await open();
  const rows = page.locator("tbody tr");
  assert.deepEqual(list.facets.map((facet) => facet.name), ["round", "tier", "white", "black", "economy", "result", "ending"]);
  for (const [column, facet] of list.facets.entries()) {
    for (const [at, value] of facet.values.entries()) {
      const expected = list.games.filter((row) => row.facets[column] === at).map((row) => row.id);
      await go(page, site.base, `#/run/${key}/games`);
      await page.getByLabel(facet.name, { exact: true }).selectOption(value);
      assert.deepEqual(await rows.locator("th").allInnerTexts(), expected, `${facet.name} ${value}`);
      await page.reload();
      await drawn(page);
      assert.deepEqual(await rows.locator("th").allInnerTexts(), expected, `${facet.name} ${value}, by its address`);
    }
  }
  assert.deepEqual(page.wrong, []);
});

/** Pieces of a position, by its letters. */
const pieces = (fen) => [...fen.split(" ")[0]].filter((letter) => /[a-z]/i.test(letter)).length;

for (const [place, row] of list.games.entries()) {
  test(`${row.id} to its end`, async () => {
    const { replay, outcome } = await data(site.base, `runs/${key}/games/${place}`);
    const page = await open();
    await go(page, site.base, `#/run/${key}/game/${place}`);
    for (const [step, turn] of replay.turns.entries()) {
      await page.waitForFunction((many) => document.querySelectorAll("cg-board piece:not(.fading)").length === many, pieces(turn.fen));
      const attempts = turn.batches.flatMap((batch) => batch.attempts);
      const texts = new Set(attempts.filter((one) => one.step).map((one) => one.text));
      if (turn.played) texts.add(turn.played.text);
      await page.waitForFunction((many) => document.querySelectorAll(".cg-shapes g line").length === many, texts.size);
      const chips = await page.locator(".aside .chips code").allTextContents();
      assert.deepEqual(chips, attempts.map((one) => (one.text === "" ? "(nothing)" : one.text)), `step ${step}`);
      const settings = await page.locator(".aside .setting").allInnerTexts();
      for (const [at, batch] of turn.batches.entries()) if (batch.unsaid) assert.ok(settings[at].includes(batch.unsaid), settings[at]);
      await page.keyboard.press("ArrowRight");
    }
    assert.equal(await page.locator(".aside .end").innerText(), outcome.says);
    await page.keyboard.press("Home");
    await page.getByLabel("dream view").uncheck();
    await page.waitForFunction(() => document.querySelectorAll(".cg-shapes g line").length === 0);
    assert.deepEqual(page.wrong, []);
  });
}

test("an archive is verified, and its files are taken home", async () => {
  const page = await open();
  await go(page, site.base, `#/run/${key}/papers`);
  await page.getByRole("button", { name: "Verify now" }).click();
  await page.getByText("every tally and verdict is as recorded").waitFor();
  const names = await page.locator(".downloads a").allInnerTexts();
  assert.deepEqual(names, ["findings.json", "games.json", "games.csv", "games.pgn", "import.json", "records.jsonl"]);
  for (const name of names) assert.equal((await fetch(`${site.base}files/${key}/${name}`)).status, 200, name);
  await go(page, out, `#/run/${key}/papers`);
  await page.getByText("every tally and verdict is as recorded").waitFor();
  for (const name of names) assert.ok(existsSync(new URL(`files/${key}/${name}`, out)), name);
});
