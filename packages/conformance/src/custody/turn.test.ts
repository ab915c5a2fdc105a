import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { Turn, type TurnParts } from "./turn.ts";
import { MARK } from "./undo-parts.test-support.ts";

const OTHER = "plumbline-fedcba987654";
const signOf = (address: string) => ({ notifications: [{ typeName: "EMAIL", emailAddress: address }] });

interface Scene extends Partial<TurnParts> {
  /** The addresses in the list at each read; the last ones from then on. */
  readonly listed?: readonly (readonly string[])[];
  readonly created?: () => Exchange;
}

function turnOf({ listed = [[]], created = () => exchangeOf(201, {}, "POST"), ...change }: Scene = {}) {
  const log: string[] = [];
  const calls: (Call & { readonly by: string })[] = [];
  const waits: number[] = [];
  let reads = 0;
  const turn = new Turn({
    send: async (call, by) => {
      calls.push({ ...call, by });
      log.push(call.operation);
      if (call.operation === "createAlertConfig") return created();
      const addresses = listed[Math.min(reads, listed.length - 1)] ?? [];
      reads += 1;
      return exchangeOf(200, { results: [{}, ...addresses.map(signOf)] });
    },
    release: async (by) => void log.push(`release ${by}`),
    pass: async (milliseconds) => void waits.push(milliseconds),
    mark: MARK,
    version: "2",
    field: (name) => name,
    patience: 60_000,
    ...change,
  });
  return { turn, log, calls, waits };
}

describe("Turn", () => {
  it("takes the turn if its own lock record is the only one", async () => {
    const { turn, calls, waits } = turnOf({ listed: [[`${MARK}-turn@example.com`, "somebody@example.com"]] });
    expect(await turn.take()).toBeUndefined();
    expect(calls).toMatchObject([
      {
        operation: "createAlertConfig",
        version: "2",
        by: "turn",
        send: "again",
        body: {
          eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
          enabled: false,
          notifications: [
            { typeName: "EMAIL", emailAddress: `${MARK}-turn@example.com`, delayMin: 0, intervalMin: 60 },
          ],
        },
      },
      { operation: "listAlertConfigs", version: "2", by: "turn", send: "again", query: { itemsPerPage: "500" } },
    ]);
    expect(waits).toEqual([]);
  });

  it("takes the turn once, until it is released", async () => {
    const { turn, log } = turnOf();
    await turn.release();
    expect([await turn.take(), await turn.take()]).toEqual([undefined, undefined]);
    const one = ["createAlertConfig", "listAlertConfigs"];
    expect(log).toEqual(one);
    for (let times = 0; times < 2; times += 1) await turn.release();
    expect(log).toEqual([...one, "release turn"]);
    await turn.take();
    expect(log).toEqual([...one, "release turn", ...one]);
  });

  it("removes its own lock record while it waits for another run", async () => {
    const { turn, log, waits } = turnOf({ listed: [[`${OTHER}-turn@example.com`], []] });
    expect(await turn.take()).toBeUndefined();
    const one = ["createAlertConfig", "listAlertConfigs"];
    expect(log).toEqual([...one, "release turn", ...one]);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(500);
    expect(waits[0]).toBeLessThanOrEqual(2_000);
  });

  it("gives up when the patience is used up, and names the other run", async () => {
    const { turn, log, waits } = turnOf({ listed: [[`${OTHER}-turn@example.com`]], patience: 6_000 });
    expect(await turn.take()).toMatch(new RegExp(`^another run .* bear ${OTHER}: .*plumbline cleanup`));
    const waited = waits.reduce((sum, one) => sum + one, 0);
    expect(waited).toBeLessThanOrEqual(6_000);
    expect(waits.length).toBeGreaterThanOrEqual(3);
    expect(waits.length).toBeLessThanOrEqual(12);
    expect(log.at(-1)).toBe("release turn");
  });

  it("waits with random pauses, so that two runs do not collide forever", async () => {
    const { turn, waits } = turnOf({ listed: [["somebody@example.com", `${OTHER}-turn@example.com`]] });
    await turn.take();
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(100);
  });

  it("ignores records that checks created, and malformed lock names", async () => {
    const addresses = [`${OTHER}@example.com`, `x-${OTHER.slice(0, -1)}-turn@example.com`, "plumbline-turn@x"];
    expect(await turnOf({ listed: [addresses], patience: 0 }).turn.take()).toBeUndefined();
  });

  it("finds lock records in the field names of the target", async () => {
    const field = (name: string): string => `x-${name}`;
    const { turn } = turnOf({ listed: [[`${OTHER}-turn@example.com`]], patience: 0, field });
    expect(await turn.take()).toBeUndefined();
    const records = [{ "x-notifications": [{ "x-emailAddress": `${OTHER}-turn@example.com` }] }];
    const send: TurnParts["send"] = async ({ operation }) =>
      exchangeOf(200, operation === "createAlertConfig" ? {} : { results: records });
    expect(await turnOf({ send, patience: 0, field }).turn.take()).toContain(OTHER);
  });
});

describe("Turn, if other runs cannot be detected", () => {
  it("is taken without a look if the lock record cannot be created", async () => {
    for (const created of [
      () => exchangeOf(403),
      () => {
        throw new HandsOffError("not permitted");
      },
    ]) {
      const { turn, log } = turnOf({ created, listed: [[`${OTHER}-turn@example.com`]] });
      expect(await turn.take()).toBeUndefined();
      expect(log).toEqual(["createAlertConfig"]);
    }
  });

  it("is taken if no version is given, or the list is unreadable", async () => {
    const { turn, log } = turnOf({ version: undefined });
    expect([await turn.take(), log]).toEqual([undefined, []]);
    const send = async () => exchangeOf(200, "no list");
    expect(await turnOf({ send }).turn.take()).toBeUndefined();
  });
});

describe("Turn, if a request fails", () => {
  it("returns the reason if requests are no longer sent", async () => {
    const send = () => Promise.reject(new NotSentError("the target is gone"));
    expect(await turnOf({ send }).turn.take()).toBe("the target is gone");
  });

  it("rethrows internal errors", async () => {
    const send = () => Promise.reject(new TypeError("ours"));
    await expect(turnOf({ send }).turn.take()).rejects.toThrow("ours");
  });
});
