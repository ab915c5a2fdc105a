import { describe, expect, it } from "vitest";
import { broken, inconclusive, type Judgement, upheld } from "../ground/judgement.ts";
import { lifeOf } from "../kernel/story-addresses.ts";
import { aStory, checkOf, subjectOf } from "../plan/check.test-support.ts";
import type { StoryRequirement } from "../rule/requirement.ts";
import type { Target } from "../target/target.ts";
import { performStory } from "./perform-story.ts";
import type { RunOptions } from "./run-options.ts";
import { conversation, project } from "./session.test-support.ts";

const subject = subjectOf("createAlertConfig");
const bad = broken("201", "500");
const allow = new Set(["read", "create", "delete"] as const);

interface Scene {
  readonly change?: Partial<StoryRequirement>;
  readonly target?: Partial<Target>;
  readonly options?: Partial<RunOptions>;
}

/** Runs a story that ends with these judgements, one per run. */
async function told(judgements: readonly Judgement[], { change, target, options }: Scene = {}) {
  const rest = [...judgements];
  const rule = aStory("A-1", {
    tell: async (story) => {
      await story.ask("listAlertConfigs", { send: "again" });
      return rest.shift() ?? upheld;
    },
    ...change,
  });
  const talk = await conversation(project(), { allow, ...target });
  const check = checkOf(rule, subject, { stage: rule.stage });
  let longWaits = 0;
  const verdict = await performStory(check, rule, talk.session, { jobs: 1, ...options }, () => {
    longWaits += 1;
  });
  return { verdict, left: rest.length, longWaits, ...talk };
}

describe("performStory", () => {
  it("runs a story that holds once, with its exchanges as evidence", async () => {
    const { verdict, left, asked } = await told([upheld, upheld]);
    expect([left, asked()]).toEqual([1, ["listAlertConfigs"]]);
    expect(verdict).toMatchObject({
      check: "A-1@createAlertConfig/v2",
      outcome: "pass",
      evidence: [expect.any(String)],
    });
  });

  it("repeats a failed story once, and is flaky if it holds then", async () => {
    const { verdict, asked } = await told([bad, upheld]);
    expect(verdict).toMatchObject({ outcome: "flaky", expected: "201", received: "500", failed: 1, of: 2 });
    expect(verdict.evidence).toHaveLength(2);
    expect(asked()).toHaveLength(2);
  });

  it("fails with the first judgement if the story fails twice", async () => {
    const { verdict } = await told([bad, broken("201", "404")]);
    expect(verdict).toMatchObject({ outcome: "fail", received: "500" });
    expect((await told([bad, inconclusive("no key")])).verdict.outcome).toBe("fail");
  });

  it("does not repeat an inconclusive story, a SHOULD, or a story that changes no state", async () => {
    for (const [judgement, change] of [
      [inconclusive("no key"), {}],
      [bad, { level: "SHOULD" }],
      [bad, { stage: "refused-writes" }],
    ] as const)
      expect((await told([judgement, upheld], { change })).left).toBe(1);
  });

  it("does not repeat the story after an interrupt", async () => {
    const talk = await conversation(project(), { allow });
    let times = 0;
    const rule = aStory("A-1", {
      tell: async () => {
        times += 1;
        talk.interrupt();
        return bad;
      },
    });
    const verdict = await performStory(checkOf(rule, subject), rule, talk.session, { jobs: 1 }, () => undefined);
    expect([times, verdict.outcome]).toEqual([1, "fail"]);
  });

  it("reports a story without an operation as a harness error", async () => {
    const { session } = await conversation(project());
    const rule = aStory("A-1");
    const verdict = await performStory(checkOf(rule), rule, session, { jobs: 1 }, () => undefined);
    expect(verdict).toMatchObject({
      outcome: "harness-error",
      message: expect.stringContaining("A-1 tells a story of no operation"),
    });
  });

  it("has the outcome that the level of its rule allows, on a mock too", async () => {
    expect((await told([bad], { change: { level: "SHOULD" } })).verdict.outcome).toBe("warn");
    expect((await told([upheld], { target: { mock: true } })).verdict.outcome).toBe("pass");
  });
});

describe("performStory, for records of the story", () => {
  it("removes the records before it repeats the story", async () => {
    const rest = [bad, upheld];
    const tell: StoryRequirement["tell"] = async (story) => {
      await story.ask("createAlertConfig");
      return rest.shift() ?? upheld;
    };
    const { asked } = await told([], { change: { tell } });
    const writes = asked().filter((operation) => operation?.endsWith("AlertConfig") && !operation.startsWith("get"));
    expect(writes).toEqual(["createAlertConfig", "deleteAlertConfig", "createAlertConfig", "deleteAlertConfig"]);
  });

  it("clears the story's memory before it repeats it, but keeps the records of its lane", async () => {
    const known: boolean[] = [];
    const rest = [bad, upheld];
    const tell: StoryRequirement["tell"] = async (story) => {
      known.push(story.memory.recalls("createAlertConfig") !== undefined);
      await story.ask("createAlertConfig", { keptFor: lifeOf("link") });
      known.push(story.memory.recalls("createAlertConfig") !== undefined);
      return rest.shift() ?? upheld;
    };
    const { asked, session } = await told([], { change: { tell, lane: "link" } });
    expect(known).toEqual([false, true, false, true]);
    const writes = asked().filter((operation) => ["createAlertConfig", "deleteAlertConfig"].includes(`${operation}`));
    expect(writes).toEqual(["createAlertConfig", "deleteAlertConfig", "createAlertConfig"]);
    await session.custody.release(lifeOf("link"));
    expect(asked().at(-1)).toBe("deleteAlertConfig");
  });
});

describe("performStory, for waits in a story", () => {
  it("is could-not-run if a wait exceeds the patience, unless the target's clock can be moved", async () => {
    const tell: StoryRequirement["tell"] = async (story) => {
      await story.pass(2_000);
      return upheld;
    };
    const { verdict, longWaits } = await told([], { change: { tell }, options: { patience: 1_500 } });
    expect(verdict).toMatchObject({ outcome: "could-not-run", reason: expect.stringContaining("1.5 seconds") });
    expect(longWaits).toBe(0);
    const moved: number[] = [];
    const clock = { advanceClock: (milliseconds: number) => void moved.push(milliseconds) };
    expect((await told([], { change: { tell }, target: clock })).verdict.outcome).toBe("pass");
    expect(moved).toEqual([2_000]);
  });

  it("reports a wait of more than a second", async () => {
    const tell: StoryRequirement["tell"] = async (story) => {
      void story.pass(1_001);
      return upheld;
    };
    expect((await told([], { change: { tell } })).longWaits).toBe(1);
  });
});

describe("performStory, for what a story knows", () => {
  it("includes the target's properties and the roles that have a key", async () => {
    const key = { scheme: "digest", label: "x", username: "x", password: "y" } as const;
    const seen: unknown[] = [];
    const tell: StoryRequirement["tell"] = async ({ subject: own, speed, addresses, roles, mock, contract }) => {
      seen.push([
        own.operation.id,
        speed,
        addresses.servedIn("getAlert"),
        [...roles],
        mock,
        contract.operation("getAlert").id,
      ]);
      return upheld;
    };
    const change = { tell };
    await told([], { change });
    const credentials = { main: key, byRole: { "Project Owner": key } };
    await told([], { change, target: { speed: 50, versions: ["2"], mock: true, credentials } });
    expect(seen).toEqual([
      ["createAlertConfig", 1, ["2", "1.0"], [], false, "getAlert"],
      ["createAlertConfig", 50, ["2"], ["Project Owner"], true, "getAlert"],
    ]);
  });

  it("includes the exchanges of another story, as evidence of this one", async () => {
    const { session } = await conversation(project(), { allow });
    const rule = (id: string, tell: StoryRequirement["tell"]) => checkOf(aStory(id, { tell }), subject);
    const perform = (check: ReturnType<typeof rule>) =>
      check.work.kind === "story"
        ? performStory(check, check.work.story, session, { jobs: 1 }, () => undefined)
        : Promise.reject(new Error("no story"));
    const first = await perform(
      rule("A-1", async (story) => {
        await story.ask("createAlertConfig");
        return upheld;
      }),
    );
    const second = await perform(
      rule("B-1", async (story) => {
        story.memory.recalls("createAlertConfig");
        return upheld;
      }),
    );
    expect(second.evidence).toEqual(first.evidence);
  });
});
