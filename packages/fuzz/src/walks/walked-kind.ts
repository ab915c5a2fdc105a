import { type Risk, WRITES, type Write } from "@plumbline/conformance";
import { type Contract, isWriteId, OPERATION_IDS, type WriteId } from "@plumbline/schemas";

/** A kind of record for walks, with the writes that create, change and delete it. */
export interface WalkedKind {
  readonly name: string;
  /** Empty if each place has exactly one record. */
  readonly creates: readonly WriteId[];
  readonly updates: readonly WriteId[];
  readonly removes: readonly WriteId[];
}

/** Whether the run can create and delete such a record at no cost. */
const isMadeFreely = (id: WriteId, contract: Contract): boolean => {
  const { effect, slow }: Write = WRITES[id];
  if (effect.kind !== "makes" || slow === true) return false;
  return effect.remove !== undefined && effect.stays === undefined && contract.operation(id).risk === "create";
};

/** Whether a write replaces a setting that the run restores, and whose reads the model compares. */
const isReplaced = (id: WriteId, contract: Contract): boolean => {
  const { body, effect, kind, on }: Write = WRITES[id];
  const isSetting = effect.kind === "changes" && on === undefined && body !== undefined;
  return isSetting && !UNCOMPARED.includes(kind) && contract.operation(id).risk === "update";
};

/** Excluded: an alert changes by itself, and the model knows nothing about analyzers. */
const UNCOMPARED: readonly string[] = ["alert", "custom analyzers"];

/** Every kind of record for which walks are possible, from the declared effects of its writes. */
export function walkedKinds(contract: Contract, may: (risk: Risk) => boolean): readonly WalkedKind[] {
  const kinds = new Map<string, { creates: WriteId[]; updates: WriteId[]; removes: WriteId[] }>();
  const of = (kind: string) => {
    const known = kinds.get(kind) ?? { creates: [], updates: [], removes: [] };
    kinds.set(kind, known);
    return known;
  };
  const ids = OPERATION_IDS.filter(isWriteId).filter((id) => may(contract.operation(id).risk));
  for (const id of ids) {
    const { effect, kind, on }: Write = WRITES[id];
    if (isMadeFreely(id, contract)) of(kind).creates.push(id);
    if (isReplaced(id, contract)) of(kind).updates.push(id);
    if (effect.kind === "owned" && on !== undefined && isMadeFreely(on.create, contract))
      of(kind)[effect.removes ? "removes" : "updates"].push(id);
  }
  return [...kinds]
    .map(([name, writes]) => ({ name, ...writes }))
    .filter(({ creates, updates, removes }) => creates.length > 0 || (updates.length > 0 && removes.length === 0));
}
