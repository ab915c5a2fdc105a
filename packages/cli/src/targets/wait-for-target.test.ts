import { createServer } from "node:http";
import { steadyNow } from "@plumbline/client";
import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../free-port.test-support.ts";
import { waitForTarget } from "./wait-for-target.ts";

/** The messages and the duration of a wait of this many seconds. */
async function waited(port: number, seconds: number, signal = new AbortController().signal) {
  const began = steadyNow();
  let said = "";
  const target = { baseUrl: `http://127.0.0.1:${port}`, contract: bindContract(neutral), versions: INTERFACE_VERSIONS };
  await waitForTarget({ target, connection: {} }, { seconds, signal, note: (text) => (said += text) });
  return { said, milliseconds: steadyNow() - began };
}

it("waits until a server answers that comes up late, behind a gateway that is there before it", async () => {
  const port = await freePort();
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(requests === 1 ? 503 : 401).end();
  });
  onTestFinished(() => void server.close());
  setTimeout(() => server.listen(port, "127.0.0.1"), 600);
  const { said, milliseconds } = await waited(port, 30);
  expect(said).toMatch(/^waiting at most 30 s for http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED.*\n$/);
  expect(requests).toBe(2);
  expect(milliseconds).toBeLessThan(10_000);
});

it("waits no longer than it is told to, and not at all when interrupted", async () => {
  const port = await freePort();
  expect((await waited(port, 1)).milliseconds).toBeLessThan(3_000);
  expect((await waited(port, 60, AbortSignal.timeout(300))).milliseconds).toBeLessThan(3_000);
});
