import { describe, expect, it } from "vitest";
import { CAMPAIGNS } from "../custody/keys.ts";
import { upheld } from "../ground/judgement.ts";
import { CHECK_STAGES, type CheckStage } from "../ground/stage.ts";
import type { Story } from "../kernel/story.ts";
import { lifeOf } from "../kernel/story-addresses.ts";
import { aCampaign, aCase, aProbe, aStory, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { Check } from "../plan/check.ts";
import type { Target } from "../target/target.ts";
import type { Progress } from "./run-options.ts";
import { Schedule } from "./schedule.ts";
import { conversation, project } from "./session.test-support.ts";

const create = subjectOf("createAlertConfig");
const outage = subjectOf("startOutageSimulation");
const auditing = subjectOf("updateAuditing");
const allow = new Set(["read", "create", "update", "delete", "costly"] as const);

/** The steps of the checks so far, in order. */
type Log = string[];

/** Sends requests until the condition is true, or until it will clearly never be. */
async function asksUntil(story: Story, isSo: () => boolean): Promise<void> {
  for (let times = 0; times < 100 && !isSo(); times += 1) await story.ask("listAlerts", { send: "again" });
}

/** A story that logs its beginning and its end, with `work` in between. */
const telling = (log: Log, id: string, change: Partial<Check> = {}, work?: (story: Story) => Promise<unknown>): Check =>
  checkOf(
    aStory(id, {
      tell: async (story) => {
        log.push(`${id} begins`);
        await work?.(story);
        log.push(`${id} ends`);
        return upheld;
      },
    }),
    create,
    change,
  );

async function scheduled(
  checks: readonly Check[],
  jobs = 4,
  target: Partial<Target> = {},
  budget?: { readonly requests: number },
) {
  const talk = await conversation(project(), { allow, ...target });
  const progress: Omit<Progress, "failures">[] = [];
  const done: string[] = [];
  const schedule = new Schedule(
    checks,
    talk.session,
    { jobs, ...(budget && { purse: { ...budget, kept: 0, sent: () => talk.asked().length } }) },
    {
      performed: ({ id }, verdicts) => done.push(`${id} ${verdicts.map(({ outcome }) => outcome).join(" ")}`),
      progressed: (one) => progress.push(one),
    },
  );
  return { schedule, progress, done, ...talk };
}

describe("Schedule, for stages", () => {
  it("runs the stages in order, whatever the order of the plan", async () => {
    const log: Log = [];
    const checks = CHECK_STAGES.toReversed().map((stage) => telling(log, stage, { stage }));
    const { schedule, progress } = await scheduled(checks);
    await schedule.workOff();
    expect(log).toEqual(CHECK_STAGES.flatMap((stage) => [`${stage} begins`, `${stage} ends`]));
    expect(progress).toEqual(CHECK_STAGES.map((stage, at) => ({ stage, done: at + 1, total: 5, waiting: [] })));
  });

  it("runs early checks first", async () => {
    const log: Log = [];
    const late = telling(log, "late");
    const early = telling(log, "early");
    const checks = [late, { ...early, requirement: { ...early.requirement, early: true } as typeof early.requirement }];
    await (await scheduled(checks, 1)).schedule.workOff();
    expect(log[0]).toBe("early begins");
  });

  it("runs late checks last", async () => {
    const log: Log = [];
    const late = telling(log, "late");
    const checks = [{ ...late, requirement: { ...late.requirement, late: true } as typeof late.requirement }];
    await (await scheduled([...checks, telling(log, "other")], 1)).schedule.workOff();
    expect(log).toEqual(["other begins", "other ends", "late begins", "late ends"]);
  });

  it("runs as many checks at a time as there are jobs", async () => {
    const log: Log = [];
    const waitingFor = (id: string) => (story: Story) => asksUntil(story, () => log.includes(`${id} begins`));
    const checks = [telling(log, "first", {}, waitingFor("second")), telling(log, "second")];
    await (await scheduled(checks, 2)).schedule.workOff();
    expect(log.slice(0, 2)).toEqual(["first begins", "second begins"]);
  });

  it("runs checks of one lane one after another", async () => {
    const log: Log = [];
    const checks = ["A", "B"].map((id) => ({ ...telling(log, id, {}, async (story) => story.ask("listAlerts")) }));
    const taking = checks.map((check) => ({ ...check, subject: auditing }));
    await (await scheduled(taking, 2)).schedule.workOff();
    expect(log).toEqual(["A begins", "A ends", "B begins", "B ends"]);
  });

  it("shares equal reads until the run begins to change the target", async () => {
    const reads = (id: string, stage: CheckStage): Check => {
      const ask = aCase("reads", {
        ask: async (send) => {
          await send({ operation: "listAlertConfigs", version: "2" });
          return upheld;
        },
      });
      return checkOf(aProbe(id), create, { stage, work: { kind: "cases", cases: [ask], left: [] } });
    };
    const asked = async (...stages: readonly CheckStage[]): Promise<number> => {
      const talk = await scheduled(stages.map((stage) => reads(`A-${stage}`, stage)));
      await talk.schedule.workOff();
      return talk.asked().length;
    };
    expect(await asked("read", "refused-reads")).toBe(1);
    expect(await asked("refused-reads", "state")).toBe(2);
    expect(await asked("state", "refused-writes")).toBe(1);
  });
});

describe("Schedule, for a check that waits for the target", () => {
  /** A story that waits, and continues once the log has this line. */
  const waitsFor = (log: Log, line: string) => async (story: Story) => {
    void story.pass(1_001);
    await asksUntil(story, () => log.includes(line));
  };

  it("starts the next checks meanwhile, and shows the check as waiting", async () => {
    const log: Log = [];
    const slow = telling(log, "slow", { stage: "read" }, waitsFor(log, "next ends"));
    const next = telling(log, "next", { stage: "state" });
    const last = telling(log, "last", { stage: "quota" });
    const { schedule, progress, done } = await scheduled([slow, next, last], 1);
    await schedule.workOff();
    expect(log.slice(0, 4)).toEqual(["slow begins", "next begins", "next ends", "slow ends"]);
    expect(log.slice(4)).toEqual(["last begins", "last ends"]);
    expect(done).toHaveLength(3);
    const [first] = progress;
    expect(first).toEqual({ stage: "read", done: 0, total: 3, waiting: [slow.id] });
    expect(progress.at(-1)).toMatchObject({ done: 3, waiting: [] });
  });

  it("removes the check from the waiting ones once it is done", async () => {
    const log: Log = [];
    const slow = telling(log, "slow", { stage: "read" }, waitsFor(log, "next ends"));
    const { schedule, progress } = await scheduled([slow, telling(log, "next", { stage: "state" })], 1);
    await schedule.workOff();
    expect(log.at(-1)).toBe("slow ends");
    expect(progress.map(({ done, waiting }) => [done, waiting.length])).toEqual([
      [0, 1],
      [1, 1],
      [2, 0],
    ]);
  });

  it("finishes it before checks that need a target without other writes", async () => {
    const log: Log = [];
    const slow = telling(log, "slow", { stage: "state" }, waitsFor(log, "next ends"));
    const next = telling(log, "next", { stage: "refused-writes" });
    const last = telling(log, "last", { stage: "quota" });
    await (await scheduled([last, next, slow], 1)).schedule.workOff();
    expect(log.indexOf("slow ends")).toBeLessThan(log.indexOf("last begins"));
  });

  it("finishes it before campaigns", async () => {
    const log: Log = [];
    let rounds = 0;
    const slow = telling(log, "slow", { stage: "quota" }, async (story) => {
      void story.pass(1_001);
      await asksUntil(story, () => ++rounds > 5);
    });
    const campaign = checkOf(
      aCampaign("FUZZ-A", {
        search: async () => {
          log.push("campaign");
          return [];
        },
      }),
    );
    await (await scheduled([campaign, slow], 1)).schedule.workOff();
    expect(log).toEqual(["slow begins", "slow ends", "campaign"]);
  });

  it("still lets other checks of its lane wait", async () => {
    const log: Log = [];
    const waiting = telling(log, "waiting", {}, async (story) => {
      void story.pass(1_001);
      await story.ask("listAlerts");
    });
    const checks = [waiting, telling(log, "next")].map((check) => ({ ...check, subject: auditing }));
    await (await scheduled(checks, 2)).schedule.workOff();
    expect(log).toEqual(["waiting begins", "waiting ends", "next begins", "next ends"]);
  });
});

describe("Schedule, for a slow lane", () => {
  it("runs it beside the stages, and removes its records at its end", async () => {
    const log: Log = [];
    const life = telling(log, "life", { subject: outage }, async (story) => {
      await story.ask("createAlertConfig", { keptFor: lifeOf("outage") });
      await asksUntil(story, () => log.includes("later ends"));
    });
    const later = telling(log, "later", { stage: "refused-writes" }, (story) =>
      asksUntil(story, () => log.includes("life begins")),
    );
    const { schedule, progress, session } = await scheduled([life, later], 2);
    await schedule.workOff();
    expect(log.indexOf("life begins")).toBeLessThan(log.indexOf("later ends"));
    expect(log.indexOf("later ends")).toBeLessThan(log.indexOf("life ends"));
    expect(session.custody.changes).toMatchObject([{ state: "removed" }, { state: "removed" }]);
    expect(progress[0]).toMatchObject({ stage: "refused-reads", done: 0, waiting: [life.id] });
    expect(progress.at(-1)).toMatchObject({ done: 2 });
  });

  it("runs its stories one after another", async () => {
    const log: Log = [];
    const lives = ["A", "B"].map((id) =>
      telling(log, id, { subject: outage, id: `${id}@life` }, async (story) => story.ask("listAlerts")),
    );
    const { schedule, progress } = await scheduled(lives, 4);
    await schedule.workOff();
    expect(log).toEqual(["A begins", "A ends", "B begins", "B ends"]);
    expect(progress.map(({ waiting }) => waiting)).toContainEqual(["B@life"]);
  });

  it("includes the token endpoint, unless the target's clock can be moved", async () => {
    const token = subjectOf("issueServiceToken", "standalone");
    const waiting = async (target: Partial<Target>): Promise<readonly string[]> => {
      const { schedule, progress } = await scheduled([checkOf(aProbe("A-1"), token)], 4, target);
      await schedule.workOff();
      return progress.flatMap((one) => one.waiting);
    };
    expect(new Set(await waiting({}))).toEqual(new Set([checkOf(aProbe("A-1"), token).id]));
    expect(await waiting({ advanceClock: () => undefined })).toEqual([]);
  });

  it("runs it within the stages if there is only one job", async () => {
    const log: Log = [];
    const life = telling(log, "life", { subject: outage });
    const { schedule, progress } = await scheduled([life, telling(log, "other")], 1);
    await schedule.workOff();
    expect(log).toEqual(["life begins", "life ends", "other begins", "other ends"]);
    expect(progress.every(({ waiting }) => waiting.length === 0)).toBe(true);
  });
});

describe("Schedule, for campaigns", () => {
  const searching = (log: Log, id: string, change: Parameters<typeof aCampaign>[1] = {}): Check =>
    checkOf(
      aCampaign(id, {
        search: async () => {
          log.push(id);
          return [];
        },
        ...change,
      }),
    );

  it("runs them after every check, those that only look first", async () => {
    const log: Log = [];
    const early = searching(log, "early", { early: true });
    const { schedule, progress } = await scheduled([searching(log, "late"), early, telling(log, "check")]);
    await schedule.workOff();
    expect(log).toEqual(["check begins", "check ends", "early", "late"]);
    expect(progress.map(({ stage, done }) => `${stage} ${done}`)).toEqual([
      "state 1",
      "campaigns 1",
      "campaigns 2",
      "campaigns 2",
      "campaigns 3",
    ]);
  });

  it("starts them together, and removes their records when all are done", async () => {
    const log: Log = [];
    const makes = searching(log, "makes", {
      search: async ({ ask }) => {
        await ask({ operation: "createAlertConfig", version: "2" });
        for (let times = 0; times < 100 && !log.includes("other"); times += 1)
          await ask({ operation: "listAlerts", version: "2", send: "again" });
        log.push("makes");
        return [];
      },
    });
    const { schedule, session, asked } = await scheduled([makes, searching(log, "other")]);
    await schedule.workOff();
    expect(log).toEqual(["other", "makes"]);
    expect(asked()).toContain("deleteAlertConfig");
    await session.custody.release(CAMPAIGNS);
    expect(session.custody.changes).toMatchObject([{ state: "removed" }]);
  });
});

describe("Schedule, for the turn of this run", () => {
  /** A check that records which operations were called before it begins. */
  const looking = (
    id: string,
    seen: Map<string, readonly unknown[]>,
    asked: () => readonly unknown[],
    stage: CheckStage,
  ) => telling([], id, { stage }, async () => seen.set(id, asked()));
  const signs = ["createAlertConfig", "deleteAlertConfig"];
  const signsOf = (asked: readonly unknown[] = []) => asked.filter((one) => signs.includes(String(one)));

  it("keeps the turn until no check is left that needs it", async () => {
    const seen = new Map<string, readonly unknown[]>();
    let asked = (): readonly unknown[] => [];
    const one = telling([], "one", { subject: auditing, id: "one" });
    const checks = [
      one,
      { ...one, id: "other", stage: "refused-writes" } as const,
      looking("between", seen, () => asked(), "refused-writes"),
      looking("after", seen, () => asked(), "quota"),
    ];
    const talk = await scheduled(checks, 1);
    asked = talk.asked;
    await talk.schedule.workOff();
    expect(signsOf(seen.get("between"))).toEqual(["createAlertConfig"]);
    expect(signsOf(seen.get("after"))).toEqual(["createAlertConfig", "deleteAlertConfig"]);
    expect(signsOf(talk.asked())).toEqual(["createAlertConfig", "deleteAlertConfig"]);
  });

  it("releases the turn between two ranks of campaigns if no later one writes", async () => {
    const seen = new Map<string, readonly unknown[]>();
    let asked = (): readonly unknown[] => [];
    const writes = checkOf(aCampaign("FUZZ-W", { early: true }), undefined, { risk: "create" });
    const reads = checkOf(
      aCampaign("FUZZ-R", {
        search: async () => {
          seen.set("reads", asked());
          return [];
        },
      }),
    );
    const talk = await scheduled([reads, writes]);
    asked = talk.asked;
    await talk.schedule.workOff();
    expect(signsOf(seen.get("reads"))).toEqual(["createAlertConfig", "deleteAlertConfig"]);
  });

  it("releases the turn once the slow lanes are done", async () => {
    const seen = new Map<string, readonly unknown[]>();
    let asked = (): readonly unknown[] => [];
    const life = telling([], "life", { subject: outage });
    const early = checkOf(aCampaign("FUZZ-E", { early: true }));
    const late = checkOf(
      aCampaign("FUZZ-R", {
        search: async () => {
          seen.set("late", asked());
          return [];
        },
      }),
    );
    const talk = await scheduled([life, early, late], 4);
    asked = talk.asked;
    await talk.schedule.workOff();
    expect(signsOf(seen.get("late"))).toEqual(["createAlertConfig", "deleteAlertConfig"]);
  });

  it("takes the turn before any campaign, so that all start together", async () => {
    const log: Log = [];
    const begins = (id: string, risk: "read" | "create") =>
      checkOf(
        aCampaign(id, {
          risk,
          search: async () => {
            log.push(`${id} begins`);
            await new Promise((resolve) => setImmediate(resolve));
            log.push(`${id} ends`);
            return [];
          },
        }),
        undefined,
        { risk },
      );
    await (await scheduled([begins("reads", "read"), begins("writes", "create")])).schedule.workOff();
    expect(log).toEqual(["reads begins", "writes begins", "reads ends", "writes ends"]);
  });
});

describe("Schedule, for a budget", () => {
  const STAGED = CHECK_STAGES.map((stage, at) => ({ stage, id: `${"ABCDE"[at]}-1` }));
  const asking = (log: Log, times: number): readonly Check[] =>
    STAGED.map(({ id, stage }) =>
      telling(log, id, { stage, requests: 4 }, async (story) => {
        for (let asked = 0; asked < times; asked += 1) await story.ask("listAlerts", { send: "again" });
      }),
    );

  it("runs affordable checks in rounds, with the stages in order within each", async () => {
    const log: Log = [];
    const { schedule, done, asked } = await scheduled(asking(log, 1), 4, {}, { requests: 9 });
    await schedule.workOff();
    expect(done.map((one) => one.split(" ")[1])).toEqual(["pass", "pass", "pass", "pass", "pass"]);
    expect(asked()).toHaveLength(5);
    const stages = log.filter((one) => one.endsWith("begins")).map((one) => one.slice(0, 1));
    const ends = stages.flatMap((stage, at) => ((stages[at + 1] ?? "A") < stage ? [at] : []));
    const [first = 0] = ends;
    expect(first).toBeGreaterThan(0);
    expect(stages.slice(0, first + 1)).toEqual(stages.slice(0, first + 1).sort());
  });

  it("never exceeds the budget, and gives a verdict to checks that it leaves out", async () => {
    const { schedule, done, asked } = await scheduled(asking([], 4), 4, {}, { requests: 9 });
    await schedule.workOff();
    expect(asked()).toHaveLength(8);
    expect(done.map((one) => one.split(" ")[1]).sort()).toEqual([
      "could-not-run",
      "could-not-run",
      "could-not-run",
      "pass",
      "pass",
    ]);
  });
});
