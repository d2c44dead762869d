// "Take the benchmark", whole, with the keyboard alone: perfect play is graded as such, and an
// illegal answer loses the game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chop, data, folder, files, go, open, play, serve } from "./support.mjs";

const home = folder();
await play(home, "chop", chop);
const { base } = await serve(home);
const [run] = (await data(base, "home")).runs;
const exam = await data(base, `runs/${run.key}/exam`);

/** Types a state into the four fields, and plays it. */
async function answer(page, state) {
  for (const digit of state.replace("-", "")) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(digit);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
}

const asked = async (page) => (await page.locator(".worth .state").textContent()).match(/\d+–\d+$/)[0].replace("–", "-");

test("perfect play", async () => {
  const page = await open();
  await go(page, base, `#/run/${run.key}/take`);
  await page.getByRole("button", { name: "Begin" }).press("Enter");
  let moves = 0;
  for (let step = 0; step < 2000; step += 1) {
    if (await page.getByText("Your result").isVisible()) break;
    if (await page.locator(".answer").isVisible()) {
      const position = await asked(page);
      const best = exam.table[position].moves.find((move) => move.optimal);
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Your hands, hand 1");
      await answer(page, best.state);
      assert.equal(await page.locator(".aside .verdict").innerText(), "optimal", position);
      moves += 1;
    } else await page.keyboard.press("Enter");
  }
  assert.match(await page.locator(".big[role=status]").innerText(), new RegExp(`^100.0% optimal ${moves} of ${moves} moves`));
  assert.ok(moves >= exam.games.length);
  const games = await page.locator(".exam ol > li").allInnerTexts();
  assert.ok(games.every((game) => game.startsWith("won") || game.startsWith("drawn")), games.join("; "));
  assert.equal(await page.locator(".plot .name", { hasText: "you (a person)" }).count(), 1);
  assert.deepEqual(page.wrong, []);
});

test("an illegal answer, in a site of files", async () => {
  const page = await open();
  await go(page, files(home, `${folder()}/site`), `#/run/${run.key}/take`);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector(".answer");
  await answer(page, "00-00");
  assert.equal(await page.locator(".aside .verdict").innerText(), "illegal");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".end").innerText(), /You lose: 00-00 is no legal move/);
  assert.deepEqual(page.wrong, []);
});
