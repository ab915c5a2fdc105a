import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { onceReady } from "./once-ready.ts";

/** Writes to a record that is ready after `ready` looks, and shows its state only if `isTelling`. */
async function waiting(ready: number, isTelling: boolean) {
  let [looks, writes, waited] = [0, 0, 0];
  const exchange = await onceReady({
    pass: async (milliseconds) => {
      waited += milliseconds;
    },
    send: async (): Promise<Exchange> => {
      writes += 1;
      return exchangeOf(looks >= ready ? 200 : 409);
    },
    look: async () => {
      looks += 1;
      return exchangeOf(200, { state: isTelling && looks >= ready ? "SIMULATING" : "START_REQUESTED" });
    },
  });
  return { status: "status" in exchange.response && exchange.response.status, writes, looks, waited };
}

describe("onceReady", () => {
  it("sends the write once if the record is ready", async () => {
    expect(await waiting(0, true)).toEqual({ status: 200, writes: 1, looks: 0, waited: 0 });
  });

  it("repeats the write as soon as the record shows another state", async () => {
    expect(await waiting(12, true)).toMatchObject({ status: 200, looks: 12, writes: 6 });
  });

  it("repeats the write at intervals if the record shows no state", async () => {
    expect(await waiting(6, false)).toMatchObject({ status: 200, looks: 9 });
  });

  it("gives up after a minute, with few writes", async () => {
    const { status, writes, waited } = await waiting(1_000, true);
    expect([status, writes]).toEqual([409, 6]);
    expect(waited).toBeGreaterThan(50_000);
  });
});
