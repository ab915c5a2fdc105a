import { afterAll, beforeAll, expect, it } from "vitest";
import { drawnConversation } from "../../bench/gate/fuzz.mjs";
import { openProxied, type Proxied, tryHostile } from "../../bench/gate/proxied.mjs";
import { startForwarder } from "./forwarder.ts";

/*
 * Hostile clients and servers on raw sockets, compared by a reader that shares no code with the proxy. `bench/gate.mjs` tries
 * the same on the program itself, a hundred thousand times.
 */

/** Milliseconds without a byte after which nothing more is expected. */
const IDLE = 200;
const CONVERSATIONS = 500;

const defects: string[] = [];
let proxied: Proxied;
beforeAll(async () => {
  let close = (): Promise<void> => Promise.resolve();
  proxied = await openProxied(async (upstream) => {
    const onLost = (loss: string, message: string): void => void (loss === "proxy" && defects.push(message));
    const forwarder = await startForwarder({ upstream, onTaken: () => undefined, onLost });
    close = forwarder.close;
    return Number(new URL(forwarder.url).port);
  });
  return async () => {
    proxied.close();
    await close();
  };
});
afterAll(() => expect(defects).toEqual([]));

it("carries what hostile clients and servers send as it came or not at all, and answers a good request after each", async () => {
  const wrong: string[] = [];
  let count = 0;
  await tryHostile(
    proxied,
    ({ side, name, problems }) => {
      count += 1;
      if (problems.length > 0) wrong.push(`${side}: ${name}: ${problems.join("; ")}`);
    },
    { idle: IDLE },
  );
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(300);
});

it("carries drawn conversations, and the same with their bytes changed, so that the server sees each request once", async () => {
  const wrong: string[] = [];
  for (let number = 0; number < CONVERSATIONS; number += 1) {
    const { problems } = await drawnConversation(proxied, 1, number, { idle: IDLE });
    if (problems.length > 0) wrong.push(`${number}: ${problems.join("; ")}`);
  }
  expect(wrong).toEqual([]);
});
