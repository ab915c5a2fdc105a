import { describe, expect, it } from "vitest";
import { broken, upheld } from "../rule/judgement.ts";
import type { Context } from "../rule/requirement.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { accepts, acceptsPlainly, brief, compares, notes, refuses } from "./cases.ts";
import { exchangeOf, scripted } from "./scripted.test-support.ts";

const target = testTarget("http://127.0.0.1:1");
const context: Context = {
  operation: target.contract.operation("listAlertConfigs", "2"),
  version: "2",
  contract: target.contract,
  world: emptyWorld(target),
};

describe("a request that must be refused", () => {
  const tooMany = refuses(context, "itemsPerPage=501", { query: { itemsPerPage: "501" } });

  it("says nothing where the plain request is refused too", async () => {
    const { ask, calls } = scripted(() => exchangeOf(400));
    expect(await tooMany.ask(ask)).toMatchObject({ kind: "unable" });
    expect(calls).toHaveLength(1);
  });

  it("upholds the rule by 4xx, and breaks it by anything else", async () => {
    const judged = (status: number) =>
      tooMany.ask(scripted(({ query }) => exchangeOf(query === undefined ? 200 : status)).ask);
    expect(await judged(400)).toEqual(upheld);
    expect(await judged(200)).toMatchObject({
      kind: "broken",
      expected: "4xx: itemsPerPage=501 must not be carried out",
    });
    expect(await judged(500)).toMatchObject({ kind: "broken", received: "500 without a body" });
  });

  it("breaks a stated limit where its query does, and no limit where its path is malformed", async () => {
    const { ask, calls } = scripted(() => exchangeOf(200));
    await tooMany.ask(ask);
    await refuses(context, "another project", { path: { groupId: "0" } }).ask(ask);
    expect(calls.map(({ due }) => due)).toEqual([undefined, "refusal", undefined, undefined]);
  });

  it("says nothing of a wrong key where the target asks for none", async () => {
    const { ask } = scripted(() => exchangeOf(200));
    const judgement = await refuses(context, "a wrong secret", { who: "wrongSecret" }).ask(ask);
    expect(judgement).toMatchObject({ kind: "unable", reason: "the target asks for no credentials here" });
    // Who comes without any key and is let in has broken the rule all the same.
    expect((await refuses(context, "no key", { who: "none" }).ask(ask)).kind).toBe("broken");
  });
});

describe("a request that must be carried out", () => {
  it("is judged beside the plain one, sent as its twin says", async () => {
    const { ask, calls } = scripted(({ query }) => exchangeOf(query === undefined ? 200 : 404));
    const twin = { path: { groupId: "1" } };
    const judgement = await accepts(context, "pretty", { query: { pretty: "true" } }, { twin }).ask(ask);
    expect(judgement).toMatchObject({ kind: "broken", expected: "2xx for pretty" });
    expect(calls[0]).toMatchObject(twin);
  });

  it("is excused by a key that is refused or has no role, in words that say so", async () => {
    const judged = (status: number) =>
      acceptsPlainly(context, "a plain call").ask(scripted(() => exchangeOf(status)).ask);
    expect(await judged(401)).toMatchObject({ kind: "unable", reason: "the credentials are refused" });
    expect(await judged(403)).toMatchObject({ kind: "unable", reason: expect.stringContaining("the role that") });
    expect((await judged(400)).kind).toBe("broken");
  });

  it("is excused by a version that is not there, as another read shows", async () => {
    const judged = (other: number) =>
      acceptsPlainly(context, "a plain call").ask(
        scripted(({ operation }) => exchangeOf(operation === "listAlertConfigs" ? 404 : other)).ask,
      );
    expect(await judged(404)).toMatchObject({ kind: "unable", reason: "this interface version is not served" });
    expect((await judged(200)).kind).toBe("broken");
  });
});

describe("answers that are compared", () => {
  const same = compares(context, "the same twice", [{}, { send: "again" }], (one, other) =>
    brief(one) === brief(other) && JSON.stringify(one.response) === JSON.stringify(other.response)
      ? upheld
      : broken("the same", "another"),
  );

  it("differ for good only where three readings, each done twice, show it", async () => {
    // The plain request and each first read show one list, each second read another.
    const { ask, calls } = scripted((_call, index) => exchangeOf(200, [index === 0 || index % 2 === 1 ? "a" : "b"]));
    expect((await same.ask(ask)).kind).toBe("broken");
    expect(calls).toHaveLength(3 + 3 * 4);
  });

  it("uphold the rule where what differed was somebody's write between two reads", async () => {
    const { ask } = scripted((_call, index) => exchangeOf(200, [index < 2 ? "a" : "b"]));
    expect(await same.ask(ask)).toEqual(upheld);
  });

  it("say nothing where the target shows something else each time", async () => {
    const { ask } = scripted((_call, index) => exchangeOf(200, [{ id: `r${index}` }]));
    const judgement = await same.ask(ask);
    expect(judgement).toMatchObject({ kind: "unable", reason: expect.stringContaining("changes all the while") });
  });

  it("say nothing where one of two readings is refused", async () => {
    const { ask } = scripted((_call, index) => exchangeOf(index === 5 ? 404 : 200, [index === 2 ? "b" : "a", index]));
    expect(await same.ask(ask)).toMatchObject({ kind: "unable", reason: "what was read is not there any more" });
  });

  it("do not stand still as long as one of them is another in the second reading", async () => {
    // The first of each reading is always the same, and the second never.
    const { ask } = scripted((_call, index) => exchangeOf(200, [{ id: index % 2 === 1 ? "a" : `b${index}` }]));
    expect(await same.ask(ask)).toMatchObject({ kind: "unable" });
  });

  it("stand still where nothing was updated and as many are there, whatever else moves", async () => {
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
    expect((await judged(undefined)).kind).toBe("unable");
  });

  it("say nothing where the record is gone since, and are refused where it is there", async () => {
    const judged = (plainAfter: number) =>
      same.ask(scripted((_call, index) => exchangeOf([200, 404, plainAfter][index] ?? 200)).ask);
    expect((await judged(404)).kind).toBe("unable");
    const { ask, calls } = scripted((_call, index) => exchangeOf(index === 1 ? 404 : 200));
    await same.ask(ask);
    expect(calls.at(-1)).toMatchObject({ send: "again" });
    expect(await judged(200)).toMatchObject({ kind: "broken", expected: "2xx for the same twice" });
  });
});

describe("what the description leaves open", () => {
  it("is asked so that no rule about all answers looks at it, and noted by status and code alone", async () => {
    const { ask, calls } = scripted(() => exchangeOf(400, { errorCode: "ODD", detail: "at 12:03" }));
    const judgement = await notes(context, "an odd page", { query: { pageNum: "x" } }).ask(ask);
    expect(judgement).toEqual({ kind: "observed", note: "an odd page: 400 ODD" });
    expect(calls[0]?.due).toBe("any");
    expect(brief(exchangeOf(404, { detail: "it is not there" }))).toBe("404");
  });
});
