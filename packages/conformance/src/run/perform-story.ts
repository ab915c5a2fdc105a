import type { Outcome, Verdict } from "@plumbline/report";
import { ROLES, type Role } from "@plumbline/schemas";
import type { Session } from "../kernel/session.ts";
import { Story } from "../kernel/story.ts";
import { lifeOf } from "../kernel/story-addresses.ts";
import type { Check } from "../plan/check.ts";
import type { StoryRequirement } from "../rule/requirement.ts";
import type { Target } from "../target/target.ts";
import { Asked } from "./asked.ts";
import { decide } from "./decide.ts";
import { guard } from "./guard.ts";
import { laneOf } from "./lines.ts";
import { longWaitOf, patienceOf } from "./patience.ts";
import type { RunOptions } from "./run-options.ts";
import { verdictOf } from "./verdict-of.ts";

/** Runs a story. A failed story about a state runs a second time, and is flaky if it passes then. */
export async function performStory(
  check: Check,
  story: StoryRequirement,
  session: Session,
  options: RunOptions,
  onLongWait: () => void,
): Promise<Verdict> {
  const evidence: string[] = [];
  const left = story.byTheClock ? () => undefined : patienceOf(session, options);
  const long = longWaitOf(session, onLongWait);
  const waits = (milliseconds: number): Promise<void> => {
    left(milliseconds);
    long(milliseconds);
    return session.pass(milliseconds);
  };
  const tell = (): Promise<Outcome> => tells(check, story, session, { evidence, waits });
  const first = await tell();
  if (first.outcome !== "fail" || check.stage !== "state" || session.signal.aborted)
    return verdictOf(check, first, evidence, options);
  // The second run uses fixtures of its own: a target that breaks a rule only sometimes has another problem.
  session.world.memory.forgetLives();
  const lane = laneOf(check);
  if (lane !== undefined) await session.custody.release(lifeOf(lane));
  const second = await tell();
  const { expected, received, deciding } = first;
  const flaky: Outcome = { outcome: "flaky", expected, received, ...(deciding && { deciding }), failed: 1, of: 2 };
  return verdictOf(check, second.outcome === "pass" ? flaky : first, evidence, options);
}

interface Telling {
  /** Gets the ids of all exchanges of the story. */
  readonly evidence: string[];
  readonly waits: (milliseconds: number) => Promise<void>;
}

async function tells(check: Check, story: StoryRequirement, session: Session, telling: Telling): Promise<Outcome> {
  const asked = new Asked();
  const judgement = await guard(() => story.tell(storyOf(check, session, telling, asked)));
  await session.custody.release(check.id);
  if ("outcome" in judgement) return judgement;
  const { id, level } = check.requirement;
  return decide([{ name: id, level, judgement: asked.decided(judgement) }], [], session.target.mock);
}

function storyOf(check: Check, session: Session, { evidence, waits }: Telling, asked: Asked): Story {
  if (check.subject === undefined) throw new Error(`${check.id} tells a story of no operation`);
  return new Story({
    subject: check.subject,
    world: session.world,
    contract: session.target.contract,
    mock: session.target.mock,
    ask: asked.noting((call) => session.sendFor(call, check.id, evidence)),
    custody: session.custody,
    by: check.id,
    speed: session.target.speed ?? 1,
    versions: session.target.versions,
    roles: rolesWithKey(session.target),
    without: session.target.without,
    lends: (key) => session.target.credentials[key] !== undefined,
    shown: (exchange) => {
      asked.note(exchange);
      session.show(exchange, evidence);
    },
    pass: waits,
  });
}

const rolesWithKey = ({ credentials: { byRole } }: Target): ReadonlySet<Role> =>
  new Set(ROLES.filter((role) => byRole?.[role] !== undefined));
