import { isWriteId, type OperationId } from "@plumbline/schemas";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import type { Path } from "../../ground/fields.ts";
import { member } from "../../ground/json.ts";
import { ONE_LARGE_PAGE } from "../../ground/largest-page.ts";
import { MARK } from "../../ground/mark.ts";
import type { Story } from "../../kernel/story.ts";
import { listIn } from "../../oracles/envelope.ts";
import { withoutMoving } from "../../oracles/without-moving.ts";
import { WRITES } from "../../writes/table.ts";
import type { Makes, On, Owned, Write } from "../../writes/write.ts";

/**
 * Reads the state that a write works on: the look before the write and the one after it differ if the target carried it
 * out.
 */
export type Look = () => Promise<unknown>;

/** The look at a record that does not exist or that the target is deleting. */
export const GONE = "no such record";

/** A write on a record that the run created and that a read shows. */
export interface OwnWrite {
  readonly on: On;
  readonly effect: Owned;
  readonly made: Makes;
  readonly read: OperationId;
}

/**
 * The write and the read that shows its effect; `undefined` if it does not work on a record of the run that a read
 * shows.
 */
export function ownWriteOf(operation: OperationId): OwnWrite | undefined {
  const { on, effect }: Partial<Write> = isWriteId(operation) ? WRITES[operation] : {};
  if (on === undefined || effect?.kind !== "owned") return undefined;
  const made = WRITES[on.create].effect;
  if (made.kind !== "makes") return undefined;
  const read = effect.read ?? made.read;
  return read === undefined ? undefined : { on, effect, made, read };
}

/** The look at a record that the run created. */
export const lookAtOwn =
  (story: Story, { effect, made, read }: OwnWrite, path: Path): Look =>
  async () => {
    const { field } = story.contract;
    const exchange = await story.ask(read, { ...story.addresses.servedAs(read), path });
    const record = recordOf(jsonOf(exchange), field(made.id));
    const isGoing = /^DELET/i.test(String(member(record, "status"))) || member(record, field("cancelled")) === true;
    if (!wasAccepted(exchange) || isGoing) return GONE;
    const { removes, shownBy } = effect;
    if (removes) return "the record";
    return withoutMoving(shownBy === undefined ? record : shownBy.map((name) => member(record, field(name))));
  };

/**
 * The look at the state that a request replaces, in the target's words, if a plain request replaces it with another
 * state.
 */
export function lookAtState(story: Story, operation: OperationId): Look | undefined {
  const { effect }: Partial<Write> = isWriteId(operation) ? WRITES[operation] : {};
  if (effect?.kind !== "changes" || effect.same !== undefined) return undefined;
  return async () => {
    const exchange = await story.ask(effect.read, story.addresses.servedAs(effect.read));
    return wasAccepted(exchange) ? effect.before(jsonOf(exchange), story.contract) : GONE;
  };
}

/**
 * The look for a record with the name in the body, which no other record has; `undefined` if the records have no names.
 */
export function lookForNew(story: Story, operation: OperationId, sent: unknown): Look | undefined {
  const { effect }: Partial<Write> = isWriteId(operation) ? WRITES[operation] : {};
  const name = member(sent, "name") ?? member(sent, "bucketName");
  if (effect?.kind !== "makes" || effect.list === undefined || typeof name !== "string" || !name.includes(MARK))
    return undefined;
  const { list } = effect;
  const isIt = (record: unknown): boolean => [member(record, "name"), member(record, "bucketName")].includes(name);
  const path = effect.listedAt?.(sent) ?? {};
  return async () => {
    const query = story.contract.operation(list).query.some((one) => one.name === "itemsPerPage")
      ? { query: ONE_LARGE_PAGE }
      : {};
    const exchange = await story.ask(list, { ...story.addresses.servedAs(list), path, ...query });
    return (listIn(jsonOf(exchange)) ?? []).some(isIt) ? "the record" : GONE;
  };
}
