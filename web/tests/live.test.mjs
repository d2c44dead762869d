// A run followed to its end, with the server stopped and started again in the middle.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, drawn, folder, go, model, open, serve } from "./support.mjs";

test("a live run", async () => {
  const home = folder();
  const url = await model(() => "11-21", 90);
  const site = await serve(home);
  const port = new URL(site.base).port;
  const page = await open();
  await go(page, site.base, "#/live");
  assert.match(await page.locator("main").innerText(), /No run is open/);
  const run = begin(home, "live", `
name = "live"
instrument = "chop-bench"
[[player]]
name = "double"
model = "openai-compatible:double"
base_url = "${url}"
concurrency = 1
price = { prompt = 1.0, completion = 2.0 }
[chop_bench]
families = ["plain"]
modes = ["stateless"]
opponents = ["random"]
games_per_cell = 200
`);
  // The run shows up by itself, and its counts grow.
  const replies = page.locator(".tile", { hasText: "replies" }).locator("dd");
  await replies.waitFor();
  const grown = (least) => page.waitForFunction((least) => [...document.querySelectorAll(".tile")].some((tile) => tile.firstChild.textContent === "replies" && Number(tile.lastChild.textContent.replaceAll(",", "")) >= least), least);
  await grown(3);
  assert.match(await page.locator(".tile", { hasText: "money" }).innerText(), /\$0\.0/);
  await site.stop();
  await page.waitForSelector(".line.lost");
  const before = Number(await replies.innerText());
  await serve(home, port);
  await page.waitForSelector(".line.open");
  await grown(before + 3);
  // When it is over it is no longer listed as open.
  await page.waitForFunction(() => document.querySelector("main").innerText.includes("No run is open"), null, { timeout: 60_000 });
  if (run.exitCode === null) await new Promise((resolve) => run.once("exit", resolve));
  await go(page, site.base, "#/");
  await drawn(page);
  assert.match(await page.locator(".card .progress").innerText(), /200 scored/);
});
