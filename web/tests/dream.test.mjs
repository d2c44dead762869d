// The dream room: what comes is shown, a legal dream is played, the settings matter.
import assert from "node:assert/strict";
import { test } from "node:test";
import { folder, go, open, serve } from "./support.mjs";

test("the dream room", async () => {
  const { base } = await serve(folder());
  const page = await open();
  await go(page, base, "#/dream");
  await page.waitForSelector(".chip.legal");
  const share = async () => Number.parseInt(await page.locator(".aside .big").innerText(), 10);
  assert.ok((await share()) > 50);
  const first = page.locator("button.chip.legal").first();
  const move = (await first.innerText()).replace(/×.*/, "").trim();
  await first.click();
  await page.waitForFunction((move) => document.querySelector(".line-so-far").textContent.includes(`1. ${move}`), move);
  // Warm dreams are wilder.
  const warm = page.waitForResponse((response) => response.url().endsWith("/dream") && response.request().postDataJSON().temperature === 3);
  await page.getByRole("slider", { name: "temperature" }).fill("3");
  await (await warm).finished();
  await page.waitForFunction(() => !document.querySelector(".aside[aria-busy]"));
  assert.ok((await share()) < 50, `${await share()}% legal at temperature 3`);
  assert.ok((await page.locator(".chip.ghost").count()) > 5);
  // Every board.
  for (const [tier, pieces] of [["micro", 20], ["grand", 48]]) {
    await page.getByLabel("board", { exact: true }).selectOption(tier);
    await page.waitForFunction((many) => document.querySelectorAll("cg-board piece").length === many, pieces);
  }
  assert.deepEqual(page.wrong, []);
});
