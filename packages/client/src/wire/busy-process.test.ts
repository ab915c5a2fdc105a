import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "../connect.ts";

const LIMIT = 400;

/** A server in its own process, which keeps working while this process is busy. `/slow` takes longer than the limit. */
const SERVER = `
  import { createServer } from "node:http";
  const server = createServer(({ url }, response) => {
    if (url === "/head-only") response.writeHead(200, { "content-length": "2" }).write("{");
    else setTimeout(() => response.end("{}"), url === "/slow" ? ${4 * LIMIT} : 100);
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
  process.stdin.on("close", () => process.exit()).resume();`;

async function serve(): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", SERVER]);
  onTestFinished(async () => {
    const ended = once(child, "close");
    child.stdin.end();
    await ended;
  });
  const [port] = await once(child.stdout, "data");
  return `http://127.0.0.1:${String(port).trim()}`;
}

function beBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it.each([
  ["the head", { headMs: LIMIT }],
  ["the whole", { totalMs: LIMIT }],
])("an answer that came in time counts, however late this process reads it: %s", async (_what, limits) => {
  const url = await serve();
  const connection = connect({ origins: [url], connections: 3, limits: { bodyMs: LIMIT, ...limits } });
  onTestFinished(() => connection.close());
  const sent = ["/quick", "/slow", "/head-only"].map((path) => connection.send({ method: "GET", url: url + path }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  // From here, timers run before sockets.
  setImmediate(() => beBusy(2 * LIMIT));
  const [quick, slow, half] = await Promise.all(sent);
  expect(quick?.response).toMatchObject({ status: 200 });
  expect(slow?.response).toMatchObject({ fault: expect.stringContaining("timeout") });
  expect(half?.response).toMatchObject({ fault: expect.stringContaining("timeout") });
});
