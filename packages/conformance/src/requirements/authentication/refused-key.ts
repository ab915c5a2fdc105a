import { isDeepStrictEqual } from "node:util";
import type { Exchange } from "@plumbline/client";
import { isWriteId } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import type { Who } from "../../ground/call.ts";
import type { Path } from "../../ground/fields.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { WRITES } from "../../writes/table.ts";
import type { On, Write } from "../../writes/write.ts";
import { GONE, type Look, lookAtOwn, lookAtState, lookForNew, ownWriteOf } from "../shared/look.ts";
import { ownRecord, performs, plainBody, seenToWork } from "../shared/perform.ts";

type Ready = NonNullable<On["ready"]>;

/** A key without permission for the write: its name in reports and how its answer is judged. */
export interface RefusedKey {
  readonly name: string;
  /** The caller, or a function that makes it from the last refusal; `undefined` if that is not possible. */
  readonly who: Who | ((refusal: Exchange | undefined) => Who | undefined);
  readonly judge: (exchange: Exchange) => Judgement;
}

/**
 * Sends the story's own write with keys that have no permission, one after the other, and then with the main key as the
 * positive control. No answer to these keys may come with a change that reads can show.
 */
export async function refusesKeys(story: Story, keys: readonly RefusedKey[]): Promise<Judgement> {
  // The control comes last: it might leave nothing for the other keys to change.
  const judgement = await changesNothing(story, keys);
  const right = await seenToWork(story, story.subject.operation.id);
  return wasAccepted(right)
    ? judgement
    : story.cannot(`the request is not accepted with the main key (${received(right)})`);
}

async function changesNothing(story: Story, keys: readonly RefusedKey[]): Promise<Judgement> {
  const { send, look, before, spent } = await prepared(story);
  const tried: string[] = [];
  let last: { readonly exchange: Exchange; readonly name: string } | undefined;
  for (const { name, who, judge } of keys) {
    const sender = typeof who === "function" ? who(last?.exchange) : who;
    if (sender === undefined) continue;
    const exchange = await send(sender);
    const judgement = judge(exchange);
    if (judgement.kind !== "holds") return judgement;
    last = { exchange, name };
    tried.push(name);
  }
  if (look === undefined || last === undefined) return upheld;
  const after = await story.eventually(look, (shown) => isDeepStrictEqual(shown, before));
  if (isDeepStrictEqual(after, before)) return upheld;
  spent?.();
  if (spent !== undefined) return carriedOut({ ...last, name: tried.join(" or ") });
  return keys.length === 1 ? carriedOut(last) : ((await byOneOf(story, keys)) ?? carriedOut(last));
}

/** Finds the key that made the change: each key alone, on a new record. */
async function byOneOf(story: Story, keys: readonly RefusedKey[]): Promise<Judgement | undefined> {
  for (const key of keys.filter(({ who }) => typeof who !== "function")) {
    const judgement = await changesNothing(story, [key]);
    if (judgement.kind === "broken") return judgement;
  }
  return undefined;
}

const carriedOut = ({ exchange, name }: { readonly exchange: Exchange; readonly name: string }): Judgement =>
  broken(
    `nothing changed by ${name}, which was answered ${received(exchange)}`,
    "that it was carried out all the same",
  );

/** A record that is no longer ready for a write was used up by one. */
const lookWhetherReady =
  (story: Story, { read, shown }: Ready, path: Path): Look =>
  async () => {
    const exchange = await story.ask(read, { ...story.addresses.servedAs(read), path });
    return wasAccepted(exchange) ? shown(jsonOf(exchange)) : GONE;
  };

interface Prepared {
  readonly send: (who: Who) => Promise<Exchange>;
  readonly look?: Look | undefined;
  /** The state that the look shows before the request. */
  readonly before?: unknown;
  /** Notes that the record is used up, if a write works once on a record that costs too much to make another. */
  readonly spent?: () => void;
}

async function prepared(story: Story): Promise<Prepared> {
  const operation = story.subject.operation.id;
  if (!isWriteId(operation)) return { send: (who) => performs(story, operation, { who }) };
  const stated = await plainBody(story, operation);
  const own = ownWriteOf(operation);
  const { effect, on }: Write = WRITES[operation];
  if (own === undefined && on?.ready !== undefined && effect.kind === "owned" && effect.once) {
    const path = await ownRecord(story, operation, on);
    const send = (who: Who): Promise<Exchange> => story.ask(operation, { ...stated, path, who });
    const spent = (): void => story.memory.usesUp(operation, { path });
    return { send, look: lookWhetherReady(story, on.ready, path), before: true, spent };
  }
  if (own === undefined) {
    const send = (who: Who): Promise<Exchange> => performs(story, operation, { ...stated, who });
    const state = lookAtState(story, operation);
    if (state !== undefined) return { send, look: state, before: await state() };
    return { send, look: lookForNew(story, operation, stated.body), before: GONE };
  }
  const path = await ownRecord(story, operation, own.on);
  const look = lookAtOwn(story, own, path);
  const before = await story.eventually(look, (shown) => shown !== GONE);
  const { changes }: Write = WRITES[operation];
  const telling = changes === undefined ? stated : { body: changes(before, stated.body, story.contract) };
  const send = (who: Who): Promise<Exchange> => story.ask(operation, { ...telling, path, who });
  return before === GONE ? { send } : { send, look, before };
}
