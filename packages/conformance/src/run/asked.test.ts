import type { Exchange } from "@plumbline/client";
import { expect, it } from "vitest";
import { broken, decidedBy, type Judgement, upheld } from "../ground/judgement.ts";
import { Asked } from "./asked.ts";

function exchange(id: string, url: string, status = 200): Exchange {
  return {
    id,
    startedAt: 0,
    milliseconds: 0,
    request: { method: "GET", url, headers: [], credential: { scheme: "none" } },
    response: {
      status,
      headers: [],
      body: '{"errorCode":"BAD"}',
      bodyBytes: 0,
      json: { errorCode: "BAD" },
      invalidUtf8: false,
    },
  };
}

function decided(judgement: Judgement, ...exchanges: readonly Exchange[]): unknown {
  const asked = new Asked();
  for (const one of exchanges) asked.note(one);
  const known = asked.decided(judgement);
  return known.kind === "broken" ? known.deciding : known;
}

const [plain, wrong, again] = [exchange("x1", "/a"), exchange("x2", "/a?n=501", 404), exchange("x3", "/a")];

it("Asked.decided points to the last exchange, with the last different request as its twin", () => {
  expect(decided(broken("a", "b"), plain, wrong)).toEqual({ exchange: "x2", twin: "x1" });
  expect(decided(broken("a", "b"), wrong, plain, again)).toEqual({ exchange: "x3", twin: "x2" });
  expect(decided(broken("a", "b"), plain, again)).toEqual({ exchange: "x3" });
});

it("Asked.decided prefers a twin of the same operation", () => {
  const [right, read, refused] = [plain, again, wrong].map((one, index) => ({
    ...one,
    operation: index === 1 ? "getAlert" : "listAlerts",
    request: { ...one.request, url: `/${index}` },
  }));
  const all = [right, read, refused].flatMap((one) => one ?? []);
  expect(decided(broken("a", "b"), ...all)).toEqual({ exchange: "x2", twin: "x1" });
});

it("Asked.decided points to the exchange that the judgement quotes, even if another came later", () => {
  const judgement = broken("2xx", "404 BAD");
  expect(decided(judgement, plain, wrong, again)).toEqual({ exchange: "x2", where: "status", twin: "x1" });
});

it("Asked.decided points to the exchange and the part that the judge named", () => {
  const named = decidedBy(broken("a", "404 BAD"), "/id", plain);
  expect(decided(named, plain, wrong)).toEqual({ exchange: "x1", where: "/id" });
});

it("Asked.decided changes neither an upheld judgement nor one without exchanges", () => {
  expect(decided(upheld, plain)).toEqual(upheld);
  expect(decided(broken("a", "b"))).toBeUndefined();
});

it("Asked.decided forgets older exchanges", () => {
  const many = Array.from({ length: 30 }, (_, index) => exchange(`y${index}`, "/same"));
  expect(decided(broken("a", "b"), plain, ...many)).toEqual({ exchange: "y29" });
});

it("accuses nobody of an answer with which the target only limits requests", () => {
  const limited = exchange("x4", "/a", 429);
  expect(decided(broken("401", "429 BAD"), plain, limited)).toMatchObject({ kind: "inconclusive" });
  expect(decided(broken("401", "429 BAD"), plain, { ...limited, operation: "issueServiceToken" })).toMatchObject({
    exchange: "x4",
  });
});
