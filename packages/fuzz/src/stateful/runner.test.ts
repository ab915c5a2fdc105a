import type { Exchange } from "@plumbline/client";
import { type Call, member } from "@plumbline/conformance";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Kind } from "./kinds.ts";
import { type Lag, Runner, StateMismatch } from "./runner.ts";

const KIND: Kind = {
  name: "configurations",
  operations: {
    create: "createAlertConfig",
    read: "getAlertConfig",
    update: "updateAlertConfig",
    toggle: "setAlertConfigEnabled",
    remove: "deleteAlertConfig",
  },
  body: (variant) => ({ variant }),
  toggle: (enabled) => ({ enabled }),
  wrong: {},
  variant: (variant) => ({ variant }),
  switched: (fields, enabled) => ({ ...fields, enabled }),
  idOf: (record) => String(member(record, "id")),
  at: (alertConfigId) => ({ alertConfigId }),
  shown: (record) => ({ variant: member(record, "variant") }),
};

/** A server with one record whose reads show each write after a delay in milliseconds. */
function lagging(milliseconds: number) {
  let reads = 0;
  let made = 0;
  const writes: { readonly shownAt: number; readonly record?: object }[] = [];
  const answer = (json: object | undefined): Exchange =>
    ({ id: `x${++made}`, response: { status: json ? 200 : 404, headers: [], body: "", json } }) as unknown as Exchange;
  const ask = async ({ operation, rawBody = "{}" }: Call): Promise<Exchange> => {
    if (operation === "getAlertConfig") {
      reads += 1;
      return answer(writes.findLast(({ shownAt }) => shownAt <= Date.now())?.record);
    }
    const record = operation === "deleteAlertConfig" ? undefined : { id: "1", ...JSON.parse(rawBody) };
    // Reads show a create at once, and later writes with the delay.
    writes.push({ shownAt: Date.now() + (writes.length === 0 ? 0 : milliseconds), record });
    return answer(record ?? {});
  };
  return { ask, reads: () => reads };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Plays a create, an update and a delete while the clock advances. */
async function played(server: ReturnType<typeof lagging>, lag: Lag = { none: false }): Promise<unknown> {
  const runner = new Runner({ ask: server.ask, kind: KIND, version: "2", lag });
  const scenario = async (): Promise<void> => {
    await runner.play({ do: "create", variant: 0 });
    await runner.play({ do: "update", of: 0, variant: 1 });
    await runner.play({ do: "remove", of: 0 });
  };
  const outcome = scenario().then(
    () => "played",
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
}

it.each([0, 49, 6_000, 10_000])("Runner waits for a server that shows a write %d ms late", async (milliseconds) => {
  const server = lagging(milliseconds);
  const lag = { none: false };
  expect([await played(server, lag), lag]).toEqual(["played", { none: false }]);
  // Each pause is longer than the previous one.
  expect(server.reads()).toBeLessThan(2 * 14);
});

it("Runner reports a mismatch fifteen seconds after the first lost write, and later ones at once", async () => {
  const began = Date.now();
  const lag = { none: false };
  const first = lagging(Number.POSITIVE_INFINITY);
  const mismatch = await played(first, lag);
  expect(mismatch).toBeInstanceOf(StateMismatch);
  expect(mismatch).toMatchObject({ expected: "reading after update: variant to be 1", received: "0" });
  expect([lag.none, Date.now() - began]).toEqual([true, 60_000]);
  expect(first.reads()).toBeGreaterThan(5);
  const second = lagging(Number.POSITIVE_INFINITY);
  expect(await played(second, lag)).toBeInstanceOf(StateMismatch);
  expect(second.reads()).toBe(1);
});
