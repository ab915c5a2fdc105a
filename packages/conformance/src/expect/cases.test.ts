import { describe, expect, it } from "vitest";
import { broken, upheld } from "../ground/judgement.ts";
import type { Context } from "../rule/requirement.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { accepts, acceptsPlainly, brief, callOf, compares, notes, notesOf, refuses, shows, unasked } from "./cases.ts";
import { exchangeOf, faultOf, scripted } from "./scripted.test-support.ts";

const target = testTarget("http://127.0.0.1:1");
const context: Context = {
  operation: target.contract.operation("listAlertConfigs", "2"),
  version: "2",
  contract: target.contract,
  world: emptyWorld(target),
};

describe("refuses()", () => {
  const tooMany = refuses(context, "itemsPerPage=501", { query: { itemsPerPage: "501" } });

  it("is inconclusive if the target refuses the valid request too", async () => {
    const { ask, calls } = scripted(() => exchangeOf(400));
    expect(await tooMany.ask(ask)).toEqual({
      kind: "inconclusive",
      reason: "the target refused the valid request too (400 without a body), so a refusal would prove nothing",
    });
    expect(calls).toEqual([{ operation: "listAlertConfigs", version: "2" }]);
  });

  it("holds for a 4xx, and is broken by any other answer", async () => {
    const judged = (status: number) =>
      tooMany.ask(scripted(({ query }) => exchangeOf(query === undefined ? 200 : status)).ask);
    expect(await judged(400)).toEqual(upheld);
    expect(await judged(200)).toMatchObject({
      kind: "broken",
      expected: "4xx: itemsPerPage=501 must not be carried out",
    });
    expect(await judged(500)).toMatchObject({ kind: "broken", received: "500 without a body" });
  });

  it("marks a wrong query as due a refusal, but not a malformed path", async () => {
    const { ask, calls } = scripted(() => exchangeOf(200));
    await tooMany.ask(ask);
    await refuses(context, "another project", { path: { groupId: "0" } }).ask(ask);
    expect(calls.map(({ due }) => due)).toEqual([undefined, "refusal", undefined, undefined]);
  });

  it("is inconclusive for a wrong key if the target requires no credentials", async () => {
    const { ask } = scripted(() => exchangeOf(200));
    const judgement = await refuses(context, "a wrong secret", { who: "wrongSecret" }).ask(ask);
    expect(judgement).toMatchObject({ kind: "inconclusive", reason: "the target does not ask for credentials here" });
    // A server that accepts a request without any key still breaks the rule.
    expect((await refuses(context, "no key", { who: "none" }).ask(ask)).kind).toBe("broken");
  });
});

describe("accepts()", () => {
  const pretty = accepts(context, "pretty", { query: { pretty: "true" } });

  it("holds for a 2xx, and is broken by any other answer", async () => {
    const judged = (status: number) =>
      pretty.ask(scripted(({ query }) => exchangeOf(query === undefined ? 200 : status)).ask);
    expect([await judged(200), await judged(204)]).toEqual([upheld, upheld]);
    expect(await judged(302)).toMatchObject(broken("2xx for pretty", "302 without a body"));
  });

  it("sends nothing more if the plain request is refused", async () => {
    const { ask, calls } = scripted(() => exchangeOf(400));
    expect(await pretty.ask(ask)).toMatchObject({ kind: "inconclusive" });
    expect(calls).toHaveLength(1);
  });

  it("uses the positive control that the case states", async () => {
    const { ask, calls } = scripted(({ query }) => exchangeOf(query === undefined ? 200 : 404));
    const twin = { path: { groupId: "1" } };
    const judgement = await accepts(context, "pretty", { query: { pretty: "true" } }, { twin }).ask(ask);
    expect(judgement).toMatchObject({ kind: "broken", expected: "2xx for pretty" });
    expect(calls[0]).toMatchObject(twin);
  });

  it("is inconclusive if the key is refused or has no role, and says so", async () => {
    const judged = (status: number) =>
      acceptsPlainly(context, "a plain call").ask(scripted(() => exchangeOf(status)).ask);
    expect(await judged(401)).toMatchObject({ kind: "inconclusive", reason: "the target refuses the credentials" });
    expect(await judged(403)).toMatchObject({ kind: "inconclusive", reason: expect.stringContaining("the role that") });
    expect(await judged(400)).toMatchObject(broken("2xx for a plain call", "400 without a body"));
    expect(await judged(200)).toEqual(upheld);
    const { ask } = scripted(() => faultOf("reset"));
    expect((await acceptsPlainly(context, "a plain call").ask(ask)).kind).toBe("broken");
  });

  it("is inconclusive if the target lacks the version, as another read shows", async () => {
    const judged = (other: number) =>
      acceptsPlainly(context, "a plain call").ask(
        scripted(({ operation }) => exchangeOf(operation === "listAlertConfigs" ? 404 : other)).ask,
      );
    expect(await judged(404)).toMatchObject({
      kind: "inconclusive",
      reason: "the target does not have this interface version",
    });
    expect((await judged(200)).kind).toBe("broken");
  });

  it("reads another operation after 404, 405 and 406 only, if there is another in that version", async () => {
    const askedAgain = async (status: number, subject: Context = context) => {
      const { ask, calls } = scripted((_call, index) => exchangeOf(index === 0 ? status : 404));
      await acceptsPlainly(subject, "a plain call", { query: { pretty: "true" } }).ask(ask);
      expect(calls[0]?.query).toEqual({ pretty: "true" });
      return calls.length > 1;
    };
    expect([await askedAgain(404), await askedAgain(405), await askedAgain(406)]).toEqual([true, true, true]);
    expect([await askedAgain(400), await askedAgain(410), await askedAgain(500)]).toEqual([false, false, false]);
    expect(await askedAgain(404, { ...context, version: "standalone" })).toBe(false);
    const contract = { ...context.contract, operations: [context.operation] };
    expect(await askedAgain(404, { ...context, contract })).toBe(false);
  });
});

describe("every kind of case", () => {
  const more = { level: "SHOULD", mock: "it keeps nothing" } as const;
  const nothing = () => upheld;

  it("carries its name, its number of requests and the given options", () => {
    expect(acceptsPlainly(context, "a")).toMatchObject({ name: "a", requests: 2 });
    expect(accepts(context, "a", {}, more)).toMatchObject({ name: "a", requests: 2, ...more });
    expect(refuses(context, "a", {}, more)).toMatchObject({ name: "a", requests: 2, ...more });
    expect(shows(context, "a", {}, nothing, more)).toMatchObject({ name: "a", requests: 2, ...more });
    expect(compares(context, "a", [{}, {}], nothing, more)).toMatchObject({ name: "a", requests: 3, ...more });
    expect(notes(context, "a", {}, more)).toMatchObject({ name: "a", requests: 1, ...more });
    expect(notesOf("a", 4, async () => "", more)).toMatchObject({ name: "a", requests: 4, ...more });
  });

  it("sends the given positive control first, without exposing it", async () => {
    const twin = { query: { pretty: "true" } };
    for (const own of [
      accepts(context, "a", {}, { twin }),
      refuses(context, "a", {}, { twin }),
      compares(context, "a", [{}], nothing, { twin }),
    ]) {
      expect(own).not.toHaveProperty("twin");
      const { ask, calls } = scripted(() => exchangeOf(200));
      await own.ask(ask);
      expect(calls[0]).toEqual({ operation: "listAlertConfigs", version: "2", ...twin });
    }
  });

  it("calls its own operation, with the given changes", () => {
    expect(callOf(context)).toEqual({ operation: "listAlertConfigs", version: "2" });
    expect(callOf(context, { who: "none" })).toEqual({ operation: "listAlertConfigs", version: "2", who: "none" });
  });

  it("shows() judges the answer to the valid request once", async () => {
    const { ask, calls } = scripted((_call, index) => exchangeOf(200, { index }));
    const judgement = await shows(context, "a", { send: "again" }, (exchange) =>
      broken("nothing", JSON.stringify(exchange.response)),
    ).ask(ask);
    expect(judgement).toMatchObject({ received: expect.stringContaining('{"index":1}') });
    expect(calls).toHaveLength(2);
  });
});

describe("unasked()", () => {
  it("is true only for a request without credentials that was accepted", () => {
    const keyed = exchangeOf(200);
    const request = { ...keyed.request, headers: [["Authorization", "Basic x"]] as const };
    expect(unasked(exchangeOf(200))).toBe(true);
    for (const exchange of [{ ...keyed, request }, exchangeOf(401), faultOf("reset")])
      expect(unasked(exchange)).toBe(false);
  });
});

describe("compares()", () => {
  const same = compares(context, "the same twice", [{}, { send: "again" }], (one, other) =>
    brief(one) === brief(other) && JSON.stringify(one.response) === JSON.stringify(other.response)
      ? upheld
      : broken("the same", "another"),
  );

  it("is broken only if three double readings show the difference", async () => {
    // The plain request and the first read of each pair show one list, the second read of each pair another.
    const { ask, calls } = scripted((_call, index) => exchangeOf(200, [index === 0 || index % 2 === 1 ? "a" : "b"]));
    expect((await same.ask(ask)).kind).toBe("broken");
    expect(calls).toHaveLength(3 + 3 * 4);
    expect(calls.map(({ send }) => send)).toEqual([undefined, undefined, ...Array(13).fill("again")]);
  });

  it("holds if the first answers agree, without further reads", async () => {
    const { ask, calls } = scripted(() => exchangeOf(200, ["a"]));
    expect(await same.ask(ask)).toEqual(upheld);
    expect(calls).toHaveLength(3);
  });

  it("is inconclusive if the comparison is, without further reads", async () => {
    const { ask, calls } = scripted(() => exchangeOf(200, []));
    const lacking = { kind: "inconclusive", reason: "no records" } as const;
    expect(await compares(context, "two pages", [{}, {}], () => lacking).ask(ask)).toEqual(lacking);
    expect(calls).toHaveLength(3);
  });

  it("holds if another client's write between two reads explains the difference", async () => {
    const { ask } = scripted((_call, index) => exchangeOf(200, [index < 2 ? "a" : "b"]));
    expect(await same.ask(ask)).toEqual(upheld);
  });

  it("is inconclusive if the target shows another state each time", async () => {
    const { ask, calls } = scripted((_call, index) => exchangeOf(200, [{ id: `r${index}` }]));
    const judgement = await same.ask(ask);
    expect(judgement).toMatchObject({ kind: "inconclusive", reason: expect.stringContaining("keeps changing") });
    expect(calls).toHaveLength(3 + 16 * 4);
  });

  it("is inconclusive if a later reading is refused", async () => {
    for (const gone of [3, 4, 5, 6]) {
      const { ask, calls } = scripted((_call, index) =>
        exchangeOf(index === gone ? 404 : 200, [index === 2 ? "b" : "a", index]),
      );
      expect(await same.ask(ask)).toMatchObject({
        kind: "inconclusive",
        reason: "the record has disappeared since the first read",
      });
      // A reading ends with the first refused request.
      expect(calls).toHaveLength(gone % 2 === 1 ? 6 : 7);
    }
  });

  it("treats a reading as unstable if one of its answers differs in the second reading", async () => {
    // In each reading, the first request shows the same every time and the second never does.
    const { ask } = scripted((_call, index) => exchangeOf(200, [{ id: index % 2 === 1 ? "a" : `b${index}` }]));
    expect(await same.ask(ask)).toMatchObject({ kind: "inconclusive" });
  });

  it("treats a list as stable if count and update times are equal, whatever else moves", async () => {
    const updated = "2026-01-01T00:00:00Z";
    const page = (id: string, index: number, stamp: string | undefined) => ({
      results: [
        { id: "r", updated },
        { id, updated: stamp, moving: index },
      ],
      totalCount: 2,
    });
    const judged = (stamp: string | undefined) =>
      same.ask(scripted((_call, index) => exchangeOf(200, page(index % 2 === 1 ? "a" : "b", index, stamp))).ask);
    expect((await judged(updated)).kind).toBe("broken");
    expect((await judged(undefined)).kind).toBe("inconclusive");
  });

  it("treats records as stable by their update time, alone or in a list without a count", async () => {
    const judged = (page: (record: object) => unknown, stampOf: (index: number) => string) =>
      same.ask(
        scripted((_call, index) =>
          exchangeOf(200, page({ id: index % 2 === 1 ? "a" : "b", updated: stampOf(index), moving: index })),
        ).ask,
      );
    const forms = [(record: object) => record, (record: object) => [record], (record: object) => ({ content: record })];
    for (const form of forms) {
      expect((await judged(form, () => "then")).kind).toBe("broken");
      expect((await judged(form, (index) => `at ${index}`)).kind).toBe("inconclusive");
    }
  });

  it("treats a list as unstable if the second reading has another record", async () => {
    const page = (index: number) => [{ id: `r${index}`, updated: "then" }];
    expect((await same.ask(scripted((_call, index) => exchangeOf(200, page(index))).ask)).kind).toBe("inconclusive");
  });

  it("treats a list as unstable if the second reading has more records", async () => {
    const page = (index: number) => ({ results: [{ id: "r", updated: "then", moving: index }], totalCount: index });
    expect((await same.ask(scripted((_call, index) => exchangeOf(200, page(index))).ask)).kind).toBe("inconclusive");
  });

  it("treats a list as stable in any order", async () => {
    const records = (index: number) => {
      const all = ["a", "b"].map((id) => ({ id, updated: "then", moving: index }));
      return index % 4 < 2 ? all : all.toReversed();
    };
    expect((await same.ask(scripted((_call, index) => exchangeOf(200, records(index))).ask)).kind).toBe("broken");
  });

  it("is inconclusive if the record disappeared, and broken if only one request is refused", async () => {
    const judged = (plainAfter: number) =>
      same.ask(scripted((_call, index) => exchangeOf([200, 404, plainAfter][index] ?? 200)).ask);
    expect((await judged(404)).kind).toBe("inconclusive");
    const { ask, calls } = scripted((_call, index) => exchangeOf(index === 1 ? 404 : 200));
    await same.ask(ask);
    expect(calls.at(-1)).toMatchObject({ send: "again" });
    expect(await judged(200)).toMatchObject({ kind: "broken", expected: "2xx for the same twice" });
  });
});

describe("notes() and notesOf()", () => {
  it("asks with any outcome due, and observes only the status and the error code", async () => {
    const { ask, calls } = scripted(() => exchangeOf(400, { errorCode: "ODD", detail: "at 12:03" }));
    const judgement = await notes(context, "an odd page", { query: { pageNum: "x" } }).ask(ask);
    expect(judgement).toEqual({ kind: "observed", note: "an odd page: 400 ODD" });
    expect(calls[0]?.due).toBe("any");
    expect(brief(exchangeOf(404, { detail: "it is not there" }))).toBe("404");
    for (const code of ["NOT-THERE", "NOT THERE", "AT_12"])
      expect(brief(exchangeOf(404, { errorCode: code }))).toBe("404");
    expect(brief(faultOf("reset"))).toBe("no answer (reset)");
  });

  it("observes the result of several requests", async () => {
    const { ask } = scripted(() => exchangeOf(200));
    const odd = notesOf("two reads", 2, async (own) => brief(await own(callOf(context))));
    expect(await odd.ask(ask)).toEqual({ kind: "observed", note: "two reads: 200" });
  });
});
