import { describe, expect, it } from "vitest";
import { broken, upheld } from "../ground/judgement.ts";
import { aCampaign, aCase, aProbe, aStory, aWatch, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { Check } from "../plan/check.ts";
import { perform } from "./perform.ts";
import type { RunOptions } from "./run-options.ts";
import { type Answers, conversation, project } from "./session.test-support.ts";

const subject = subjectOf("createAlertConfig");
const auditing = subjectOf("updateAuditing");

async function performed(check: Check, options: Partial<RunOptions> = {}, answers: Answers = project()) {
  const talk = await conversation(answers, { allow: new Set(["read", "create", "delete", "update"]) }, { patience: 0 });
  let longWaits = 0;
  const verdicts = await perform(check, talk.session, { jobs: 1, ...options }, () => {
    longWaits += 1;
  });
  return { verdicts, longWaits, ...talk };
}

describe("perform", () => {
  it("runs a check according to its kind", async () => {
    const cases = { kind: "cases", cases: [aCase("a", { ask: async () => broken("a", "b") })], left: [] } as const;
    expect((await performed(checkOf(aProbe("A-1"), subject, { work: cases }))).verdicts).toMatchObject([
      { check: "A-1@createAlertConfig/v2", outcome: "fail" },
    ]);
    expect((await performed(checkOf(aStory("A-1"), subject))).verdicts).toMatchObject([{ outcome: "pass" }]);
    const found = { operation: "getAlert", version: "v2", name: "a", judgement: upheld, evidence: [] };
    const campaign = aCampaign("A-1", { search: async () => [found, { ...found, name: "b" }] });
    expect((await performed(checkOf(campaign))).verdicts).toHaveLength(2);
    expect((await performed(checkOf(aWatch("A-1"), subject))).verdicts).toEqual([]);
  });

  it("returns the obstacle of an obstructed check", async () => {
    for (const kind of ["could-not-run", "not-applicable"] as const) {
      const obstacle = { kind, reason: "no key" };
      const { verdicts } = await performed(checkOf(aWatch("A-1"), subject, { obstacle }));
      expect(verdicts).toMatchObject([{ outcome: kind, reason: "no key", evidence: [] }]);
    }
  });

  it("does not start a check after an interrupt, or if the time budget is used up", async () => {
    const talk = await conversation(project());
    talk.interrupt();
    expect(await perform(checkOf(aStory("A-1"), subject), talk.session, { jobs: 1 })).toMatchObject([
      { outcome: "could-not-run", reason: "the run was interrupted before this check" },
    ]);
    expect(
      (await performed(checkOf(aStory("A-1"), subject), { purse: { until: 0, sent: () => 0, kept: 0 } })).verdicts,
    ).toMatchObject([{ outcome: "could-not-run", reason: expect.stringContaining("time budget"), evidence: [] }]);
    const later = { purse: { until: Number.MAX_SAFE_INTEGER, sent: () => 0, kept: 0 } };
    expect((await performed(checkOf(aStory("A-1"), subject), later)).verdicts).toMatchObject([{ outcome: "pass" }]);
  });

  it("reports a long wait", async () => {
    const waits = aStory("A-1", {
      tell: async (story) => {
        void story.pass(1_001);
        return upheld;
      },
    });
    expect((await performed(checkOf(waits, subject))).longWaits).toBe(1);
    const talk = await conversation(project());
    expect(await perform(checkOf(waits, subject), talk.session, { jobs: 1 })).toMatchObject([{ outcome: "pass" }]);
  });
});

describe("perform, while another run is active", () => {
  const sign = {
    id: "32b6e34b3d91647abb20e7b3",
    notifications: [{ emailAddress: "plumbline-0123456789ab-turn@x.com" }],
  };
  const busy = () => project(new Map<string, unknown>([[sign.id, sign]]));

  it("does not touch a setting that exists once", async () => {
    const { verdicts } = await performed(checkOf(aStory("A-1"), auditing), {}, busy());
    expect(verdicts).toMatchObject([
      { outcome: "could-not-run", reason: expect.stringContaining("its records bear plumbline-0123456789ab") },
    ]);
  });

  it("runs any other check without asking for the turn", async () => {
    const { verdicts, asked } = await performed(checkOf(aStory("A-1"), subject), {}, busy());
    expect([verdicts[0]?.outcome, asked()]).toEqual(["pass", []]);
  });

  it("runs every check if there is no lock record of another run", async () => {
    const { verdicts, asked } = await performed(checkOf(aStory("A-1"), auditing));
    expect(verdicts).toMatchObject([{ outcome: "pass" }]);
    expect(asked()).toContain("createAlertConfig");
  });
});
