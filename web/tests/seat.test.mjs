// A person's seat: whole games by keyboard alone, a board that takes moves, labels everywhere,
// a game that was put down, in both themes and on a phone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chop, data, drawn, files, folder, go, open, play, serve, violations } from "./support.mjs";

const home = folder();
await play(home, "chop", chop);
const site = await serve(home);
const { base } = site;

/** Begins a game without the page. */
async function sit(game, name = "Ada") {
  const response = await fetch(`${base}seat`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name, game }) });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()).run;
}

const ladder = { instrument: "elo-ladder", opponent: "random" };
const sticks = { instrument: "chop-bench", opponent: "random", games: 2 };
const token = (round, colour, budget) => ({ instrument: "token-chess", opponent: "mock:adaptive", tier: "micro", round, colour, budget });

const turn = (page) => page.waitForFunction(() => !document.querySelector("main [aria-busy]") && document.querySelector(".news").textContent.includes("It is your turn."));
const over = (page) => page.waitForFunction(() => document.querySelector(".news")?.textContent.startsWith("The game is over."));
const settled = (page) => page.waitForFunction(() => !document.querySelector("main [aria-busy]") && /It is your turn|The game is over/.test(document.querySelector(".news").textContent));
const isOver = async (page) => (await page.locator(".news").innerText()).startsWith("The game is over.");

/** Moves the focus on until it stands on what is named. */
async function tabTo(page, name) {
  for (let step = 0; step < 80; step += 1) {
    const here = await page.evaluate(() => {
      const one = document.activeElement;
      const label = one?.id ? document.querySelector(`label[for="${one.id}"]`)?.textContent : null;
      return label ?? one?.getAttribute("aria-label") ?? one?.textContent ?? "";
    });
    if (here.startsWith(name)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no way to ${name} by keyboard`);
}

test("a colour pair on the ladder, by keyboard alone", async () => {
  const page = await open();
  await go(page, base, "#/seat");
  await tabTo(page, "your name");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Grace");
  const form = page.getByRole("form", { name: "Elo ladder" });
  assert.match(await form.innerText(), /Found Stockfish|No chess engine is installed/);
  await tabTo(page, "opponent");
  await tabTo(page, "Sit down");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".ground");
  await turn(page);
  assert.match(await page.locator("main h2").first().innerText(), /Game 1 of 2 against random.*you have white/);
  // A move is typed in either notation; one that is none is refused, and nothing is lost.
  await tabTo(page, "your move");
  await page.keyboard.type("Ke8");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".seat-form [role=alert]").innerText(), /Ke8 is no legal move here/);
  await page.keyboard.press("ControlOrMeta+a");
  for (const [at, move] of ["e4", "d2d4", "Nf3"].entries()) {
    await page.keyboard.type(move);
    await page.keyboard.press("Enter");
    await page.waitForFunction((many) => document.querySelector(".line-so-far").textContent.trim().split(/\s+/).filter((word) => !word.endsWith(".")).length === many, 2 * at + 2);
    await turn(page);
    assert.match(await page.locator(".news").innerText(), /^The opponent played \S+\. It is your turn\./);
    // The keyboard stays where the next move is typed.
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("list")), "seat-moves");
  }
  const resign = async () => {
    await tabTo(page, "Resign");
    await page.keyboard.press("Enter");
    await tabTo(page, "Really resign?");
    await page.keyboard.press("Enter");
  };
  await resign();
  await page.waitForFunction(() => document.querySelector("main h2").textContent.includes("Game 2 of 2"));
  await turn(page);
  assert.match(await page.locator(".earlier").innerText(), /Game 1: Black .* wins: White resigned/);
  assert.equal(await page.locator("coords.black").count() > 0, true, "the board is turned for Black");
  await resign();
  await over(page);
  // What comes next has the focus.
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Go through the game");
  await page.keyboard.press("Enter");
  await page.waitForSelector("main:not([aria-busy]) .person");
  assert.match(await page.locator(".person").innerText(), /Grace is a person\. What is played here counts for no model\./);
  await page.goBack();
  await drawn(page);
  // Once more, with the same choice.
  await page.getByRole("button", { name: "Play again" }).press("Enter");
  await page.waitForFunction(() => document.querySelector("main h2")?.textContent.includes("Game 1 of 2"));
  await turn(page);
  assert.deepEqual(page.wrong, []);
});

test("the board takes a move by hand, and a promotion is asked for", async () => {
  const run = await sit(ladder);
  const page = await open();
  // The whole board is in sight.
  await page.setViewportSize({ width: 1280, height: 1300 });
  await go(page, base, `#/run/${run}/seat`);
  await turn(page);
  const square = async (file, rank) => {
    const box = await page.locator("cg-board").boundingBox();
    await page.mouse.click(box.x + ((file + 0.5) * box.width) / 8, box.y + ((7.5 - rank) * box.height) / 8);
  };
  const dests = (many) => page.waitForFunction((many) => document.querySelectorAll("cg-board square.move-dest").length === many, many);
  await square(4, 1);
  await dests(2);
  await square(4, 3);
  await page.waitForFunction(() => /^1\. e4 \S+/.test(document.querySelector(".line-so-far").textContent));
  await turn(page);
  // What came above the board has not moved its squares.
  await square(6, 0);
  await dests(3);
  await square(5, 2);
  await page.waitForFunction(() => /^1\. e4 \S+ 2\. Nf3 \S+/.test(document.querySelector(".line-so-far").textContent));
  await turn(page);
  // A position with a pawn before its last step takes long to reach: the page is handed one.
  const real = await data(base, `runs/${run}/seat`);
  const moves = ["queen", "rook", "bishop", "knight"].map((promotion) => {
    const letter = promotion === "knight" ? "n" : promotion[0];
    return { uci: `a7a8${letter}`, san: `a8=${letter.toUpperCase()}`, step: { from: [0, 6], to: [0, 7] }, promotion };
  });
  const view = { ...real.view, moves, position: { ...real.view.position, fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1", last: null } };
  await page.route(`**/data/runs/${run}/seat`, (route) => route.fulfill({ json: { ...real, view } }));
  await go(page, base, `#/run/${run}/seat`);
  await page.waitForSelector("cg-board piece");
  await square(0, 6);
  await square(0, 7);
  const asked = page.getByRole("group", { name: "The pawn becomes a" });
  await asked.getByRole("button").first().waitFor();
  assert.deepEqual(await asked.getByRole("button").allInnerTexts(), ["queen", "rook", "bishop", "knight"]);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await asked.getByRole("button", { name: "knight" }).press("Enter");
  assert.deepEqual((await sent).postDataJSON().choice, { kind: "move", uci: "a7a8n" });
  // The real game knows no such pawn.
  await page.waitForSelector("[role=alert]:has-text('is no legal move here')");
  assert.deepEqual(page.wrong.filter((line) => !line.includes("400")), []);
});

test("a game of Token Chess to its end, by keyboard alone", async () => {
  const page = await open();
  await go(page, base, "#/seat");
  await tabTo(page, "your name");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Grace");
  await page.getByRole("form", { name: "Token Chess" }).getByLabel("opponent").focus();
  await tabTo(page, "round");
  await page.keyboard.type("round 4, batch with a n");
  await tabTo(page, "tokens at the start");
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".ground");
  await turn(page);
  assert.match(await page.locator(".aside .big").innerText(), /^6 tokens left/);
  let noted = false;
  for (let step = 0; step < 400 && !(await isOver(page)); step += 1) {
    if (await page.locator(".pool-now button").count()) {
      // The first dream that can be played has the focus.
      assert.equal(await page.evaluate(() => document.activeElement.matches(".pool-now button")), true);
    } else if (!noted) {
      await tabTo(page, "a note");
      await page.keyboard.type("warm is wild");
      await tabTo(page, "Sample");
      noted = true;
    } else await tabTo(page, "Sample");
    const before = await page.locator(".aside").innerText();
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.querySelector(".aside").innerText !== before || document.querySelector(".news").textContent.startsWith("The game is over"), before);
    await settled(page);
  }
  assert.ok(await isOver(page));
  assert.ok(noted);
  await page.getByRole("link", { name: "Go through the game" }).click();
  await page.waitForSelector(".moves");
  assert.ok((await page.locator("main").innerText()).includes("Grace is a person"));
  assert.deepEqual(page.wrong, []);
});

test("a memory is chosen, and settings reach the tool", async () => {
  const run = await sit(token("five", "black", 12));
  const page = await open();
  await go(page, base, `#/run/${run}/seat`);
  await turn(page);
  await page.getByLabel("why, if you like").fill("to keep notes");
  await page.getByRole("button", { name: /^notepad/ }).click();
  await page.waitForSelector(".aside .big:has-text('tokens left')");
  await page.getByRole("slider", { name: "temperature" }).fill("3");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.postData().includes("sample"));
  await page.getByRole("button", { name: /^Sample/ }).click();
  assert.equal((await sent).postDataJSON().choice.temperature, 3);
  await page.waitForSelector(".batch");
  assert.equal(await page.locator(".batch .chip").count(), 3);
  assert.match(await page.locator(".batch").innerText(), /temperature 3(\.00)?,/);
  assert.match(await page.locator(".aside .big").innerText(), /^11 tokens left/);
  assert.deepEqual(page.wrong, []);
});

test("Chopsticks by keyboard, with an answer that is no move", async () => {
  const run = await sit({ ...sticks, games: 1 });
  const page = await open({ width: 390 });
  await go(page, base, `#/run/${run}/seat`);
  await turn(page);
  const answer = async (state) => {
    await page.locator(".answer input").first().focus();
    for (const digit of state.replace("-", "")) {
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(digit);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  };
  await answer("00-00");
  await page.waitForFunction(() => document.querySelector(".news").textContent.includes("No legal move leads to 00-00"));
  for (let step = 0; step < 200 && !(await isOver(page)); step += 1) {
    await settled(page);
    const [own, other] = (await page.locator(".worth .state").textContent()).match(/\d+–\d+$/)[0].split("–");
    const with_ = Number([...own].find((finger) => finger !== "0"));
    const at = [...other].findIndex((finger) => finger !== "0");
    const after = [...other].map((finger, place) => (place === at ? (Number(finger) + with_) % 5 : finger)).join("");
    const before = await page.locator(".news").innerText();
    await answer(`${own}-${after}`);
    await page.waitForFunction((before) => !document.querySelector("main [aria-busy]") && document.querySelector(".news").textContent !== before && document.querySelector(".news").textContent !== "Waiting for the opponent…", before);
  }
  assert.ok(await isOver(page));
  assert.deepEqual(page.wrong, []);
});

test("pieces stand on their squares on the widest board, on a phone", async () => {
  const run = await sit({ ...token("three", "black", 12), tier: "grand" });
  const page = await open({ width: 390 });
  await go(page, base, `#/run/${run}/seat`);
  await turn(page);
  const off = () => page.evaluate(() => {
    const board = document.querySelector("cg-board").getBoundingClientRect();
    const pieces = [...document.querySelectorAll("cg-board piece")].map((piece) => piece.getBoundingClientRect());
    const astray = (at, size) => Math.abs(at / size - Math.round(at / size)) * size;
    return pieces.length === 0 ? Infinity : Math.max(...pieces.map((piece) => astray(piece.left - board.left, board.width / 12)));
  });
  assert.ok((await off()) < 0.5, `${await off()} pixels beside its square`);
  await page.setViewportSize({ width: 377, height: 900 });
  await page.waitForFunction(() => document.querySelector("cg-board").getBoundingClientRect().right <= 377);
  assert.ok((await off()) < 0.5, `${await off()} pixels beside its square, the window resized`);
});

test("what was answered in another window is not answered twice", async () => {
  const run = await sit(ladder);
  const [one, other] = [await open(), await open()];
  for (const page of [one, other]) {
    await go(page, base, `#/run/${run}/seat`);
    await turn(page);
  }
  const move = async (page, text) => {
    await page.getByRole("combobox", { name: "your move" }).fill(text);
    await page.keyboard.press("Enter");
  };
  await move(one, "e4");
  await one.waitForFunction(() => /^1\. e4 \S+/.test(document.querySelector(".line-so-far").textContent));
  await move(other, "d4");
  await other.waitForSelector("[role=alert]:has-text('answered already')");
  // It shows how the game stands now.
  await other.waitForFunction(() => /^1\. e4 \S+/.test(document.querySelector(".line-so-far").textContent));
  assert.deepEqual(one.wrong, []);
});

test("sittings stand apart, and are labelled", async () => {
  const run = await sit(sticks, "Linus");
  const page = await open();
  await go(page, base, "#/");
  const models = await page.locator(".runs").first().innerText();
  assert.ok(models.includes("small-chop") && !models.includes("Linus"), models);
  assert.match(await page.locator(".sittings").innerText(), /They count for no model[\s\S]*Linus, a person, against random\.\s+Linus/);
  await go(page, base, "#/board/chop-bench");
  const sittings = page.locator(".sittings");
  assert.match(await sittings.innerText(), /They stand apart from the runs of models/);
  const own = sittings.locator("details").filter({ hasText: "chopsticks-Linus" });
  await own.locator("summary").first().click();
  await own.locator("table").first().waitFor();
  assert.match(await own.locator("table").first().innerText(), /Linus\s*person/);
  const board = page.locator("main > details.group").first().locator("table").first();
  await board.waitFor();
  const rows = await board.innerText();
  assert.ok(rows.includes("solver") && !rows.includes("Linus"), rows);
  await go(page, base, `#/run/${run}/papers`);
  assert.match(await page.locator("table").first().innerText(), /Linus\s+person\s+person/);
  assert.deepEqual(page.wrong, []);
});

test("a game that was put down goes on", async () => {
  const rested = await sit(sticks, "Ada");
  // Four more push it out.
  for (let more = 0; more < 4; more += 1) await sit(sticks, "Ada");
  const page = await open();
  await go(page, base, `#/run/${rested}/seat`);
  assert.match(await page.locator("main").innerText(), /This game was put down/);
  await page.getByRole("button", { name: "Go on with it" }).press("Enter");
  await turn(page);
  assert.equal(await page.locator(".answer").count(), 1);
  assert.deepEqual(page.wrong, []);
});

for (const [name, options] of [["light, wide", {}], ["dark, phone", { dark: true, width: 390 }]]) {
  test(`pages of the seat, ${name}`, async () => {
    const page = await open(options);
    const runs = [await sit(ladder), await sit(token("four-notepad", "black", 12)), await sit(token("five", "white", 12)), await sit(sticks)];
    const wrong = [];
    const look = async (where) => {
      for (const one of await violations(page)) wrong.push(`${where}: ${one}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) wrong.push(`${where} scrolls sideways by ${over}`);
      for (const one of page.wrong.splice(0)) wrong.push(`${where}: ${one}`);
    };
    for (const hash of ["#/seat", "#/", "#/board/chop-bench", ...runs.map((run) => `#/run/${run}/seat`)]) {
      await go(page, base, hash);
      await look(hash);
      const sample = page.getByRole("button", { name: /^Sample/ });
      if (await sample.count() && await sample.isVisible()) {
        await sample.click();
        await page.waitForSelector(".batch");
        await look(`${hash} with dreams`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

test("a site of files says where a seat is", async () => {
  const out = files(home, `${folder()}/site`);
  const page = await open();
  await go(page, out, "#/seat");
  assert.match(await page.locator("main").innerText(), /Run ludometer serve to take a seat/);
  assert.equal(await page.getByRole("navigation", { name: "Site" }).getByText("Take a seat").count(), 0);
  assert.deepEqual(page.wrong, []);
});
