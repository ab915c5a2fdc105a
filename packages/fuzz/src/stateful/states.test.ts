import { conduct } from "@plumbline/conformance";
import { afterEach, describe, expect, it } from "vitest";
import { Budget } from "../campaigns/budget.ts";
import { statesRequirement } from "../requirements/states-requirement.ts";
import { explanations } from "./linear.ts";
import { type Bug, statefulServer } from "./stateful-server.test-support.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function states(bug?: Bug, seed = 1) {
  const server = await statefulServer(bug);
  open.push(server);
  const report = await conduct(server.target, {
    requirements: [statesRequirement({ seed, share: new Budget(8_000).share(1), versions: ["2"] })],
    command: "test",
    runId: "test",
    toolVersion: "0",
  });
  const verdict = report.verdicts.find(({ requirement }) => requirement === "FUZZ-STATES");
  return { verdict, held: server.held(), sent: server.sent() };
}
/** PLUMBLINE_FULL tries more. */
const SEEDS = process.env["PLUMBLINE_FULL"] === undefined ? 4 : 20;
/** The actions of the steps of a failure. */
const stepsOf = (expected: string): string[] => [...expected.matchAll(/"do":"(\w+)"/g)].map(([, step]) => step ?? "");

describe("statesRequirement", () => {
  it("holds on a correct server, and leaves nothing behind", async () => {
    expect(await states()).toMatchObject({ verdict: { outcome: "pass" }, held: 0 });
  });

  it("finds a fault of four steps with every seed, and shrinks it to four", async () => {
    // Loses the third write in the sequence update, update, toggle.
    const bug: Bug = (_step, config, { writes }, sent) =>
      writes.slice(-3).join() === "update,update,toggle" ? { ...config } : sent;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { verdict, held } = await states(bug, seed);
      expect(verdict).toMatchObject({ outcome: "fail" });
      expect(stepsOf(verdict && "expected" in verdict ? verdict.expected : "")).toEqual([
        "create",
        "update",
        "update",
        "toggle",
      ]);
      expect(held).toBe(0);
    }
  });

  it("finds concurrent writes that are lost", async () => {
    const bug: Bug = async (step, config, _remembered, sent) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      // Writes back the value that it read before it waited.
      return step === "toggle" ? { ...config, enabled: sent["enabled"] } : { ...sent, enabled: config["enabled"] };
    };
    const racy: Bug = async (step, config, remembered, sent) => {
      const before = remembered.writes.length;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return remembered.writes.length > before
        ? bug(step, config, remembered, { ...sent, eventTypeName: "LOST" })
        : sent;
    };
    const { verdict } = await states(racy);
    expect(verdict).toMatchObject({ outcome: "fail", expected: expect.stringContaining("order") });
  });
});

describe("races for an exclusive resource", () => {
  const rules = { variant: () => ({}), exclusive: true } as const;
  const asked = (taken: boolean) => ({ step: { do: "create", variant: 0 }, answer: { taken } }) as const;

  it.each([
    [[true, false, false], true],
    [[true, true, false], false],
    [[false, false, false], false],
  ])("with the results %j are explained: %s", (taken, isExplained) => {
    expect(explanations({ records: [] }, taken.map(asked), rules).length > 0).toBe(isExplained);
  });
});

describe("explanations", () => {
  const rules = { variant: (number: number) => ({ number }) };
  const model = { records: [{ number: 0 }] };

  it("accepts any order that explains the answers, and no other", () => {
    const gone = { taken: false } as const;
    const removed = { step: { do: "remove", of: 0 }, answer: { taken: true } } as const;
    expect(explanations(model, [{ step: { do: "read", of: 0 }, answer: gone }, removed], rules)).toHaveLength(1);
    expect(explanations(model, [removed, removed], rules)).toEqual([]);
    const before = { step: { do: "read", of: 0 }, answer: { taken: true, fields: { number: 1 } } } as const;
    expect(explanations(model, [before, removed], rules)).toEqual([]);
  });
});
