import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { isWriteId } from "@plumbline/schemas";
import { received, wasAccepted } from "../expect/answers.ts";
import { broken, type Judgement } from "../judgement.ts";
import type { Who } from "../kernel/call.ts";
import type { Story } from "../kernel/story.ts";
import { GONE, type Look, lookAtOwn, lookAtState, lookForNew, ownWriteOf } from "./look.ts";
import { ownRecord, performs, plainBody, seenToWork } from "./perform.ts";

/**
 * Sends the story's own write with a key that may not do it, beside one with the main key that is seen to work. What reads
 * can show of it has to be as it was, whatever was answered.
 */
export async function refusesKey(told: Story, who: Who, judge: (exchange: Exchange) => Judgement): Promise<Judgement> {
  // The right one may leave nothing that the wrong one could change.
  const judgement = await changesNothing(told, who, judge);
  const right = await seenToWork(told, told.subject.operation.id);
  return wasAccepted(right)
    ? judgement
    : told.cannot(`the request is not accepted with the main key (${received(right)})`);
}

async function changesNothing(told: Story, who: Who, judge: (exchange: Exchange) => Judgement): Promise<Judgement> {
  const { send, look, before } = await prepared(told, who);
  const exchange = await send();
  const judgement = judge(exchange);
  if (judgement.kind !== "holds" || look === undefined) return judgement;
  const after = await told.settles(look, (shown) => isDeepStrictEqual(shown, before));
  return isDeepStrictEqual(after, before)
    ? judgement
    : broken(`nothing changed by what was answered ${received(exchange)}`, "that it was carried out all the same");
}

interface Prepared {
  readonly send: () => Promise<Exchange>;
  readonly look?: Look | undefined;
  /** What the look shows before the request is sent. */
  readonly before?: unknown;
}

async function prepared(told: Story, who: Who): Promise<Prepared> {
  const operation = told.subject.operation.id;
  if (!isWriteId(operation)) return { send: () => performs(told, operation, { who }) };
  const stated = await plainBody(told, operation);
  const own = ownWriteOf(operation);
  if (own === undefined) {
    const send = (): Promise<Exchange> => performs(told, operation, { ...stated, who });
    const state = lookAtState(told, operation);
    if (state !== undefined) return { send, look: state, before: await state() };
    return { send, look: lookForNew(told, operation, stated.body), before: GONE };
  }
  const path = await ownRecord(told, operation, own.on);
  const look = lookAtOwn(told, own, path);
  const before = await told.settles(look, (shown) => shown !== GONE);
  const send = (): Promise<Exchange> => told.ask(operation, { ...stated, path, who });
  return before === GONE ? { send } : { send, look, before };
}
