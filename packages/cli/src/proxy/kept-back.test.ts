import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { startForwarder } from "./forwarder.ts";
import type { Standby } from "./instead.ts";
import type { Taken } from "./taken.ts";

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A proxy before a server whose 404 answers a stand-in may replace. */
async function front(handle: RequestListener, replace: Standby["replace"]) {
  const server = createServer(handle);
  await once(server.listen(0, "127.0.0.1"), "listening");
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const [taken, lost]: [Taken[], string[]] = [[], []];
  const standby: Standby = {
    isAbsent: false,
    mayLack: (status) => status === 404,
    serve: (_request, answer) => answer.end(),
    replace,
  };
  const forwarder = await startForwarder({
    upstream: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    instead: { of: () => standby },
    onTaken: (one) => taken.push(one),
    onLost: (side) => lost.push(side),
  });
  open.push(forwarder.close);
  return { url: forwarder.url, taken, lost };
}

const none = (text: string, answer: ServerResponse): void => void answer.writeHead(404, { "x-own": "1" }).end(text);

it("hands on an answer that was kept back in vain", async () => {
  const { url, taken } = await front(
    (_, answer) => none("own", answer),
    async () => false,
  );
  const response = await fetch(url);
  expect([response.status, response.headers.get("x-own"), await response.text()]).toEqual([404, "1", "own"]);
  await expect.poll(() => taken.length).toBe(1);
});

it("passes a long answer on without keeping it back", async () => {
  const long = "x".repeat(1_000_000);
  const { url, taken } = await front(
    (_, answer) => none(long, answer),
    async () => expect.fail("nobody is asked"),
  );
  expect(await (await fetch(url)).text()).toBe(long);
  await expect.poll(() => taken[0]?.response.body.length).toBe(long.length);
});

it("has all of a request that was answered before its end", async () => {
  const body = "y".repeat(3_000_000);
  const { url, lost, taken } = await front(
    (_, answer) => none("at once", answer),
    async ({ request }, answer) => {
      answer.end(String(request.body.length));
      return true;
    },
  );
  const response = await fetch(url, { method: "POST", body });
  expect([response.status, await response.text()]).toEqual([200, String(body.length)]);
  expect([lost, taken]).toEqual([[], []]);
});
