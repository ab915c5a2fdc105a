import type { Answer, Exchange } from "@plumbline/client";
import { isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted, wasRefused } from "../../ground/answers.ts";
import { ROUNDS, secondsOf } from "../../ground/eventually.ts";
import type { Path } from "../../ground/fields.ts";
import { freshName } from "../../ground/mark.ts";
import { onceReady } from "../../ground/once-ready.ts";
import { saysLater } from "../../ground/says-later.ts";
import type { Step } from "../../kernel/step.ts";
import type { Story } from "../../kernel/story.ts";
import { recordIn } from "../../oracles/envelope.ts";
import { sharedName } from "../../writes/shared-name.ts";
import { staysBehind } from "../../writes/stays-behind.ts";
import { WRITES } from "../../writes/table.ts";
import { usesUp } from "../../writes/uses-up.ts";
import type { On, Write } from "../../writes/write.ts";

/**
 * Calls a write once with a valid request, on a record of the story, as its write record says. `step` changes the
 * query, the key or another part of the request. A run sends the plain call of a slow write, or of one that uses up a
 * permanent record, only once and reuses its answer.
 * @param onceThere called when the record of the story exists, before the write
 */
export async function performs(
  story: Story,
  operation: OperationId,
  step: Step = {},
  onceThere: () => Promise<void> = async () => undefined,
): Promise<Exchange> {
  if (!isWriteId(operation)) return story.ask(operation, step);
  const { on }: Write = WRITES[operation];
  const first = await performed(story, operation, step, onceThere);
  if (on?.over === undefined || step.due !== undefined || !wasRefused(first.exchange)) return first.exchange;
  // The refusal may be correct if another story left the record, or if the record ended quickly.
  if (!(await isOver(story, on.over, first.path))) return first.exchange;
  story.world.memory.usesUp(Object.values(first.path)[0]);
  const second = await performed(story, operation, step, onceThere);
  if (wasRefused(second.exchange) && (await isOver(story, on.over, second.path)))
    story.cannot(`what ${on.create} makes is over before ${operation} can work on it (${received(second.exchange)})`);
  return second.exchange;
}

async function isOver(story: Story, { read, shown }: NonNullable<On["over"]>, path: Path): Promise<boolean> {
  if (Object.keys(path).length === 0) return false;
  const exchange = await story.ask(read, { path });
  return wasAccepted(exchange) && shown(recordIn(jsonOf(exchange)));
}

/** The answer to a write, and the address of its record. */
interface Performed {
  readonly exchange: Exchange;
  readonly path: Path;
}

async function performed(
  story: Story,
  operation: WriteId,
  step: Step,
  onceThere: () => Promise<void>,
): Promise<Performed> {
  const write: Write = WRITES[operation];
  const known =
    (write.slow || usesUp(operation)) && Object.keys(step).length === 0 ? story.memory.recalls(operation) : undefined;
  if (known !== undefined) return { exchange: known, path: {} };
  const isPlainRemoval = write.effect.kind === "owned" && write.effect.removes && Object.keys(step).length === 0;
  // If removals fail, the run creates no more records, so the failed removal decides.
  const failed = isPlainRemoval ? await story.records.failedRemoval(operation) : undefined;
  if (failed !== undefined) return { exchange: failed.exchange, path: {} };
  await makesRoom(story, operation, write);
  const path = write.on === undefined ? {} : await ownRecord(story, operation, write.on, step);
  await onceThere();
  const isStated = step.body !== undefined || step.rawBody !== undefined;
  const isShared = staysBehind(operation) && Object.keys(step).length === 0;
  const name = isShared ? sharedName(story.world, operation, story.subject.version) : freshName();
  const stated = isStated ? {} : await plainBody(story, operation, step, name);
  const query = { ...write.query, ...step.query };
  const whole: Step = {
    ...stated,
    ...step,
    path: { ...path, ...step.path },
    ...(Object.keys(query).length > 0 && { query }),
  };
  // A faulty request is refused for its fault, so waiting would not help.
  const waits = write.patient === true && step.due !== "refusal";
  const exchange = await (waits ? patiently(story, operation, whole) : story.ask(operation, whole));
  if (!waits && write.on !== undefined && write.slow)
    keepsReady(story, operation, write.on, wasAccepted(exchange) ? undefined : path);
  const { fixtures, unproven } = story.world;
  const unknown = write.names?.find((name) => fixtures[name] === undefined || unproven?.has(name));
  const isOdd = step.due === "refusal" || step.who !== undefined || story.mock;
  if (unknown !== undefined && !isOdd && wasRefused(exchange))
    story.cannot(
      `${operation} names a record that ${fixtures[unknown] === undefined ? "is made up" : "the run created"} (${received(exchange)}): state fixtures.${unknown}`,
    );
  return { exchange, path };
}

/**
 * The answer to the plain call of a write, which an earlier story may have sent; it is the positive control of
 * refusals.
 */
export const seenToWork = async (story: Story, operation: OperationId): Promise<Exchange> =>
  story.memory.recalls(operation) ?? performs(story, operation);

/**
 * Keeps a record for the next story if the write waited for it, did not use it up, and it stays on the target anyway.
 */
function keepsReady(story: Story, operation: WriteId, { create, ready }: On, path: Path | undefined): void {
  const { effect } = WRITES[create];
  if (ready === undefined || effect.kind !== "makes" || effect.remove !== undefined) return;
  story.world.memory.keepReady(operation, story.subject.version, path);
}

/** Returns the answer that started the state of a slow write: an earlier story's in the same version, or a new one. */
export async function stands(story: Story, operation: WriteId): Promise<Exchange> {
  return story.memory.standing(operation) ?? starts(story, operation);
}

async function starts(story: Story, operation: WriteId): Promise<Exchange> {
  await makesRoom(story, operation, WRITES[operation]);
  return patiently(story, operation, { ...(await plainBody(story, operation)) });
}

/** Ends the state that the story started before it starts another, and starts the state that the write needs. */
async function makesRoom(story: Story, operation: WriteId, { effect, after }: Write): Promise<void> {
  if (effect.kind === "starts" && story.records.isRunning(operation)) await story.ask(effect.end);
  if (after === undefined) return;
  const first = await (WRITES[after].slow ? stands(story, after) : performs(story, after));
  if (!wasAccepted(first))
    story.cannot(`${after} is answered ${received(first)}, so there is nothing for ${operation} to do`);
}

/** A valid body in the form of the story's version. A write that replaces a state sends the current state. */
export async function plainBody(
  story: Story,
  operation: WriteId,
  step: Step = {},
  name: string = freshName(),
): Promise<Pick<Step, "body" | "rawBody">> {
  const { body, effect } = WRITES[operation];
  if (story.contract.operation(operation).body === undefined) return {};
  if (effect.kind === "changes" && effect.same !== undefined)
    return { rawBody: JSON.stringify(effect.same(await story.records.restorableState(operation, step))) };
  const made = body?.(story.addresses.parts(operation, name));
  return made === undefined ? {} : { body: made };
}

/** The address of a record that the story creates to work on. Another rule judges whether the create works. */
export async function ownRecord(
  story: Story,
  operation: WriteId,
  on: On,
  { trial }: Pick<Step, "trial"> = {},
): Promise<Path> {
  const { create, address } = on;
  const known = story.world.memory.ready(operation, story.subject.version);
  if (known !== undefined) return known;
  const where = story.addresses.placeOf(operation);
  const left = Object.keys(where).length === 0 ? story.world.memory.left(create, story.subject.version) : undefined;
  if (left !== undefined) return readied(story, operation, on, left);
  // Another record would not become ready either, so the story neither creates one nor waits for it.
  if (story.world.memory.inVain.has(inVainFor(operation))) return notReady(story, operation, on);
  const stated = await plainBody(story, create);
  const step: Step = { ...story.addresses.servedAs(create), ...stated, path: where, ...(trial && { trial }) };
  const addressIn = (answer: Exchange): Path | undefined =>
    wasAccepted(answer)
      ? address(story.addresses.recordIn(create, jsonOf(answer)), stated.body, story.contract)
      : undefined;
  let exchange = await patiently(story, create, step);
  // Equal creates of permanent records share one record, and that may be used up.
  if (story.world.memory.isUsedUp(addressIn(exchange)))
    exchange = await patiently(story, create, { ...step, send: "again" });
  if (!wasAccepted(exchange))
    return story.cannot(`${create} is not accepted (${received(exchange)}), so ${operation} has nothing to work on`);
  const path = addressIn(exchange);
  if (path === undefined) return story.cannot(`the answer to ${create} has no id, so the record cannot be addressed`);
  const [id = ""] = Object.values(path);
  const why = story.records.whyForeign(id);
  if (why !== undefined) return story.cannot(`${create} was not answered with a record of its own: ${why}`);
  return readied(story, operation, on, path);
}

/** The address of a record after it became ready. If an earlier wait for it was in vain, this does not wait again. */
async function readied(story: Story, operation: WriteId, on: On, path: Path): Promise<Path> {
  const { ready } = on;
  if (ready === undefined || story.mock) return path;
  const { inVain } = story.world.memory;
  const key = inVainFor(operation);
  const isReady = (read: Exchange): boolean => wasAccepted(read) && ready.shown(jsonOf(read));
  const read = await story.untilOver(() => story.ask(ready.read, { path }), isReady, inVain.has(key) ? 0 : ROUNDS);
  if (isReady(read)) return path;
  inVain.add(key);
  return notReady(story, operation, on);
}

/** A record that did not become ready in one version would not in the other either. */
const inVainFor = (operation: WriteId): string => `${operation} ready`;

const notReady = (story: Story, operation: WriteId, { create }: On): never =>
  story.cannot(`what ${create} made is not ready for ${operation} after ${secondsOf(ROUNDS, story.speed)} seconds`);

/**
 * Sends a write that may have to wait until an earlier one ends. If an earlier wait was in vain, this does not wait
 * again.
 */
export async function patiently(story: Story, operation: WriteId, step: Step): Promise<Exchange> {
  const ask = (): Promise<Exchange> => story.ask(operation, step);
  const { effect, on, patient }: Write = WRITES[operation];
  if (!patient || story.mock) return ask();
  const { inVain } = story.world.memory;
  // A caller without the role may get the same refusal for ever, so its wait must not affect other callers. The records
  // that a story makes to work on are alike.
  const key = `${operation} ${JSON.stringify([on === undefined ? (step.path ?? {}) : {}, step.who ?? null])}`;
  const look = effect.kind === "ends" ? startedBy(story, effect.starts, step) : undefined;
  const rounds = inVain.has(key) ? 0 : undefined;
  const last = await (look === undefined
    ? story.untilOver(ask, (exchange) => !saysLater(exchange), rounds)
    : onceReady({ pass: story.pass, send: ask, look, rounds, speed: story.speed }));
  // A trial is an additional write. After one that waited in vain, the other checks still wait.
  if (saysLater(last) && step.trial !== true) inVain.add(key);
  return last;
}

/** Sends such a write that another rule tests: if it is not accepted in the end, the story ends as inconclusive. */
export async function preparesPatiently(story: Story, operation: WriteId, step: Step, what: string): Promise<Answer> {
  return story.prepared(await patiently(story, operation, step), what);
}

/** Reads the state that a write ends: the read shows when it can end, so the write need not be repeated. */
function startedBy(story: Story, start: WriteId, { path }: Step): (() => Promise<Exchange>) | undefined {
  const { effect } = WRITES[start];
  if (effect.kind !== "starts") return undefined;
  const { of, read } = effect;
  const { clusterName } = story.world.fixtures;
  const where = { ...(clusterName !== undefined && of.includes("clusterName") && { clusterName }), ...path };
  return () => story.ask(read, { path: where });
}
