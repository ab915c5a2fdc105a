import { describe, expect, it } from "vitest";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { CAMPAIGNS } from "../custody/keys.ts";
import { broken, nothingToAsk, upheld } from "../ground/judgement.ts";
import { StoryStopped } from "../kernel/story-stopped.ts";
import { aCampaign, checkOf } from "../plan/check.test-support.ts";
import type { Campaign, Finding } from "../rule/requirement.ts";
import { performCampaign } from "./perform-campaign.ts";
import { type Answers, conversation, MADE, project } from "./session.test-support.ts";

const create = { operation: "createAlertConfig", version: "2" } as const;
const finding = (name: string, judgement: Finding["judgement"]): Finding => ({
  operation: "listAlerts",
  version: "v2",
  name,
  judgement,
  evidence: [name],
});

async function searched(search: (campaign: Campaign) => Promise<readonly Finding[]>, answers: Answers = project()) {
  const talk = await conversation(answers, { allow: new Set(["read", "create", "update", "delete"]) });
  const rule = aCampaign("FUZZ-A", { search });
  const replay = (id: string): string => `again ${id}`;
  const verdicts = await performCampaign(checkOf(rule), rule, talk.session, { jobs: 1, replay });
  return { verdicts, ...talk };
}

describe("performCampaign", () => {
  it("returns a verdict for each finding", async () => {
    const { verdicts } = await searched(async () => [finding("a", upheld), finding("b", broken("4xx", "200"))]);
    expect(verdicts).toMatchObject([
      { check: "FUZZ-A@listAlerts/v2#a", outcome: "pass", evidence: ["a"] },
      { check: "FUZZ-A@listAlerts/v2#b", outcome: "fail", replay: "again FUZZ-A@listAlerts/v2#b" },
    ]);
    expect((await searched(async () => [])).verdicts).toEqual([]);
  });

  it("returns one verdict for the campaign if it could not search, or threw", async () => {
    const inconclusive = await searched(() => Promise.reject(new HandsOffError("not permitted")));
    const common = { check: "FUZZ-A", evidence: [], replay: "again FUZZ-A" };
    expect(inconclusive.verdicts).toMatchObject([{ ...common, outcome: "could-not-run", reason: "not permitted" }]);
    const defective = await searched(() => Promise.reject(new TypeError("ours")));
    expect(defective.verdicts).toMatchObject([{ ...common, outcome: "harness-error" }]);
  });

  it("judges the campaign itself by a stopped story", async () => {
    const stopped = async (judgement: Finding["judgement"]) =>
      (await searched(() => Promise.reject(new StoryStopped(judgement)))).verdicts;
    expect(await stopped(broken("2xx", "500"))).toMatchObject([{ check: "FUZZ-A", outcome: "fail", received: "500" }]);
    expect(await stopped(nothingToAsk("few records"))).toMatchObject([
      { outcome: "not-applicable", reason: "few records" },
    ]);
  });
});

describe("performCampaign, for records of the campaign", () => {
  it("labels requests with the campaign, and removes the records when all campaigns are done", async () => {
    const records = new Map<string, unknown>();
    const { session, journal } = await searched(async ({ ask }) => {
      await ask(create);
      return [];
    }, project(records));
    const checks = journal.flatMap((entry) => (entry.type === "exchange" ? [entry.exchange.check] : []));
    expect(checks).toContain("FUZZ-A");
    await session.custody.release("FUZZ-A");
    expect(records.size).toBe(1);
    await session.custody.release(CAMPAIGNS);
    expect(records.size).toBe(0);
  });

  it("gives a record back at once on request", async () => {
    const records = new Map<string, unknown>();
    const { session } = await searched(async ({ ask, giveBack }) => {
      await giveBack(await ask(create));
      return [];
    }, project(records));
    expect(records.size).toBe(0);
    expect(session.custody.changes).toMatchObject([{ state: "removed" }]);
  });

  it("calls a record foreign if it existed before", async () => {
    const why: (string | undefined)[] = [];
    await searched(
      async ({ ask, whyForeign }) => {
        await ask(create);
        why.push(whyForeign(MADE), whyForeign("fedcba9876543210fedcba98"));
        return [];
      },
      project(new Map([[MADE, { id: MADE }]])),
    );
    expect(why).toEqual([expect.stringContaining("in the list before"), undefined]);
  });
});

describe("performCampaign, for the tools of the campaign", () => {
  it("borrow states, mask secrets, and know the target", async () => {
    const seen: unknown[] = [];
    const { session } = await searched(
      async ({ borrows, redacted, signal, world, contract }) => {
        seen.push(await borrows({ operation: "updateAuditing", version: "2", body: {} }));
        seen.push(redacted("it says canary-private-key").includes("canary"), signal.aborted);
        seen.push(world.fixtures.groupId, contract.operation("getAlert").id);
        return [];
      },
      () => [200, { enabled: true }],
    );
    expect(seen).toEqual([{ enabled: true }, false, false, "32b6e34b3d91647abb20e7b8", "getAlert"]);
    await session.custody.release(CAMPAIGNS);
    expect(session.custody.changes).toEqual([]);
  });

  it("keep an exchange in the report, however many follow", async () => {
    const sent: string[] = [];
    const rule = aCampaign("FUZZ-A", {
      search: async ({ ask, keep }) => {
        for (let time = 0; time < 6; time += 1) {
          const exchange = await ask({ operation: "listAlertConfigs", version: "2", send: "again" });
          sent.push(exchange.id);
          if (time === 0) keep(exchange.id);
        }
        return [];
      },
    });
    const talk = await conversation(project(), {}, { requirements: [rule], keepExchanges: 1 });
    await performCampaign(checkOf(rule), rule, talk.session, { jobs: 1 });
    const shown = talk.run.finish({}).exchanges.map(({ id }) => id);
    expect(shown).toEqual([sent[0], sent[5]]);
    expect(talk.journal.flatMap((entry) => (entry.type === "exchange" ? [entry.exchange.id] : []))).toEqual(shown);
  });
});
