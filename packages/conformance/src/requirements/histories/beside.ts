import type { WriteId } from "@plumbline/schemas";
import { wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { type Fields, member } from "../../ground/json.ts";
import { type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import { freshName } from "../../ground/mark.ts";
import type { Story } from "../../kernel/story.ts";
import type { Sent } from "../../target/memory.ts";
import { type RoundTrip, shows } from "../shared/round-trip.ts";
import { type Life, lifeIn, making } from "./lives.ts";

/** A record of the story, with the last write to it. */
interface Living {
  readonly path: Path;
  readonly trip: RoundTrip;
  readonly sent: Sent;
}

/**
 * Makes two records at the same time, writes both at the same time, and removes one. Each must always show the values
 * of its own requests.
 */
export async function livesBeside(story: Story): Promise<Judgement> {
  const life = await lifeIn(story);
  const bodies = [await life.body(story, freshName(), 0), await life.body(story, freshName(), 1)];
  const judgement = await liveTogether(story, life, bodies, bodies.toReversed());
  if (judgement.kind !== "broken") return judgement;
  // If a single record has the same error, other rules report it.
  const own = [await life.body(story, freshName(), 0)];
  const alone = await liveTogether(story, life, own, [await life.body(story, freshName(), 1)]);
  return alone.kind === "broken" ? notApplicable("one record alone is not shown as it was sent either") : judgement;
}

async function liveTogether(
  story: Story,
  life: Life,
  bodies: readonly Fields[],
  others: readonly Fields[],
): Promise<Judgement> {
  let living = await Promise.all(bodies.map((body) => makes(story, life, body)));
  const made = await areShown(story, living);
  if (made.kind !== "holds") return made;
  const { update } = life;
  if (update !== undefined) {
    living = await Promise.all(living.map((one, at) => updates(story, life, update, one, others[at] ?? {})));
    const written = await areShown(story, living);
    if (written.kind !== "holds") return written;
  }
  return living.length === 1 ? upheld : staysAlone(story, life, living);
}

async function makes(story: Story, life: Life, body: Fields): Promise<Living> {
  const exchange = await story.ask(life.create, { body });
  if (!wasAccepted(exchange)) return story.cannot(`${life.create} is not accepted beside another one`);
  const record = story.addresses.recordIn(life.create, story.answer(exchange).json);
  const id = member(record, story.contract.field(life.id));
  const path = { [life.parameter]: story.ownId(typeof id === "string" ? id : undefined, "the record") };
  return { path, trip: making(story, life, body), sent: { members: body, body, isPart: false, exchange } };
}

async function updates(story: Story, life: Life, operation: WriteId, { path }: Living, body: Fields): Promise<Living> {
  const exchange = await story.ask(operation, { path, body });
  const trip = { ...making(story, life, body), operation, path };
  return { path, trip, sent: { members: body, body, isPart: false, exchange } };
}

/** Whether each record shows the values of its own request; refused writes are skipped. */
async function areShown(story: Story, all: readonly Living[]): Promise<Judgement> {
  for (const { sent, trip } of all) {
    if (!wasAccepted(sent.exchange)) continue;
    const judgement = await shows(story, trip, [sent]);
    if (judgement.kind !== "holds") return judgement;
  }
  return upheld;
}

/** Removes the first record. The others must stay unchanged, also for a key that may only read. */
async function staysAlone(story: Story, life: Life, [first, ...others]: readonly Living[]): Promise<Judgement> {
  if (first === undefined) return upheld;
  await story.prepares(life.remove, { path: first.path }, "removing one of the two");
  await story.untilOver(() => story.ask(life.read, { path: first.path }), wasRefused);
  const judgement = await areShown(story, others);
  // The model compares the answer to a key with a lesser role with that to the main key.
  const { roles } = story.contract.operation(life.read);
  const role = typeof roles === "string" ? undefined : roles.find((one) => story.roles.has(one));
  if (role !== undefined) for (const { path } of others) await story.ask(life.read, { path, who: { role } });
  return judgement;
}
