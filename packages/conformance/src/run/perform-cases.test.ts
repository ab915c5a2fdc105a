import { describe, expect, it } from "vitest";
import { broken, upheld } from "../ground/judgement.ts";
import { aCase, aProbe, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { Case } from "../rule/requirement.ts";
import { performCases } from "./perform-cases.ts";
import { conversation, project } from "./session.test-support.ts";

const check = checkOf(aProbe("A-1"), subjectOf("listAlertConfigs"));
const reads = aCase("reads", {
  ask: async (ask) => {
    await ask({ operation: "listAlertConfigs", version: "2", send: "again" });
    return upheld;
  },
});
const bad = broken("200", "404");

async function perform(cases: readonly Case[], left: readonly string[] = [], mock = false) {
  const talk = await conversation(project(), { mock, allow: new Set(["read", "create", "delete"]) });
  const replay = (id: string): string => `again ${id}`;
  const verdict = await performCases(check, { kind: "cases", cases, left }, talk.session, { jobs: 1, replay });
  return { verdict, ...talk };
}

describe("performCases", () => {
  it("asks the cases in order, with every exchange as evidence", async () => {
    const { verdict, journal } = await perform([reads, reads]);
    const sent = journal.flatMap((entry) => (entry.type === "exchange" ? [entry.exchange] : []));
    expect(sent.map((one) => one.check)).toEqual([check.id, check.id]);
    expect(verdict).toEqual({
      check: check.id,
      requirement: "A-1",
      operation: "listAlertConfigs",
      version: "v2",
      evidence: sent.map(({ id }) => id),
      replay: `again ${check.id}`,
      outcome: "pass",
    });
  });

  it("gives a case the level of its rule unless it states its own, and names broken cases", async () => {
    const { verdict } = await perform([
      aCase("a", { ask: async () => bad }),
      aCase("b", { ask: async () => bad }),
      aCase("c", { ask: async () => bad, level: "SHOULD" }),
    ]);
    expect(verdict).toMatchObject({ outcome: "fail", received: "404 (the same check also fails for: b)" });
    const mild = await perform([aCase("c", { ask: async () => bad, level: "SHOULD" })]);
    expect(mild.verdict.outcome).toBe("warn");
  });

  it("is could-not-run if cases were left out, unless the target is a mock", async () => {
    expect((await perform([reads], ["b: no key"])).verdict).toMatchObject({ outcome: "could-not-run" });
    expect((await perform([reads], ["b: no key"], true)).verdict).toMatchObject({ outcome: "pass" });
  });

  it("shortens long judgements", async () => {
    const long = broken("200", "x".repeat(100_000));
    const { verdict } = await perform([aCase("a", { ask: async () => long })]);
    expect(JSON.stringify(verdict).length).toBeLessThan(20_000);
  });

  it("removes the records that the cases created", async () => {
    const makes = aCase("makes", {
      ask: async (ask) => {
        await ask({ operation: "createAlertConfig", version: "2" });
        return upheld;
      },
    });
    expect((await perform([makes])).asked()).toContain("deleteAlertConfig");
  });
});

describe("performCases, for an internal error", () => {
  it("ends the check with the evidence so far, and removes its records", async () => {
    const defective = aCase("defective", {
      ask: async (ask) => {
        await ask({ operation: "createAlertConfig", version: "2" });
        throw new TypeError("ours");
      },
    });
    const { verdict, asked } = await perform([defective, reads]);
    expect(verdict).toMatchObject({ outcome: "harness-error", message: expect.stringContaining("TypeError: ours") });
    expect(verdict.evidence).toHaveLength(1);
    expect(asked().filter((operation) => operation === "deleteAlertConfig")).toHaveLength(1);
    expect(asked().at(-1)).not.toBe("listAlertConfigs");
  });
});
