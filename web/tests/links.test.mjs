// Every link of a site of files leads somewhere: pages are drawn, files are there.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { boards, chop, files, folder, go, open, play } from "./support.mjs";

test("links of a site of files", async () => {
  const home = folder();
  await play(home, "chop", chop.replace("games_per_cell = 4", "games_per_cell = 1"));
  await play(home, "boards", boards.replace("games = 2", "games = 1"));
  const base = files(home, `${folder()}/site`);
  const page = await open();
  const open_ = ["#/"];
  const known = new Set(open_);
  let taken = 0;
  while (open_.length > 0) {
    const hash = open_.pop();
    await go(page, base, hash);
    assert.doesNotMatch(await page.locator("h1").innerText(), /cannot be shown|Nothing here/, hash);
    const hrefs = await page.evaluate(() => [...document.querySelectorAll("a[href]")].map((one) => one.getAttribute("href")));
    for (const href of hrefs) {
      if (href === "#main" || known.has(href)) continue;
      known.add(href);
      if (href.startsWith("#/")) open_.push(href);
      else {
        assert.ok(existsSync(fileURLToPath(new URL(href, base))), `${hash}: ${href}`);
        taken += 1;
      }
    }
  }
  assert.ok(known.size > 60, `${known.size} links`);
  assert.ok(taken >= 12, `${taken} files`);
  assert.deepEqual(page.wrong, []);
});
