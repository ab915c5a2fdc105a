import { type Exchange, Redactor } from "@plumbline/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeOf, exchangeWith, faultOf } from "../expect/scripted.test-support.ts";
import type { JournalEntry } from "../ground/journal.ts";
import { Gate } from "./gate.ts";
import { Recorder, type Searched } from "./recorder.ts";

const SECRET = "canary-private-key";

/** A redactor that reports the texts it was given. */
class TellingRedactor extends Redactor {
  readonly given: Exchange[] = [];
  override exchange(exchange: Exchange): Exchange {
    this.given.push(exchange);
    return super.exchange(exchange);
  }
}

function recording({ began = 0, searched }: { readonly began?: number; readonly searched?: Searched } = {}) {
  const entries: JournalEntry[] = [];
  const redactor = new TellingRedactor();
  redactor.learn(SECRET);
  const recorder = new Recorder({ append: (entry) => entries.push(entry) }, new Gate(redactor), began, searched);
  /** Records an exchange, and returns its form in the report. */
  const kept = (exchange: Exchange) => {
    recorder.record(exchange);
    return recorder.exchanges.at(-1);
  };
  const headOf = (headers: readonly (readonly [string, string])[]) => {
    const response = kept(exchangeWith(200, headers))?.response;
    return response !== undefined && "headers" in response ? response.headers : [];
  };
  return { recorder, entries, kept, headOf, given: redactor.given };
}
const ids = (recorder: Recorder): readonly string[] => recorder.exchanges.map(({ id }) => id);
const named = (id: string): Exchange => ({ ...faultOf("reset"), id });

const ofSearch = (most: number) => ({ searched: { is: ({ check }: Exchange) => check === "search", most } });
const sought = (number: number): Exchange => ({ ...named(`x${number}`), check: "search" });

describe("Recorder, for exchanges of a search", () => {
  it("writes the exchanges that are kept, and the newest ones at the end", () => {
    const { recorder, entries, given } = recording(ofSearch(10));
    for (let number = 1; number <= 100; number += 1) {
      recorder.record(number === 50 ? named("x50") : sought(number));
      if (number === 3) recorder.keep("x3");
    }
    expect(ids(recorder)).toEqual(["x3", "x50"]);
    recorder.keep("x1");
    expect(ids(recorder), "too late").toEqual(["x3", "x50"]);
    recorder.close();
    expect(ids(recorder)).toEqual(["x3", "x50", ...Array.from({ length: 10 }, (_none, index) => `x${91 + index}`)]);
    expect(entries).toEqual(recorder.exchanges.map((exchange) => ({ type: "exchange", exchange })));
    recorder.close();
    expect([recorder.count, entries.length, given.length]).toEqual([100, 12, 12]);
  });

  it("drops the older half once it holds more than twice the limit", () => {
    const { recorder } = recording(ofSearch(4));
    const isHeld = (number: number): boolean => {
      const before = recorder.exchanges.length;
      recorder.keep(`x${number}`);
      return recorder.exchanges.length > before;
    };
    for (let number = 1; number <= 9; number += 1) {
      recorder.record(sought(number));
      if (number === 8) expect([isHeld(1), isHeld(1)], "it is written once").toEqual([true, false]);
    }
    expect(isHeld(2), "one is out of the way").toBe(true);
    for (let number = 10; number <= 11; number += 1) recorder.record(sought(number));
    expect([7, 8].map(isHeld)).toEqual([false, true]);
  });

  it("shortens and redacts them like any other, including part of a secret at the cut", () => {
    const body = `${"-".repeat(8_185)}${SECRET}${"-".repeat(100)}`;
    const { request } = exchangeOf(200);
    const long = { ...exchangeOf(200), request: { ...request, body } };
    const exchange = { ...long, response: { ...long.response, body, bodyBytes: body.length } };
    const { recorder, kept } = recording({ searched: { is: () => true, most: 1 } });
    recorder.record(exchange);
    recorder.close();
    const [shown] = recorder.exchanges;
    expect(shown).toEqual(recording().kept(exchange));
    expect(shown?.response).toMatchObject({ bodyBytes: body.length, truncated: true });
    expect(kept(faultOf("reset"))).toEqual(shown);
  });

  it("writes every exchange at once if nothing counts as a search", () => {
    const { recorder } = recording();
    for (let number = 1; number <= 100; number += 1) recorder.record(sought(number));
    expect(recorder.exchanges).toHaveLength(100);
  });
});

describe("Recorder, for the reported form of an exchange", () => {
  const plain = exchangeOf(200, { id: "1" });

  it("has the request, the response and a curl command", () => {
    const { kept } = recording();
    const request = { ...plain.request, method: "PATCH", headers: [["accept", "a/b"]] as const, body: "{}" };
    expect(kept({ ...plain, request })).toEqual({
      id: plain.id,
      at: 0,
      milliseconds: 1,
      request: { method: "PATCH", url: "http://127.0.0.1/", headers: [["accept", "a/b"]], body: "{}" },
      response: { status: 200, headers: [], body: '{"id":"1"}', bodyBytes: 10, truncated: false },
      curl: expect.stringMatching(/^curl .*-X PATCH /),
    });
  });

  it("has no body if none was sent, and the fault if there was no answer", () => {
    const { kept } = recording();
    expect(kept(plain)?.request).toEqual({ method: "GET", url: "http://127.0.0.1/", headers: [] });
    expect(kept(faultOf("reset"))?.response).toEqual({ fault: "reset", message: "it ended as reset" });
  });

  it("names the check, the operation and the version", () => {
    const { kept } = recording();
    const labels = { check: "PAGE-SHAPE@listAlerts/v2", operation: "listAlerts", version: "2" };
    expect(kept({ ...plain, ...labels })).toMatchObject(labels);
    for (const label of Object.keys(labels)) expect(kept(plain)).not.toHaveProperty(label);
  });

  it("states the start to a tenth of a millisecond and the duration to a hundredth", () => {
    const { kept } = recording({ began: 1_000 });
    const times = (startedAt: number, milliseconds: number) => {
      const shown = kept({ ...plain, startedAt, milliseconds });
      return [shown?.at, shown?.milliseconds];
    };
    expect(times(1_003.16, 2.346)).toEqual([3.2, 2.35]);
    expect(times(999, 0)).toEqual([0, 0]);
  });

  it("masks secrets everywhere", () => {
    const { kept } = recording();
    const headers = [["x", SECRET]] as const;
    const { request, response } = exchangeOf(200, { secret: SECRET });
    const shown = kept({
      ...plain,
      request: { ...request, url: `http://127.0.0.1/${SECRET}`, headers, body: SECRET },
      response: { ...response, headers },
    });
    expect(shown?.response).toHaveProperty("body", expect.stringContaining("***"));
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });
});

describe("Recorder, for a long body", () => {
  const bodies = (length: number, text = "a".repeat(length)) => {
    const { kept } = recording();
    const { request, response } = exchangeOf(200);
    const exchange = { ...exchangeOf(200), request: { ...request, body: text } };
    const shown = kept({ ...exchange, response: { ...response, body: text, bodyBytes: length } });
    return { sent: shown?.request.body, came: shown?.response };
  };

  it("keeps the first 4096 characters and marks the body as truncated", () => {
    expect(bodies(4_096)).toEqual({
      sent: "a".repeat(4_096),
      came: expect.objectContaining({ body: "a".repeat(4_096), truncated: false }),
    });
    for (const length of [4_097, 8_192, 8_193, 100_000])
      expect(bodies(length)).toEqual({
        sent: "a".repeat(4_096),
        came: expect.objectContaining({ body: "a".repeat(4_096), bodyBytes: length, truncated: true }),
      });
  });

  it("truncates the request and the response independently", () => {
    const { kept } = recording();
    const long = "a".repeat(10_000);
    const { request, response } = exchangeOf(200, { id: "1" });
    expect(kept({ ...exchangeOf(200), request: { ...request, body: long }, response })).toMatchObject({
      request: { body: "a".repeat(4_096) },
      response: { body: '{"id":"1"}', truncated: false },
    });
    expect(
      kept({ ...exchangeOf(200), request: { ...request, body: "b" }, response: { ...response, body: long } }),
    ).toMatchObject({ request: { body: "b" }, response: { body: "a".repeat(4_096), truncated: true } });
    const unanswered = kept({ ...faultOf("reset"), request: { ...request, body: long } });
    expect(unanswered).toMatchObject({ request: { body: "a".repeat(4_096) }, response: { fault: "reset" } });
  });

  it("redacts the first 8192 characters only", () => {
    const { kept, given } = recording();
    const lengths = (sent: number, came: number) => {
      const { request, response } = exchangeOf(200, {});
      const [one, other] = [sent, came].map((length) => "a".repeat(length));
      kept({
        ...exchangeOf(200),
        request: { ...request, body: one ?? "" },
        response: { ...response, body: other ?? "" },
      });
      const last = given.at(-1);
      const shown = last?.response;
      return [
        last?.request.body?.length,
        shown !== undefined && "body" in shown ? [shown.body.length, shown.json] : [],
      ];
    };
    expect(lengths(8_192, 8_192)).toEqual([8_192, [8_192, {}]]);
    expect(lengths(8_193, 10)).toEqual([8_192, [10, undefined]]);
    expect(lengths(10, 8_193)).toEqual([10, [8_192, undefined]]);
    const whole = exchangeOf(200, {});
    kept(whole);
    expect(given.at(-1)).toBe(whole);
  });

  it("shows no part of a secret at either cut", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 * SECRET.length }), (before) => {
        const text = `${"-".repeat(before)}${`${SECRET} `.repeat(600)}`;
        const { sent = "", came } = bodies(text.length, text);
        expect(`${sent}${JSON.stringify(came)}`).not.toMatch(/can|vate/);
      }),
    );
  });

  it("shows what it redacted, even if masks have made that shorter", () => {
    const text = `${`${SECRET} `.repeat(100)}${"-".repeat(8_192 - 1_900)}`;
    const shown = `${"*** ".repeat(100)}${"-".repeat(4_096 - 400)}`;
    expect(bodies(8_192, text)).toMatchObject({ sent: shown, came: { body: shown } });
    expect(bodies(8_193, `${text}-`).sent).toBe(shown.slice(0, 8_192 - 1_500 - 4_096));
  });
});

describe("Recorder, for headers", () => {
  it("keeps a usual head complete, and counts the fields beyond the hundredth", () => {
    const { headOf } = recording();
    const usual = Array.from({ length: 100 }, (_, at) => [`X-${at}`, "v".repeat(500)] as const);
    expect(headOf(usual)).toEqual(usual);
    expect(headOf([...usual, ["X-100", "v"]])).toEqual([...usual, ["...", "1 more fields"]]);
    const many = headOf(Array.from({ length: 1_900 }, (_, at) => [`X-${at}`, "v"] as const));
    expect([many.length, many.at(-1)]).toEqual([101, ["...", "1800 more fields"]]);
  });

  it("shortens a long name or value, and states its length", () => {
    const { headOf } = recording();
    const just = [["X", "v".repeat(2_048)]] as const;
    expect(headOf(just)).toEqual(just);
    const long = ["N".repeat(2_049), "v".repeat(3_000)] as const;
    expect(headOf([long, ["X", "v"]])).toEqual([
      [`${"N".repeat(2_048)}... (2049 characters)`, `${"v".repeat(2_048)}... (3000 characters)`],
      ["X", "v"],
    ]);
    expect(headOf([long])).toHaveLength(1);
    expect(headOf([long])).not.toEqual([long]);
    expect(headOf([long, ...Array.from({ length: 99 }, () => ["X", "v"] as const)])).toHaveLength(100);
  });
});

describe("Recorder.chain", () => {
  const following = (exchange: Exchange, follows: Exchange): Exchange => ({ ...exchange, follows: follows.id });

  it("starts with the challenge that the exchange answers, and returns each exchange once", () => {
    const { recorder } = recording();
    const first = exchangeOf(401);
    const stale = following(exchangeOf(401), first);
    const last = following(exchangeOf(200), stale);
    for (const exchange of [first, stale, last]) recorder.record(exchange);
    expect(recorder.chain(last)).toEqual([first, stale, last]);
    // Each exchange is returned once.
    expect(recorder.chain(last)).toEqual([last]);
  });

  it("is the exchange alone if it follows no challenge", () => {
    const { recorder } = recording();
    const first = exchangeOf(503);
    const last = following(exchangeOf(200), first);
    for (const exchange of [first, last]) recorder.record(exchange);
    expect(recorder.chain(last)).toEqual([last]);
    const alone = exchangeOf(401);
    recorder.record(alone);
    expect(recorder.chain(alone)).toEqual([alone]);
    expect(recorder.chain(following(exchangeOf(200), alone))).toHaveLength(1);
  });
});
