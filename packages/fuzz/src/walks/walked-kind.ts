import { type Risk, WRITES, type Write } from "@plumbline/conformance";
import { type Contract, isWriteId, OPERATION_IDS, type WriteId } from "@plumbline/schemas";

/** A kind of record that scenarios are played with, and the writes that they are made of. */
export interface WalkedKind {
  readonly name: string;
  /** None where each place has one record. */
  readonly creates: readonly WriteId[];
  readonly updates: readonly WriteId[];
  readonly removes: readonly WriteId[];
}

/** Whether a record of the run's own can be made and taken away again, at no cost. */
const isMadeFreely = (id: WriteId, contract: Contract): boolean => {
  const { effect, slow }: Write = WRITES[id];
  if (effect.kind !== "makes" || slow === true) return false;
  return effect.remove !== undefined && effect.stays === undefined && contract.operation(id).risk === "create";
};

/** Whether a write replaces a state that is put back, and of which the model compares what reads show. */
const isReplaced = (id: WriteId, contract: Contract): boolean => {
  const { body, effect, kind, on }: Write = WRITES[id];
  const isSetting = effect.kind === "changes" && on === undefined && body !== undefined;
  return isSetting && !UNCOMPARED.includes(kind) && contract.operation(id).risk === "update";
};

/** An alert moves by itself, and of analyzers the model knows nothing. */
const UNCOMPARED: readonly string[] = ["alert", "custom analyzers"];

/** Every kind of record that can be played with, by what is said of its writes. */
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
