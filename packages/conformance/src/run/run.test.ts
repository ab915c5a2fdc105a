import { describe, expect, it } from "vitest";
import { broken, upheld } from "../ground/judgement.ts";
import { aCampaign, aCase, aNotice, aProbe, aStory, aWatch, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { Check } from "../plan/check.ts";
import type { Target } from "../target/target.ts";
import type { ConductOptions } from "./conduct-options.ts";
import { run } from "./run.ts";
import type { Progress, RunOptions } from "./run-options.ts";
import { type Answers, conversation, MADE, project } from "./session.test-support.ts";

const list = subjectOf("listAlertConfigs");
const create = subjectOf("createAlertConfig");
const bad = broken("200", "it says canary-private-key");

/** Basic credentials are sent with the first request, so each request is known to be the main key's. */
const credentials = { main: { scheme: "basic", label: "main", username: "public", password: "private" } } as const;

/** A check that reads the list and ends with this judgement. */
const reading = (id: string, judgement = upheld): Check => {
  const ask = aCase("reads", {
    ask: async (send) => {
      await send({ operation: "listAlertConfigs", version: "2", send: "again" });
      return judgement;
    },
  });
  return checkOf(aProbe(id), list, { work: { kind: "cases", cases: [ask], left: [] } });
};
const writing = (id: string): Check =>
  checkOf(
    aStory(id, {
      tell: async (story) => {
        await story.ask("createAlertConfig", { body: story.world.alertConfiguration });
        return upheld;
      },
    }),
    create,
  );

interface Scene extends Partial<RunOptions> {
  readonly answers?: Answers;
  readonly target?: Partial<Target>;
  readonly conduct?: Partial<ConductOptions>;
}

async function ran(checks: readonly Check[], { answers = project(), target, conduct, ...options }: Scene = {}) {
  const allow = new Set(["read", "create", "update", "delete"] as const);
  const talk = await conversation(answers, { allow, ...target }, conduct);
  const result = await run(checks, talk.session, { jobs: 4, ...options });
  const outcomes = Object.fromEntries(result.verdicts.map(({ check, outcome }) => [check, outcome]));
  return { ...result, outcomes, ...talk };
}

describe("run", () => {
  it("returns a verdict for every check, and writes each to the journal", async () => {
    const obstacle = { kind: "could-not-run", reason: "no key" } as const;
    const checks = [
      reading("A-1"),
      reading("B-1", bad),
      checkOf(aWatch("W-1"), list),
      checkOf(aWatch("W-2"), list, { obstacle }),
    ];
    const { outcomes, verdicts, journal } = await ran(checks);
    expect(outcomes).toEqual({
      "A-1@listAlertConfigs/v2": "pass",
      "B-1@listAlertConfigs/v2": "fail",
      "W-1@listAlertConfigs/v2": "pass",
      "W-2@listAlertConfigs/v2": "could-not-run",
    });
    expect(journal.flatMap((entry) => (entry.type === "verdict" ? [entry.verdict] : []))).toEqual(verdicts);
  });

  it("masks secrets that an answer repeats", async () => {
    const { verdicts } = await ran([reading("A-1", bad)]);
    expect(verdicts).toMatchObject([{ outcome: "fail", received: expect.not.stringContaining("canary") }]);
  });

  it("counts failures and harness errors in its progress, and nothing else", async () => {
    const seen: Progress[] = [];
    const defective = aCase("a", { ask: () => Promise.reject(new TypeError("ours")) });
    const checks = [
      reading("A-1"),
      reading("B-1", bad),
      checkOf(aProbe("C-1"), list, { work: { kind: "cases", cases: [defective], left: [] } }),
      checkOf(aProbe("D-1"), list, { obstacle: { kind: "not-applicable", reason: "" } }),
    ];
    await ran([...checks, checkOf(aWatch("W-1"), list)], { jobs: 1, onProgress: (progress) => seen.push(progress) });
    expect(seen.map(({ failures, done, total }) => [failures, done, total])).toEqual([
      [0, 1, 4],
      [1, 2, 4],
      [2, 3, 4],
      [2, 4, 4],
    ]);
  });

  it("keeps the exchanges that its verdicts point to, however many follow", async () => {
    const checks = [reading("A-1"), ...["B-1", "C-1", "D-1", "E-1"].map((id) => checkOf(aProbe(id), list))];
    const many = aCase("many", {
      ask: async (ask) => {
        for (let time = 0; time < 6; time += 1) await ask({ operation: "listAlerts", version: "2", send: "again" });
        return upheld;
      },
    });
    const last = checkOf(aProbe("Z-1"), list, { stage: "quota", work: { kind: "cases", cases: [many], left: [] } });
    const conduct = { keepExchanges: 1 };
    const judged = await ran([...checks, last], { conduct });
    const watched = checkOf(aWatch("W-1", { examine: () => bad }), list);
    const shown = await ran([watched, last], { conduct, witnesses: [reading("A-1")] });
    for (const [{ run: open, verdicts }, rule] of [
      [judged, "A-1"],
      [shown, "W-1"],
    ] as const)
      expect(open.finish({}).exchanges.map(({ id }) => id)).toContain(
        verdicts.find(({ requirement }) => requirement === rule)?.evidence[0],
      );
  });

  it("removes what it created, and lists the changes in the order of the catalogue", async () => {
    const roles = checkOf(
      aStory("A-1", {
        tell: async (story) => {
          await story.ask("createCloudAccessRole", { body: {} });
          return upheld;
        },
      }),
      create,
    );
    const made = new Map<string, unknown>();
    const alerts = project(made);
    const answers: Answers = (request) => {
      if (request.method === "POST" && !request.place.startsWith("alertConfigs"))
        return [200, { roleId: "32b6e34b3d91647abb20e7b7" }];
      return request.place.startsWith("alertConfigs") ? alerts(request) : [200, { results: [] }];
    };
    const allow = new Set(["read", "create", "delete", "irreversible"] as const);
    const { changes } = await ran([roles, writing("B-1")], { answers, target: { allow }, jobs: 1 });
    expect(changes).toMatchObject([
      { operation: "createAlertConfig", id: MADE, state: "removed" },
      { operation: "createCloudAccessRole", state: "stays" },
    ]);
    expect(made.size).toBe(0);
  });

  it("finds and removes a record whose create was answered with an error", async () => {
    const records = new Map<string, unknown>();
    const made = project(records);
    const answers: Answers = async (request) => {
      const answer = await made(request);
      return request.method === "POST" ? [500] : answer;
    };
    const { changes } = await ran([writing("A-1")], { answers });
    expect(changes).toMatchObject([{ operation: "createAlertConfig", id: MADE, state: "removed" }]);
    expect(records.size).toBe(0);
  });
});

describe("run, for invariants", () => {
  it("judges each answer once, and skips an obstructed invariant", async () => {
    let looked = 0;
    const examine = () => {
      looked += 1;
      return upheld;
    };
    const rule = aWatch("W-1", { examine });
    const obstacle = { kind: "could-not-run", reason: "" } as const;
    const hidden = checkOf(aWatch("W-2", { examine }), list, { obstacle });
    const { outcomes } = await ran([checkOf(rule, list), checkOf(rule, create), hidden, reading("A-1")]);
    expect([looked, outcomes["W-1@listAlertConfigs/v2"]]).toEqual([1, "pass"]);
  });

  it("observes open points in passing", async () => {
    const rule = { ...aNotice("N-1"), notice: () => "seen" };
    const { verdicts } = await ran([checkOf(rule, list), reading("A-1")]);
    expect(verdicts).toMatchObject([{ outcome: "pass" }, { outcome: "observed", note: "seen" }]);
  });

  it("watches the answers to campaigns only if the plan contains an invariant", async () => {
    let looked = 0;
    const campaign = checkOf(
      aCampaign("FUZZ-A", {
        search: async ({ ask }) => {
          await ask({ operation: "createAlertConfig", version: "2" });
          return [];
        },
      }),
    );
    const rule = aWatch("W-1", {
      examine: () => {
        looked += 1;
        return upheld;
      },
    });
    const answers: Answers = () => [405];
    const target = { credentials };
    expect((await ran([campaign], { answers, target })).missing).toBeUndefined();
    expect((await ran([campaign, checkOf(rule, create)], { answers, target })).missing).toContain("createAlertConfig");
    expect(looked).toBeGreaterThan(0);
  });
});

describe("run, for witnesses", () => {
  it("sends and watches them, but does not judge them", async () => {
    const { outcomes, asked } = await ran([checkOf(aWatch("W-1"), list)], { witnesses: [reading("A-1", bad)] });
    expect(outcomes).toEqual({ "W-1@listAlertConfigs/v2": "pass" });
    expect(asked()).toEqual(["listAlertConfigs"]);
  });
});

describe("run, for a write that is absent", () => {
  it("reports the absence once, with advice, and no failure", async () => {
    const fails = checkOf(
      aStory("A-1", {
        tell: async (story) => {
          await story.ask("createAlertConfig");
          return bad;
        },
      }),
      create,
    );
    const answers: Answers = ({ method }) => (method === "POST" ? [405] : [200, []]);
    const { outcomes, missing } = await ran([fails], { answers, target: { credentials } });
    expect(outcomes).toEqual({ "A-1@createAlertConfig/v2": "could-not-run" });
    expect(missing).toContain("createAlertConfig");
    expect(await ran([writing("A-1")], { target: { credentials } })).not.toHaveProperty("missing");
  });

  it("recognizes the absence by the answer to an unknown path", async () => {
    const talk = await conversation(({ method }) => (method === "POST" ? [404, { errorCode: "NOWHERE" }] : [200, []]), {
      allow: new Set(["read", "create", "delete"]),
      credentials,
    });
    talk.session.world = { ...talk.session.world, nowhere: new Map([["2", "404 NOWHERE"]]) };
    expect((await run([writing("A-1")], talk.session, { jobs: 1 })).missing).toContain("createAlertConfig");
  });
});
