import type { Exchange, HeaderList } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf, exchangeWith, faultOf } from "../expect/scripted.test-support.ts";
import { mayBeOnTheWay, wasTurnedAway } from "./on-the-way.ts";

/** An answer with this type and text; `json` is its parsed value, as the client would set it. */
function answerOf(status: number, type: string | undefined, body: string, json?: unknown): Exchange {
  const headers: HeaderList = type === undefined ? [] : [["Content-Type", type]];
  const exchange = exchangeWith(status, headers);
  return { ...exchange, response: { ...exchange.response, body, bodyBytes: body.length, json } } as Exchange;
}

describe("mayBeOnTheWay", () => {
  it("is true for 502, 503 and 504 only", () => {
    const gateways = [200, 404, 429, 500, 501, 502, 503, 504, 505].filter((one) => mayBeOnTheWay(exchangeOf(one, {})));
    expect(gateways).toEqual([502, 503, 504]);
  });

  it("is true for an HTML page, whatever its status", () => {
    for (const type of ["text/html", "text/html; charset=utf-8", "TEXT/HTML"])
      for (const status of [200, 403, 500]) expect(mayBeOnTheWay(answerOf(status, type, "<p>")), type).toBe(true);
    for (const type of ["text/plain", "text/htmlx", "application/xhtml+xml", "x-text/html", undefined])
      expect(mayBeOnTheWay(answerOf(404, type, "<p>")), type).toBe(false);
  });

  it("is true for truncated JSON", () => {
    for (const type of ["application/json", "application/vnd.atlas.2023-01-01+json;charset=utf-8", "Application/JSON"])
      expect(mayBeOnTheWay(answerOf(200, type, '{"results":[')), type).toBe(true);
    expect(mayBeOnTheWay(answerOf(200, "application/json", "{}", {}))).toBe(false);
    expect(mayBeOnTheWay(answerOf(200, "application/json", "null", null))).toBe(false);
    expect(mayBeOnTheWay(answerOf(204, "application/json", " \r\n"))).toBe(false);
    expect(mayBeOnTheWay(answerOf(200, "text/csv", "a,b"))).toBe(false);
    expect(mayBeOnTheWay(answerOf(200, undefined, '{"results":['))).toBe(false);
    expect(mayBeOnTheWay(answerOf(200, "application/jsonl", '{"results":['))).toBe(false);
  });

  it("is true for a broken answer or an unheard request, but not for a timeout or a refused connection", () => {
    const faults = [
      "refused",
      "unknown-host",
      "tls",
      "connect-timeout",
      "head-timeout",
      "body-timeout",
      "total-timeout",
      "reset",
      "protocol",
      "body-too-large",
      "aborted",
    ] as const;
    expect(faults.filter((one) => mayBeOnTheWay(faultOf(one)))).toEqual(["body-timeout", "reset", "protocol"]);
    expect(mayBeOnTheWay(faultOf("head-timeout", { reach: "unheard" }))).toBe(true);
    expect(mayBeOnTheWay(faultOf("refused", { reach: "unsent" }))).toBe(false);
  });
});

describe("wasTurnedAway", () => {
  it("is true for a 4xx with an HTML page", () => {
    const turned = (status: number, type?: string): boolean => wasTurnedAway(answerOf(status, type, "<p>"));
    expect([399, 400, 403, 499, 500, 502, 200].map((status) => turned(status, "text/html"))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([turned(403, "application/json"), turned(403), wasTurnedAway(faultOf("reset"))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
