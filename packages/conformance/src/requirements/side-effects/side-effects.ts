import type { Exchange } from "@plumbline/client";
import { isWriteId, type WriteId } from "@plumbline/schemas";
import { HandsOffError } from "../../custody/hands-off-error.ts";
import type { Sweep, WriteOutcome } from "../../custody/sweep.ts";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, inconclusive, type Judgement, notApplicable, upheld } from "../../ground/judgement.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { freshName } from "../../ground/mark.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { StoryStopped } from "../../kernel/story-stopped.ts";
import { listIn } from "../../oracles/envelope.ts";
import { type Requirement, type StoryRequirement, story } from "../../rule/requirement.ts";
import { KINDS, type KindOfRecord } from "../../writes/kinds.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { performs } from "../shared/perform.ts";
import { ON_PROJECT } from "../shared/statement-parts.ts";
import { writeRisk } from "../shared/subjects.ts";

/** An id that no server has issued. */
const NOBODYS = "fedcba9876543210fedcba98";

const rule = (particulars: Pick<StoryRequirement, "id" | "text" | "requests" | "tell">): Requirement =>
  story({
    ...particulars,
    level: "MUST",
    basis: "derived:D5",
    section: "Resources and their fields > Conventions",
    mock: "it keeps no records",
    needs: ON_PROJECT,
    fallbackLane: "side effects",
    late: true,
    // By then, other rules have sent the first of each write, and the run knows its side effects.
    stage: "refused-writes",
    risk: writeRisk,
    on: ({ operation: { id } }) => isWriteId(id) && KINDS[WRITES[id].kind].sight !== undefined,
  });

/**
 * The custody watches the first write of each operation, version and outcome in any case. This story reports what it
 * saw.
 */
const leavesOthers =
  (outcome: WriteOutcome, send: (story: Story, operation: WriteId, step: Step) => Promise<Judgement | undefined>) =>
  async (story: Story): Promise<Judgement> => {
    const operation = story.subject.operation.id;
    if (!isWriteId(operation)) return inconclusive(`${operation} writes nothing`);
    const known = story.records.sweepOf(operation, outcome);
    // Other rules send requests that are refused for their address. A request that is refused for its record or its
    // body may do more before the refusal, so it needs a look of its own.
    const why = story.records.whyHarmful(operation);
    const isUndisturbed = (known?.disturbed.length ?? 0) === 0;
    if (why !== undefined && isUndisturbed)
      return story.records.mayBeTried(operation)
        ? triesTwice(story, operation, outcome, send, why)
        : inconclusive(`${operation} is not sent any more: ${why}`);
    const isLookedFor = outcome === "refused" && hasCompany(operation) && isUndisturbed;
    if (isLookedFor) await story.records.accompany(operation);
    const missing = known === undefined || isLookedFor ? await send(story, operation, {}) : undefined;
    const seen = (): Sweep | undefined => story.records.sweepOf(operation, outcome);
    const isAlone = seen()?.own === 0 && seen()?.disturbed.length === 0;
    if (outcome === "accepted" && missing === undefined && isAlone && makesNeighbours(story, operation)) {
      // Another client may keep the target busy, so that it refuses both. Then the first write counts.
      if (await makesAnother(story, operation)) await send(story, operation, { trial: true });
    }
    if (missing !== undefined) return missing;
    const sweep = seen();
    const { kind } = WRITES[operation];
    if (sweep === undefined)
      return inconclusive(`what stands beside the ${kind} that ${operation} works on cannot be read`);
    return sweep.disturbed.length === 0 ? untouched(sweep, kind) : looksAgain(story, operation, sweep, outcome, send);
  };

const hasCompany = (operation: WriteId): boolean => KINDS[WRITES[operation].kind].company !== undefined;

/**
 * Whether a create makes the neighbours of its record: such records change by themselves at first, so that the first
 * ones of a run had none to compare. One version is enough, because they cost time.
 */
function makesNeighbours(story: Story, operation: WriteId): boolean {
  const { effect, kind }: Write = WRITES[operation];
  const { company, isMoving }: KindOfRecord = KINDS[kind];
  const [first] = story.addresses.servedIn(operation).toSorted();
  const isRemoved = effect.kind === "makes" && effect.remove !== undefined && effect.stays === undefined;
  return isRemoved && isMoving !== undefined && company === undefined && story.subject.version === first;
}

const untouched = ({ own, others }: Sweep, kind: string): Judgement =>
  own + others > 0 ? upheld : notApplicable(`there is no other ${kind} that a write could change`);

/**
 * Tries a write again after a record of the run changed. Only a change that happens twice, and not without the write,
 * is blamed on the write. A change that another client may have made decides nothing, and the run does not risk it
 * twice.
 */
async function looksAgain(
  story: Story,
  operation: WriteId,
  { disturbed }: Pick<Sweep, "disturbed">,
  outcome: WriteOutcome,
  send: (story: Story, operation: WriteId, step: Step) => Promise<Judgement | undefined>,
): Promise<Judgement> {
  const [first] = disturbed.filter(({ isOwn }) => isOwn);
  const foreign = disturbed.filter(({ isOwn }) => !isOwn);
  const told = disturbed.map(({ id, kind, what }) => `${kind} ${id} ${what}`).join("; ");
  if (first === undefined)
    return inconclusive(
      `${told} right after ${operation}, which did not address ${foreign.length === 1 ? "it" : "them"}: another client may have done that, so look at it by hand before ${operation} is sent again`,
    );
  const expected = `no other ${first.kind} to change when ${operation} is ${outcome}`;
  // The write also changed records of others, so it is not sent again; one occurrence must suffice.
  if (foreign.length > 0) return broken(expected, told);
  await story.records.accompany(operation);
  const again = await disturbedAgain(story, operation, outcome, send);
  if (again.length === 0) return inconclusive(`${told} right after ${operation}, and nothing when it was sent again`);
  return broken(expected, `${told}; ${again.map(({ id, what }) => `${id} ${what}`).join("; ")} when it was sent again`);
}

/**
 * Tries a write after a record of the run changed between several of its requests, so that no comparison showed which of
 * them did it.
 */
async function triesTwice(
  story: Story,
  operation: WriteId,
  outcome: WriteOutcome,
  send: (story: Story, operation: WriteId, step: Step) => Promise<Judgement | undefined>,
  why: string,
): Promise<Judgement> {
  await story.records.accompany(operation);
  const disturbed = await disturbedAgain(story, operation, outcome, send);
  if (disturbed.length === 0)
    return inconclusive(`${operation} is not sent any more: ${why}, and nothing changed when it was tried again`);
  return looksAgain(story, operation, { disturbed }, outcome, send);
}

/** Sends the write again. The changed record may have nothing left to lose, so this creates another record first. */
async function disturbedAgain(
  story: Story,
  operation: WriteId,
  outcome: WriteOutcome,
  send: (story: Story, operation: WriteId, step: Step) => Promise<Judgement | undefined>,
): Promise<Sweep["disturbed"]> {
  const { effect, on }: Write = WRITES[operation];
  const create = effect.kind === "makes" ? operation : on?.create;
  const known = story.records.sweepOf(operation, outcome);
  const seen = (): Sweep["disturbed"] => {
    const now = story.records.sweepOf(operation, outcome);
    return now === undefined || now === known ? [] : now.disturbed;
  };
  if (create !== undefined) await makesAnother(story, create);
  // If the write is a create, the additional record has already shown its side effect.
  if (seen().length === 0) await send(story, operation, { trial: true });
  return seen();
}

/** Creates one more record of the kind, and waits until it is at rest. Returns whether the target created it. */
async function makesAnother(story: Story, create: WriteId): Promise<boolean> {
  try {
    const step: Step = { ...story.addresses.servedAs(create), trial: true, send: "again" };
    const made = await performs(story, create, step);
    await untilAtRest(story, create, made);
    return wasAccepted(made);
  } catch (error) {
    // Without the additional record, the trial may still show something.
    if (!(error instanceof HandsOffError || error instanceof StoryStopped)) throw error;
    return false;
  }
}

/** Waits until a new record no longer changes by itself, because nobody can tell whether a write changed one that does. */
async function untilAtRest(story: Story, create: WriteId, made: Exchange): Promise<void> {
  const { isMoving, sight }: KindOfRecord = KINDS[WRITES[create].kind];
  if (isMoving === undefined || sight?.how !== "list" || !wasAccepted(made)) return;
  const name = story.contract.field(sight.id);
  const id = member(story.addresses.recordIn(create, jsonOf(made)), name);
  const step: Step = { ...story.addresses.servedAs(sight.read), query: ONE_LARGE_PAGE };
  const stillMoves = (listed: Exchange): boolean =>
    (listIn(jsonOf(listed)) ?? []).some((one) => member(one, name) === id && isMoving(one));
  await story.untilOver(
    () => story.ask(sight.read, step),
    (listed) => !stillMoves(listed),
  );
}

async function accepted(story: Story, operation: WriteId, step: Step): Promise<Judgement | undefined> {
  const { on }: Write = WRITES[operation];
  const create = on?.create;
  // A write may harm an older record or a younger one, so a trial has both.
  const isBetween = step.trial === true && create !== undefined;
  const exchange = await performs(story, operation, step, async () => {
    if (isBetween) await makesAnother(story, create);
  });
  return wasAccepted(exchange) ? undefined : inconclusive(`${operation} is not accepted (${received(exchange)})`);
}

/** Sends a request that addresses a record that does not exist, or that has half a body. */
async function refused(story: Story, operation: WriteId, step: Step): Promise<Judgement | undefined> {
  const { effect }: Write = WRITES[operation];
  const hasBody = story.contract.operation(operation).body !== undefined;
  const isOwned = effect.kind === "owned";
  if (!hasBody && !isOwned) return notApplicable(`nothing is said of a ${operation} that has to be refused`);
  const address = isOwned ? { [effect.parameter]: effect.parameter.endsWith("Id") ? NOBODYS : freshName() } : {};
  const exchange = await story.ask(operation, {
    ...step,
    // The custody must look in any case, because a target may have accepted other requests that it had to refuse.
    trial: true,
    path: { ...story.addresses.placeOf(operation), ...address },
    ...(hasBody && { rawBody: '{"' }),
    due: "open",
  });
  if (wasRefused(exchange)) return undefined;
  return inconclusive(
    `${operation} ${isOwned ? "of nobody's record" : "with half a body"} is answered ${received(exchange)}`,
  );
}

/** An id addresses one record, so a write must leave all other records unchanged. */
export const sideEffects: readonly Requirement[] = [
  rule({
    id: "SIDE-ACCEPTED",
    text: "A write that is carried out changes the record that it addresses and no other of its kind.",
    requests: 12,
    tell: leavesOthers("accepted", accepted),
  }),
  rule({
    id: "SIDE-REFUSED",
    text: "A write that is refused changes no record of its kind.",
    requests: 8,
    tell: leavesOthers("refused", refused),
  }),
];
