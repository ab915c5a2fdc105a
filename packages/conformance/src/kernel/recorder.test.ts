import { type Exchange, Redactor } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../journal.ts";
import { Recorder } from "./recorder.ts";

const exchange = (id: string): Exchange => ({
  id,
  request: { method: "GET", url: "http://127.0.0.1/", headers: [], credential: { scheme: "none" } },
  response: { fault: "reset", message: "" },
  startedAt: 0,
  milliseconds: 1,
});

describe("Recorder", () => {
  it("holds the newest exchanges and those that are wanted, and the journal all of them", () => {
    const entries: JournalEntry[] = [];
    const recorder = new Recorder({ append: (entry) => entries.push(entry) }, new Redactor(), 0, 10);
    for (let number = 1; number <= 100; number += 1) {
      recorder.record(exchange(`x${number}`));
      if (number === 3) recorder.keep("x3");
    }
    const ids = recorder.exchanges.map(({ id }) => id);
    expect(ids[0]).toBe("x3");
    expect(ids.slice(-10)).toEqual(Array.from({ length: 10 }, (_none, index) => `x${91 + index}`));
    expect(ids.length).toBeLessThanOrEqual(22);
    expect([recorder.count, entries.length]).toEqual([100, 100]);
  });

  it("says which check asked for an exchange, by which operation and in which version", () => {
    const recorder = new Recorder({ append: () => undefined }, new Redactor(), 0);
    const labels = { check: "PAGE-SHAPE@listAlerts/v2", operation: "listAlerts", version: "2" };
    recorder.record({ ...exchange("x1"), ...labels });
    recorder.record(exchange("x2"));
    const [first, second] = recorder.exchanges;
    expect(first).toMatchObject(labels);
    expect(Object.keys(second ?? {})).not.toEqual(expect.arrayContaining(Object.keys(labels)));
  });

  it("keeps little of a head without end, and all of a usual one", () => {
    const recorder = new Recorder({ append: () => undefined }, new Redactor(), 0);
    const headOf = (headers: readonly (readonly [string, string])[]) => {
      const response = { status: 200, headers, body: "", bodyBytes: 0, invalidUtf8: false, json: undefined };
      recorder.record({ ...exchange("x"), response });
      const kept = recorder.exchanges.at(-1)?.response;
      return kept !== undefined && "headers" in kept ? kept.headers : [];
    };
    const usual = Array.from({ length: 100 }, (_, at) => [`X-${at}`, "v".repeat(500)] as const);
    expect(headOf(usual)).toEqual(usual);
    const many = headOf(Array.from({ length: 1_900 }, (_, at) => [`X-${at}`, "v"] as const));
    expect([many.length, many.at(-1)]).toEqual([101, ["...", "1800 more fields"]]);
    const [large = []] = headOf([["X".repeat(30_000), "v".repeat(30_000)]]);
    expect(large.map((text) => [text.length < 2_100, text.slice(-21)])).toEqual([
      [true, "... (30000 characters)".slice(-21)],
      [true, "... (30000 characters)".slice(-21)],
    ]);
  });
});
