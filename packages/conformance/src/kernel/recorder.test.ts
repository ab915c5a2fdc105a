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
});
