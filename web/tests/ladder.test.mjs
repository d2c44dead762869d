// The ladder's own pages: ratings with open ends, filters, how ratings narrowed, replays of
// every kind of player, hostile words of agents and models.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { data, files, folder, go, listed, model, open, play, serve, violations } from "./support.mjs";

const hostile = `</script><img src=x onerror="alert(1)"><a href="javascript:alert(2)">x</a>\u202eevil\u001b[31m`;
const call = (name, args) => ({ id: `${name}${Math.random()}`, type: "function", function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) } });
// One legal move as White, then what no board takes.
const url = await model((asked) => {
  const told = JSON.stringify(asked.messages ?? []);
  const first = asked.messages?.length === 1 && told.includes("white pieces");
  if (first) return { content: "I begin.", tool_calls: [call("get_state", {}), call("play_move", { move: "e2e4" })] };
  return { content: hostile, tool_calls: [call("play_move", { move: "e1e8" }), call("play_move", { move: hostile }), call(hostile, hostile)] };
});

const home = folder();
const program = fileURLToPath(new URL("agent.mjs", import.meta.url));
await play(home, "ladder", `
name = "small-ladder"
question = "Who stands where?"
instrument = "elo-ladder"
seed = 5
[limits]
games_at_once = 2
[[player]]
model = "random"
[[player]]
name = "fish"
model = "engine:stockfish?elo=1500&nodes=100"
[[player]]
name = "double"
model = "openai-compatible:double"
base_url = "${url}"
[[player]]
name = "program"
model = "agent:command"
[player.agent]
command = ["${process.execPath}", "${program}", "{url}"]
events = "codex"
[[player]]
name = "crasher"
model = "agent:command"
[player.agent]
command = ["${process.execPath}", "${program}", "{url}", "crashes"]
[ladder]
engine = "stockfish?nodes=100"
games = 4
adaptive_pairs = 1
ply_cap = 30
tries = 2
`);
const { base } = await serve(home);
const run = (await data(base, "home")).runs[0];
const list = await data(base, `runs/${run.key}/games`);
const { findings, ties } = await data(base, `runs/${run.key}/board`);
const facet = (name) => list.facets.findIndex((one) => one.name === name);
const valueOf = (row, name) => list.facets[facet(name)].values[row.facets[facet(name)]];
const games = (query) => list.games.filter((row) => Object.entries(query).every(([name, value]) => valueOf(row, name) === value));
const place = (id) => list.games.findIndex((row) => row.id === id);

const sign = (number) => (number <= -0.5 ? `−${Math.abs(number).toFixed(0)}` : number.toFixed(0));
const elo = (value) => (value === null ? "not identified" : value === "inf" ? "∞" : value === "-inf" ? "−∞" : sign(value));

test("the leaderboard has every rating, and says where an interval has no end", async () => {
  const page = await open();
  await go(page, base, `#/run/${run.key}`);
  const table = page.locator("table").first();
  assert.deepEqual(await table.locator("tbody th a").allInnerTexts(), findings.players.map((one) => one.player));
  assert.deepEqual(await table.locator("td.headline a").allInnerTexts(), findings.players.map((one) => elo(one.rating.value)));
  const open_ = findings.players.filter((one) => ["inf", "-inf"].some((end) => [one.rating.intervals[0].lo, one.rating.intervals[0].hi].includes(end)));
  assert.ok(open_.length > 0, "somebody lost every game");
  const bars = await table.locator("svg.bar").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  for (const [at, player] of findings.players.entries()) {
    const { lo, hi } = player.rating.intervals[0];
    assert.equal(bars[at].includes("no lower bound"), lo === "-inf" && hi !== "inf", bars[at]);
    assert.equal(bars[at].includes("no upper bound"), hi === "inf" && lo !== "-inf", bars[at]);
  }
  assert.equal(await table.locator("svg.bar .openend").count(), open_.reduce((sum, one) => sum + [one.rating.intervals[0].lo, one.rating.intervals[0].hi].filter((end) => typeof end === "string").length, 0));
  // What is no language model says so; neighbours that cannot be told apart are joined.
  const kinds = await table.locator("tbody th .kind").allInnerTexts();
  for (const [at, player] of findings.players.entries()) assert.ok(kinds[at].startsWith({ model: "model", agent: "agent program", engine: "chess engine", "built-in": "built in" }[player.seat]), kinds[at]);
  assert.equal(await table.locator(".tied-down").count(), ties[0].told_apart.filter((apart) => !apart).length);
  // Nerd mode has every set with its method.
  await page.getByRole("button", { name: "Nerd mode" }).click();
  const said = await table.locator("td.headline .nerd").first().innerText();
  for (const one of findings.players[0].rating.intervals) assert.ok(said.includes(one.method), said);
  assert.match(said, /conservative/);
  assert.deepEqual(page.wrong, []);
});

test("each filter of the findings says what the data says", async () => {
  const page = await open();
  await go(page, base, `#/run/${run.key}`);
  const rows = {
    players: findings.players.map((one) => ({ seat: { model: "model", agent: "agent program", engine: "chess engine", "built-in": "built in" }[one.seat] })),
    opponents: findings.players.flatMap((one) => one.opponents.map((met) => ({ player: one.player, opponent: met.opponent.name }))),
    colours: findings.players.flatMap((one) => ["white", "black"].map((colour) => ({ player: one.player, colour }))),
    endings: findings.players.flatMap((one) => one.terminations.map((end) => ({ player: one.player, kind: end.kind }))),
    differences: findings.differences.map((one) => ({ first: one.first })),
  };
  let tried = 0;
  for (const [label, all] of Object.entries(rows)) {
    const form = page.locator(`form.filters[aria-label="${label}"]`);
    const table = form.locator("xpath=following-sibling::div[1]").locator("table").first();
    assert.equal(await table.locator("tbody tr").count(), all.length, label);
    for (const name of Object.keys(all[0])) {
      const select = page.getByLabel(`${label}: ${name}`, { exact: true });
      if ((await select.count()) === 0) {
        assert.equal(new Set(all.map((row) => row[name])).size, 1, `${label} ${name}`);
        continue;
      }
      for (const value of new Set(all.map((row) => row[name]))) {
        await select.selectOption(value);
        assert.equal(await table.locator("tbody tr").count(), all.filter((row) => row[name] === value).length, `${label} ${name} ${value}`);
        tried += 1;
      }
      await select.selectOption("");
    }
  }
  assert.ok(tried > 12, `${tried} values`);
  assert.deepEqual(page.wrong, []);
});

test("each filter of the games, and numbers lead to the games behind them", async () => {
  const page = await open();
  for (const name of ["player", "colour", "opponent", "opponent-elo", "part"]) {
    const { values } = list.facets[facet(name)];
    assert.ok(values.length > 1, name);
    for (const value of values) {
      await go(page, base, `#/run/${run.key}/games`);
      await page.getByLabel(name, { exact: true }).selectOption(value);
      assert.deepEqual(await page.locator("tbody tr th").allInnerTexts(), games({ [name]: value }).map((row) => row.id), `${name} ${value}`);
    }
  }
  // Of each opponent: as many games as were won, drawn and lost, by colour.
  await go(page, base, `#/run/${run.key}`);
  const section = page.locator("section", { has: page.locator("h2", { hasText: "Opponents met" }) });
  const links = await section.locator("tbody td a.num").evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute("href")]));
  assert.ok(links.length >= 8);
  for (const [text, href] of links) {
    const many = text.split("–").reduce((sum, one) => sum + Number(one), 0);
    const { without, ...query } = Object.fromEntries(new URLSearchParams(href.split("?")[1]));
    assert.equal(without, "pilot");
    const behind = games(query).filter((row) => valueOf(row, "part") !== "pilot");
    assert.equal(behind.filter((row) => valueOf(row, "result") !== "void").length, many, `${text} ${href}`);
    await go(page, base, href);
    assert.deepEqual(await page.locator("tbody tr th").allInnerTexts(), behind.map((row) => row.id), href);
  }
  await go(page, base, `#/run/${run.key}`);
  await section.locator("tbody td a.num").first().click();
  await page.getByText(/games? of 25, with/).waitFor();
  assert.deepEqual(page.wrong, []);
});

test("how ratings narrowed, and pictures are saved", async () => {
  const page = await open();
  await go(page, base, `#/run/${run.key}`);
  const section = page.locator("section", { has: page.locator("h2", { hasText: "narrowed" }) });
  for (const player of findings.players) {
    await page.getByLabel("narrowing: player", { exact: true }).selectOption(player.player);
    const { steps } = player.narrowing;
    const svg = section.locator("svg.plot");
    assert.equal(await svg.locator("rect.wide").count(), steps.length - 1);
    // The legend has one of each.
    const marks = (name, letter) => svg.locator(`.result.${name}`).count().then((many) => assert.equal(many - 1, steps.flatMap((step) => [step.white, step.black]).filter((one) => one === letter).length, `${player.player} ${name}`));
    await marks("won", "W");
    await marks("drawn", "D");
    await marks("lost", "L");
    await marks("void", "void");
    await section.locator("summary").click();
    const rows = await section.locator("tbody tr").allInnerTexts();
    assert.equal(rows.length, steps.length);
    const last = steps.at(-1);
    assert.ok(rows.at(-1).includes(`${elo(last.lo)} to ${elo(last.hi)}`), rows.at(-1));
  }
  for (const [at, name] of [[0, /rating-against-output-tokens\.svg$/], [1, /rating-after-each-pair\.svg$/]]) {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as SVG" }).nth(at).click()]);
    assert.match(saved.suggestedFilename(), name);
    const svg = readFileSync(await saved.path(), "utf8");
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.doesNotMatch(svg, /class=/);
    if (at === 0) for (const player of findings.players) assert.ok(svg.includes(player.player));
  }
  assert.deepEqual(page.wrong, []);
});

/** Pieces of a position, by its letters. */
const pieces = (fen) => [...fen.split(" ")[0]].filter((letter) => /[a-z]/i.test(letter)).length;

for (const id of ["double.001.white", "double.001.black", "program.001.white", "program.001.black", "fish.001.white", "random.001.black", "random.pilot", "crasher.001.black"]) {
  test(`${id}, stepped to its end by keyboard`, async () => {
    const at = place(id);
    const { replay, outcome } = await data(base, `runs/${run.key}/games/${at}`);
    const page = await open();
    await go(page, base, `#/run/${run.key}/game/${at}`);
    for (const [step, turn] of replay.turns.entries()) {
      await page.waitForFunction((many) => document.querySelectorAll("cg-board piece:not(.fading)").length === many, pieces(turn.fen));
      const calls = turn.events.filter((one) => one.event === "called");
      const ghosts = new Set(calls.filter((one) => one.ghost).map((one) => JSON.stringify(one.ghost)));
      await page.waitForFunction((many) => document.querySelectorAll(".cg-shapes g line").length === many, ghosts.size + (turn.played?.step ? 1 : 0));
      assert.deepEqual(await page.locator(".aside .call .verdict").allInnerTexts(), calls.map((one) => one.words), `step ${step}`);
      assert.deepEqual(await page.locator(".aside .reason").allInnerTexts(), calls.filter((one) => one.reason !== null).map((one) => `Told: ${one.reason}`));
      assert.equal(await page.locator(".aside .said").count(), turn.events.filter((one) => one.event === "said").length);
      if (turn.played) assert.ok((await page.locator(".aside .played").innerText()).startsWith(turn.played.san));
      await page.keyboard.press("ArrowRight");
    }
    assert.equal(await page.locator(".aside .end").innerText(), outcome.says);
    assert.match(page.url(), new RegExp(`/game/${at}/${replay.turns.length}$`));
    await page.keyboard.press("Home");
    assert.match(await page.locator(".aside h2").first().innerText(), /Ply 1/);
    // A link to a ply leads to that ply, and the games of the choice to theirs.
    const middle = Math.min(1, replay.turns.length - 1);
    await go(page, base, `#/run/${run.key}/game/${at}/${middle}`);
    assert.match(await page.locator(".aside h2").first().innerText(), new RegExp(`Ply ${middle + 1}`));
    assert.deepEqual(await page.locator(".across li a").allTextContents(), replay.opponent.after.map((one) => one.id));
    for (const one of replay.opponent.after) assert.equal(place(one.id), one.place);
    assert.deepEqual(page.wrong, []);
  });
}

test("void games stand with what failed, and change no rating", async () => {
  const voids = games({ result: "void" });
  assert.deepEqual(voids.map((row) => row.id).sort(), games({ player: "crasher", colour: "black" }).map((row) => row.id).sort());
  assert.equal(voids.length, 2);
  const page = await open();
  await go(page, base, `#/run/${run.key}`);
  const row = page.locator("table").first().locator("tbody tr", { hasText: "crasher" });
  assert.equal(await row.locator("td a.num").last().innerText(), "0–0–2");
  const section = page.locator("section", { has: page.locator("h2", { hasText: "Void games" }) });
  assert.deepEqual(await section.locator("table").last().locator("tbody th a").allInnerTexts(), findings.voids.map((one) => one.void.game));
  assert.deepEqual(await section.locator("pre").allInnerTexts(), findings.voids.map((one) => one.void.detail));
  // The worst and the best case are the findings' own.
  const { worst, best } = findings.players.find((one) => one.player === "crasher").voids;
  const cells = await section.locator("table").first().locator("tbody td a.num").allInnerTexts();
  assert.deepEqual(cells.slice(-2), [elo(worst.value), elo(best.value)]);
  await section.locator("table").first().locator("tbody td a.num").first().click();
  await listed(page);
  assert.deepEqual(await page.locator("tbody tr th").allInnerTexts(), games({ player: "crasher", result: "void" }).map((one) => one.id));
  await page.locator("tbody tr th a").first().click();
  await page.waitForSelector(".banner.void");
  assert.match(await page.locator("main").innerText(), /is void and enters no rating/);
  assert.deepEqual(page.wrong, []);
});

test("a game of an agent has its calls, refused moves and last words", async () => {
  const at = place("program.001.white");
  const { replay } = await data(base, `runs/${run.key}/games/${at}`);
  const calls = [...replay.turns.flatMap((turn) => turn.events), ...replay.after].filter((one) => one.event === "called");
  assert.deepEqual(calls.map((one) => one.class), ["shown", "illegal-move", "malformed-move", "moved", "resigned"]);
  const page = await open();
  await go(page, base, `#/run/${run.key}/game/${at}`);
  await page.waitForFunction(() => document.querySelectorAll(".cg-shapes g line").length === 2);
  await page.getByLabel("illegal attempts").uncheck();
  await page.waitForFunction(() => document.querySelectorAll(".cg-shapes g line").length === 1);
  await page.keyboard.press("End");
  assert.match(await page.locator(".aside .foreign.reply").innerText(), /^I resign\. <\/script><img/);
  const facts = await page.locator(".aside .facts").innerText();
  assert.match(facts, /prompt tokens\s+1,200/);
  assert.match(facts, /of them reasoning\s+40/);
  // What it offered, letter by letter, but for what steers the eye.
  await page.keyboard.press("Home");
  const offered = await page.locator(".aside .arguments").allInnerTexts();
  assert.ok(offered.some((text) => text.includes("<img src=x onerror=")), offered.join("\n"));
});

const out = files(home, `${folder()}/site`);
const pages = ["", "/games", "/games?player=double", ...["double.001.white", "program.001.white"].flatMap((id) => [`/game/${place(id)}`, `/game/${place(id)}/2`, `/game/${place(id)}/99`]), `/game/${place("fish.001.black")}/9`].map((part) => `#/run/${run.key}${part}`);

for (const [name, where, options] of [
  ["served, light, wide", base, {}],
  ["served, dark, phone", base, { dark: true, width: 390 }],
  ["files, dark, wide", out, { dark: true }],
  ["files, light, phone", out, { width: 390 }],
]) {
  test(`pages ${name}`, async () => {
    const page = await open(options);
    const wrong = [];
    let seen = 0;
    for (const hash of [...pages, "#/board/elo-ladder"]) {
      await go(page, where, hash);
      if (hash.includes("/board/")) await page.waitForSelector("td.headline");
      for (const details of await page.locator("details").all()) await details.evaluate((one) => (one.open = true));
      for (const one of await violations(page)) wrong.push(`${hash}: ${one}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) wrong.push(`${hash} scrolls sideways by ${over}`);
      const found = await page.evaluate(() => ({ text: document.body.textContent, strange: document.querySelectorAll("main img, main script, main iframe, main [onerror], main a[href^='javascript']").length }));
      if (found.strange > 0) wrong.push(`${hash}: markup of a stranger's`);
      if (/[\u202e\u001b]/.test(found.text)) wrong.push(`${hash}: steers the eye`);
      seen += found.text.split("<img src=x onerror").length - 1;
      for (const one of page.wrong.splice(0)) wrong.push(`${hash}: ${one}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(seen > 10, `${seen} texts`);
  });
}

test("the list of games as CSV has who sat across", async () => {
  const csv = await (await fetch(`${base}files/${run.key}/games.csv`)).text();
  const [head, first] = csv.split("\n").map((line) => line.split(","));
  const { replay } = await data(base, `runs/${run.key}/games/0`);
  const at = (name) => first[head.indexOf(name)];
  assert.deepEqual([at("game"), at("player"), at("color")], ["random.pilot", "random", "white"]);
  assert.deepEqual([at("opponent"), Number(at("opponent_rating"))], [replay.opponent.name, replay.opponent.rating]);
});
