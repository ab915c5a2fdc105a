import { type Exchange, Redactor } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../journal.ts";
import { Recorder, type Searched } from "./recorder.ts";

const exchange = (id: string): Exchange => ({
  id,
  request: { method: "GET", url: "http://127.0.0.1/", headers: [], credential: { scheme: "none" } },
  response: { fault: "reset", message: "" },
  startedAt: 0,
  milliseconds: 1,
});

describe("Recorder", () => {
  it("writes what is wanted of a search when it is wanted, and the newest once it is over", () => {
    const entries: JournalEntry[] = [];
    const isOfSearch = ({ check }: Exchange) => check === "search";
    const searched = { is: isOfSearch, most: 10 };
    const recorder = new Recorder({ append: (entry) => entries.push(entry) }, new Redactor(), 0, searched);
    const ids = () => recorder.exchanges.map(({ id }) => id);
    for (let number = 1; number <= 100; number += 1) {
      recorder.record({ ...exchange(`x${number}`), check: number === 50 ? "custody" : "search" });
      if (number === 3) recorder.keep("x3");
    }
    expect(ids()).toEqual(["x3", "x50"]);
    recorder.keep("x1");
    expect(ids(), "too late").toEqual(["x3", "x50"]);
    recorder.close();
    expect(ids()).toEqual(["x3", "x50", ...Array.from({ length: 10 }, (_none, index) => `x${91 + index}`)]);
    expect(entries.map((entry) => entry.type === "exchange" && entry.exchange.id)).toEqual(ids());
    recorder.close();
    expect([recorder.count, entries.length]).toEqual([100, 12]);
  });

  it("cuts a long body of a search as it cuts any other, and leaves nothing of a secret at its end", () => {
    const key = "a-key-of-somebody";
    const body = `${"-".repeat(8_180)}${key}${"-".repeat(100)}`;
    const response = { status: 200, headers: [], body, bodyBytes: body.length, invalidUtf8: false, json: undefined };
    const written = (searched?: Searched) => {
      const redactor = new Redactor();
      redactor.learn(key, "somebody");
      const recorder = new Recorder({ append: () => undefined }, redactor, 0, searched);
      recorder.record({ ...exchange("x1"), response });
      recorder.close();
      return recorder.exchanges;
    };
    expect(written({ is: () => true, most: 1 })).toEqual(written());
    expect(written()[0]?.response).toMatchObject({ bodyBytes: body.length, truncated: true });
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
