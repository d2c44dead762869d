// Replays, stepped to their ends with the keyboard alone, on every board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boards, chop, data, drawn, folder, go, open, play, serve } from "./support.mjs";

const home = folder();
await play(home, "chop", chop);
await play(home, "boards", boards);
const { base } = await serve(home);
const runs = (await data(base, "home")).runs;
const key = (instrument) => runs.find((run) => run.instrument === instrument).key;

/** Pieces of a position, by its letters. */
const pieces = (fen) => [...fen.split(" ")[0]].filter((letter) => /[a-z]/i.test(letter)).length;

const token = key("token-chess");
const list = await data(base, `runs/${token}/games`);
const tier = list.facets.findIndex((facet) => facet.name === "tier");
for (const [at, name] of list.facets[tier].values.entries()) {
  test(`a game on ${name}`, async () => {
    const place = list.games.findIndex((row) => row.facets[tier] === at);
    const { replay, outcome } = await data(base, `runs/${token}/games/${place}`);
    const page = await open();
    await go(page, base, `#/run/${token}/game/${place}`);
    const shown = () => page.locator("cg-board piece:not(.fading)").count();
    let dreamt = 0;
    for (const [step, turn] of replay.turns.entries()) {
      await page.waitForFunction((many) => document.querySelectorAll("cg-board piece:not(.fading)").length === many, pieces(turn.fen));
      assert.equal(await shown(), pieces(turn.fen), `step ${step}`);
      const texts = new Set(turn.batches.flatMap((batch) => batch.attempts).filter((one) => one.step).map((one) => one.text));
      if (turn.played) texts.add(turn.played.text);
      await page.waitForFunction((many) => document.querySelectorAll(".cg-shapes g line").length === many, texts.size);
      dreamt += texts.size;
      await page.keyboard.press("ArrowRight");
    }
    assert.ok(dreamt > replay.turns.length / 2);
    assert.equal(await page.locator(".aside .end").innerText(), outcome.says);
    assert.match(page.url(), new RegExp(`/game/${place}/${replay.turns.length}$`));
    await page.keyboard.press("Home");
    assert.match(await page.locator(".aside h2").first().innerText(), /Ply 1/);
    // A link to a ply leads to that ply.
    await go(page, base, `#/run/${token}/game/${place}/2`);
    assert.match(await page.locator(".aside h2").first().innerText(), /Ply 3/);
    // Without the dream view only the pieces are left.
    await page.getByLabel("dream view").uncheck();
    await page.waitForFunction(() => document.querySelectorAll(".cg-shapes g line").length === 0);
    assert.deepEqual(page.wrong, []);
  });
}

test("a game of Chopsticks", async () => {
  const run = key("chop-bench");
  const games = await data(base, `runs/${run}/games`);
  const place = games.games.findIndex((row) => row.id.startsWith("slips") && row.answers > 2);
  const { replay, outcome } = await data(base, `runs/${run}/games/${place}`);
  const page = await open();
  await go(page, base, `#/run/${run}/game/${place}`);
  for (const [step, ply] of replay.plies.entries()) {
    assert.equal(await page.locator(".worth .state").textContent(), `position ${ply.position.replace("-", "–")}`, `step ${step}`);
    const fingers = await page.locator(".hands.examinee .fingers").allTextContents();
    assert.deepEqual(fingers.map((one) => (one === "✕" ? 0 : Number(one))), ply.examinee);
    const words = await page.locator(".aside .verdict").allInnerTexts();
    assert.equal(words.length, ply.tries.filter((one) => one.judged).length);
    for (const [at, one] of ply.tries.entries()) if (one.judged) assert.ok(words[at].includes(one.judged.class), words[at]);
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(await page.locator(".aside .end").innerText(), outcome.says);
  assert.deepEqual(page.wrong, []);
});
