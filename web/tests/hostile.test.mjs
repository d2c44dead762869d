// Texts of models on every page that shows them: read as they were written, and nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { data, files, folder, go, model, open, play, serve } from "./support.mjs";

const hostile = `</script><img src=x onerror="alert(1)"><a href="javascript:alert(2)">x</a>{{7*7}}\u202eevil\u001b[31m`;
const home = folder();
const url = await model((asked) => {
  const told = JSON.stringify(asked.messages ?? "");
  return told.includes("temperature") ? JSON.stringify({ action: "sample", temperature: 1.0, soft_cap: null, note: hostile, why: hostile, tool: "notepad" }) : `${hostile} 11-21`;
});
const player = (name) => `[[player]]\nname = "${name}"\nmodel = "openai-compatible:double"\nbase_url = "${url}"\n`;
await play(home, "chop", `name = "chop"\nquestion = '''${hostile.replace(/\u001b/g, "")}'''\ninstrument = "chop-bench"\n${player("double")}[chop_bench]\nfamilies = ["plain"]\nopponents = ["random"]\ngames_per_cell = 2\n`);
await play(home, "boards", `name = "boards"\ninstrument = "token-chess"\n${player("double")}[[player]]\nmodel = "mock:random"\n[token_chess]\ntier = "micro"\neconomy = "batch"\nmemory = "choose"\nadjudicator = "built-in"\ndepth = 1\nbudget = 3\ngames = 2\n`);
const { base } = await serve(home);
const out = files(home, `${folder()}/site`);
const runs = (await data(base, "home")).runs;

for (const [name, place] of [["served", base], ["files", out]]) {
  test(`hostile texts, ${name}`, async () => {
    const page = await open();
    let seen = 0;
    for (const run of runs) {
      const { games } = await data(base, `runs/${run.key}/games`);
      const pages = ["", "/games", "/papers", ...games.map((_, at) => `/game/${at}`)];
      for (const hash of ["#/", "#/live", `#/board/${run.instrument}`, ...pages.map((one) => `#/run/${run.key}${one}`)]) {
        await go(page, place, hash);
        for (const details of await page.locator("details").all()) await details.evaluate((one) => (one.open = true));
        const found = await page.evaluate(() => ({
          text: document.body.textContent,
          strange: document.querySelectorAll("main img, main script, main iframe, main object, main [onerror], main a[href^='javascript']").length,
        }));
        assert.equal(found.strange, 0, hash);
        assert.doesNotMatch(found.text, /[\u202e\u001b]/, hash);
        seen += found.text.split("</script><img src=x onerror").length - 1;
      }
    }
    // The texts are there, and no page has run, asked or shown anything of theirs.
    assert.ok(seen > 10, `${seen} texts`);
    assert.deepEqual(page.wrong, []);
  });
}
