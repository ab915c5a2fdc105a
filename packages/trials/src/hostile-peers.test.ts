import { afterEach, expect, it } from "vitest";
import { type ForwarderOptions, startForwarder } from "../../cli/src/proxy/forwarder.ts";
import type { Instead } from "../../cli/src/proxy/instead.ts";
import { throwawayCertificate } from "../../cli/src/proxy/throwaway-authority.ts";
import { drawnConversation } from "../gate/fuzz.mjs";
import { openProxied, type Proxied, tryHostile } from "../gate/proxied.mjs";

/*
 * Hostile clients and servers on raw sockets, compared by a parser that shares no code with the proxy. `gate.mjs` tests
 * the same on the program itself, with a hundred thousand conversations.
 */

/** Milliseconds without a byte after which the first attempt stops waiting. */
const IDLE = 200;
/** PLUMBLINE_FULL draws more. */
const CONVERSATIONS = process.env["PLUMBLINE_FULL"] === undefined ? 150 : 500;

const open: (() => Promise<unknown> | unknown)[] = [];
const defects: string[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
  expect(defects).toEqual([]);
});

/** Holds every answer back, without effect. */
const hesitant: Instead = {
  of: () => ({
    isAbsent: false,
    mayLack: () => true,
    serve: () => undefined,
    replace: () => Promise.resolve(false),
  }),
};

async function proxied({ instead, tls }: Pick<ForwarderOptions, "instead" | "tls"> = {}): Promise<Proxied> {
  const opened = await openProxied(async (upstream) => {
    const onLost = (loss: string, message: string): void => void (loss === "proxy" && defects.push(message));
    const options = { upstream, onTaken: () => undefined, onLost, ...(instead && { instead }), ...(tls && { tls }) };
    const { url, close } = await startForwarder(options);
    open.push(close);
    return url;
  });
  open.push(opened.close);
  return opened;
}

it.each([
  ["as it comes", async () => ({})],
  ["after it was kept back", async () => ({ instead: hesitant })],
  ["through TLS", async () => ({ tls: await throwawayCertificate() })],
])(
  "carries what hostile clients and servers send %s or not at all, and a good request after each",
  async (_, options) => {
    const wrong: string[] = [];
    let count = 0;
    await tryHostile(
      await proxied(await options()),
      ({ side, name, problems }) => {
        count += 1;
        if (problems.length > 0) wrong.push(`${side}: ${name}: ${problems.join("; ")}`);
      },
      { idle: IDLE },
    );
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(300);
  },
);

it("carries drawn conversations, and the same with their bytes changed, so that the server sees each request once", async () => {
  const wrong: string[] = [];
  const between = await proxied();
  for (let number = 0; number < CONVERSATIONS; number += 1) {
    const { problems } = await drawnConversation(between, 1, number, { idle: IDLE });
    if (problems.length > 0) wrong.push(`${number}: ${problems.join("; ")}`);
  }
  expect(wrong).toEqual([]);
});
