import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { isWriteId } from "@plumbline/schemas";
import { received, wasAccepted } from "../../ground/answers.ts";
import type { Who } from "../../ground/call.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import { GONE, type Look, lookAtOwn, lookAtState, lookForNew, ownWriteOf } from "../shared/look.ts";
import { ownRecord, performs, plainBody, seenToWork } from "../shared/perform.ts";

type Judge = (exchange: Exchange) => Judgement;

/**
 * Sends the story's own write with a key that may not do it, beside one with the main key that is seen to work. What reads
 * can show of it has to be as it was, whatever was answered.
 */
export const refusesKey = (story: Story, who: Who, judge: Judge): Promise<Judgement> =>
  refusesKeys(story, [[who, judge]]);

/** The same for several keys, one after the other, beside one request with the main key. */
export async function refusesKeys(story: Story, keys: readonly (readonly [Who, Judge])[]): Promise<Judgement> {
  // The right one may leave nothing that the wrong ones could change.
  const judgement = await changesNothing(story, keys);
  const right = await seenToWork(story, story.subject.operation.id);
  return wasAccepted(right)
    ? judgement
    : story.cannot(`the request is not accepted with the main key (${received(right)})`);
}

async function changesNothing(story: Story, keys: readonly (readonly [Who, Judge])[]): Promise<Judgement> {
  const { send, look, before } = await prepared(story);
  for (const [who, judge] of keys) {
    const exchange = await send(who);
    const judgement = judge(exchange);
    if (judgement.kind !== "holds") return judgement;
    if (look === undefined) continue;
    const after = await story.settles(look, (shown) => isDeepStrictEqual(shown, before));
    if (!isDeepStrictEqual(after, before))
      return broken(
        `nothing changed by what was answered ${received(exchange)}`,
        "that it was carried out all the same",
      );
  }
  return upheld;
}

interface Prepared {
  readonly send: (who: Who) => Promise<Exchange>;
  readonly look?: Look | undefined;
  /** What the look shows before the request is sent. */
  readonly before?: unknown;
}

async function prepared(story: Story): Promise<Prepared> {
  const operation = story.subject.operation.id;
  if (!isWriteId(operation)) return { send: (who) => performs(story, operation, { who }) };
  const stated = await plainBody(story, operation);
  const own = ownWriteOf(operation);
  if (own === undefined) {
    const send = (who: Who): Promise<Exchange> => performs(story, operation, { ...stated, who });
    const state = lookAtState(story, operation);
    if (state !== undefined) return { send, look: state, before: await state() };
    return { send, look: lookForNew(story, operation, stated.body), before: GONE };
  }
  const path = await ownRecord(story, operation, own.on);
  const look = lookAtOwn(story, own, path);
  const before = await story.settles(look, (shown) => shown !== GONE);
  const { changes }: Write = WRITES[operation];
  const telling = changes === undefined ? stated : { body: changes(before, stated.body, story.contract) };
  const send = (who: Who): Promise<Exchange> => story.ask(operation, { ...telling, path, who });
  return before === GONE ? { send } : { send, look, before };
}
