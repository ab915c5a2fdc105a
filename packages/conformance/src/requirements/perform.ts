import type { Exchange } from "@plumbline/client";
import { isWriteId, type OperationId, type WriteId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../expect/answers.ts";
import { secondsOf } from "../kernel/settles.ts";
import type { Story } from "../kernel/story.ts";
import { freshName } from "../mark.ts";
import { saysLater } from "../oracles/says-later.ts";
import { WRITES } from "../writes/table.ts";
import type { On, Path, Write } from "../writes/write.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;

/**
 * Calls a write once, validly, on something of the story's own, as its record says; `step` says with which query or key,
 * or with which part of it otherwise.
 */
export async function performs(told: Story, operation: OperationId, step: Step = {}): Promise<Exchange> {
  if (!isWriteId(operation)) return told.ask(operation, step);
  const write: Write = WRITES[operation];
  await makesRoom(told, operation, write);
  const path = write.on === undefined ? {} : await ownRecord(told, operation, write.on);
  const stated = step.body === undefined && step.rawBody === undefined ? await plainBody(told, operation, step) : {};
  const query = { ...write.query, ...step.query };
  const whole: Step = {
    ...stated,
    ...step,
    path: { ...path, ...step.path },
    ...(Object.keys(query).length > 0 && { query }),
  };
  // A request with a fault is refused for that, however long one waits.
  if (!write.patient || step.invalid === true) return told.ask(operation, whole);
  return patiently(told, operation, whole);
}

/** Ends what the story has started before it starts another, and starts what is to be ended. */
async function makesRoom(told: Story, operation: WriteId, { effect, after }: Write): Promise<void> {
  if (effect.kind === "starts" && told.stands(operation)) await told.ask(effect.end);
  if (after === undefined) return;
  const first = await performs(told, after);
  if (!wasAccepted(first))
    told.cannot(`${after} is answered ${received(first)}, so there is nothing for ${operation} to do`);
}

/** A valid body in the form of the story's version; a state that is replaced is stated as it is. */
export async function plainBody(
  told: Story,
  operation: WriteId,
  step: Step = {},
): Promise<Pick<Step, "body" | "rawBody">> {
  const { body, effect } = WRITES[operation];
  if (told.contract.operation(operation).body === undefined) return {};
  if (effect.kind === "changes" && effect.same !== undefined)
    return { rawBody: JSON.stringify(effect.same(await told.borrows(operation, step))) };
  const made = body?.(told.parts(operation, freshName()));
  return made === undefined ? {} : { body: made };
}

/** The address of a record that the story makes to work on; that it can be made is another rule's business. */
export async function ownRecord(told: Story, operation: WriteId, { create, address, ready }: On): Promise<Path> {
  const where = told.placeOf(operation);
  const stated = await plainBody(told, create);
  const exchange = await patiently(told, create, { ...told.servedAs(create), ...stated, path: where });
  if (!wasAccepted(exchange))
    return told.cannot(`${create} is not accepted (${received(exchange)}), so ${operation} has nothing to work on`);
  const path = address(told.recordIn(create, jsonOf(exchange)), stated.body, told.contract);
  if (path === undefined) return told.cannot(`the answer to ${create} has no id, so the record cannot be addressed`);
  const [id = ""] = Object.values(path);
  const why = told.whyForeign(id);
  if (why !== undefined) return told.cannot(`${create} was not answered with a record of its own: ${why}`);
  if (ready === undefined || told.mock) return path;
  const rounds = 10;
  const read = await told.comesTo(
    () => told.prepares(ready.read, { path }, `reading what ${create} made`),
    (answer) => ready.shown(answer.json),
    rounds,
  );
  return ready.shown(read.json)
    ? path
    : told.cannot(`what ${create} made is not ready for ${operation} after ${secondsOf(rounds, told.speed)} seconds`);
}

/** Sends what may have to wait for another one to come to its end; where that was waited for in vain, nobody waits again. */
export async function patiently(told: Story, operation: WriteId, step: Step): Promise<Exchange> {
  const ask = (): Promise<Exchange> => told.ask(operation, step);
  const { patient } = WRITES[operation];
  if (!patient || told.mock) return ask();
  const { inVain } = told.world.memory;
  const key = `${operation} ${JSON.stringify(step.path ?? {})}`;
  const last = await told.comesTo(ask, (exchange) => !saysLater(exchange), inVain.has(key) ? 0 : undefined);
  if (saysLater(last)) inVain.add(key);
  return last;
}
