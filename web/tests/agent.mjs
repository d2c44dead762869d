// An agent program for the browser tests: a few calls over the game's server, some of them
// refused, then it gives up and leaves words. Its account has the shape of codex's events. With
// `crashes` it breaks down in the middle of its games as Black.
const [url, manner] = process.argv.slice(2);
const hostile = `</script><img src=x onerror="alert(1)">\u202eevil\u001b[31m`;
let session;
let id = 0;

/** Sends a message of the protocol and reads the answer, whichever way it comes. */
async function send(message) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  if (session) headers["mcp-session-id"] = session;
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...message }) });
  session = response.headers.get("mcp-session-id") ?? session;
  const text = await response.text();
  const parts = response.headers.get("content-type")?.includes("event-stream") ? text.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trim()) : [text];
  return parts.filter((part) => part !== "").map((part) => JSON.parse(part)).find((one) => one.id === message.id);
}

async function call(name, args = {}) {
  id += 1;
  const answer = await send({ id, method: "tools/call", params: { name, arguments: args } });
  return JSON.parse(answer.result.content[0].text);
}

await send({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } } });
await send({ method: "notifications/initialized" });
const state = await call("get_state");
const white = state.you_are === "white";
await call("play_move", { move: white ? "e2e5" : "e7e4" });
await call("play_move", { move: hostile });
await call("play_move", { move: white ? "a2a3" : "a7a6" });
if (manner === "crashes" && !white) throw new Error("out of order");
await call("resign");
const say = (event) => console.log(JSON.stringify(event));
say({ type: "item.completed", item: { type: "agent_message", text: `I resign. ${hostile}` } });
say({ type: "turn.completed", usage: { input_tokens: 1200, cached_input_tokens: 800, output_tokens: 90, reasoning_output_tokens: 40 } });
