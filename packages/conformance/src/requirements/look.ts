import type { OperationId } from "@plumbline/schemas";
import { isWriteId } from "@plumbline/schemas";
import { recordOf } from "../custody/bears.ts";
import { jsonOf, member, wasAccepted } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { withoutMoving } from "../oracles/without-moving.ts";
import { WRITES } from "../writes/table.ts";
import type { Makes, On, Owned, Path, Write } from "../writes/write.ts";

/** Shows what a write works on: two looks, one before it and one after it, differ where it was carried out. */
export type Look = () => Promise<unknown>;

/** What a look shows of a record that is not there, or on its way out. */
export const GONE = "no such record";

/** A write on a record of the run's own that a read shows. */
export interface OwnWrite {
  readonly on: On;
  readonly effect: Owned;
  readonly made: Makes;
  readonly read: OperationId;
}

export function ownWriteOf(operation: OperationId): OwnWrite | undefined {
  const { on, effect }: Partial<Write> = isWriteId(operation) ? WRITES[operation] : {};
  if (on === undefined || effect?.kind !== "owned") return undefined;
  const made = WRITES[on.create].effect;
  if (made.kind !== "makes") return undefined;
  const read = effect.read ?? made.read;
  return read === undefined ? undefined : { on, effect, made, read };
}

/** The look at a record of the run's own. */
export const lookAtOwn =
  (told: Story, { effect, made, read }: OwnWrite, path: Path): Look =>
  async () => {
    const { field } = told.contract;
    const exchange = await told.ask(read, { ...told.servedAs(read), path });
    const record = recordOf(jsonOf(exchange), field(made.id));
    const isGoing = /^DELET/i.test(String(member(record, "status"))) || member(record, field("cancelled")) === true;
    if (!wasAccepted(exchange) || isGoing) return GONE;
    const { removes, shownBy } = effect;
    if (removes) return "the record";
    return withoutMoving(shownBy === undefined ? record : shownBy.map((name) => member(record, field(name))));
  };
