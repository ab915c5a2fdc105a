import type { OperationId } from "@plumbline/schemas";
import { ALL_KINDS, type Effect, KINDS, type Kind } from "./kinds.ts";

/** The kind of records that a read shows, and whether it shows one record, all of a place, or some of them. */
export interface Read {
  readonly kind: Kind;
  readonly form: "get" | "list" | "part";
}

const reads = new Map<OperationId, Read>();
const writes = new Map<OperationId, { readonly kind: Kind; readonly effect: Effect }[]>();
const reached = new Map<OperationId, Kind[]>();

for (const kind of ALL_KINDS) {
  const { gets, lists, parts = [], reached: reachedBy = [], writes: written } = KINDS[kind];
  for (const operation of gets) reads.set(operation, { kind, form: "get" });
  for (const operation of lists) reads.set(operation, { kind, form: "list" });
  for (const operation of parts) reads.set(operation, { kind, form: "part" });
  for (const [operation, effect] of Object.entries(written)) {
    const id = operation as OperationId;
    writes.set(id, [...(writes.get(id) ?? []), { kind, effect }]);
  }
  for (const { by } of reachedBy) reached.set(by, [...(reached.get(by) ?? []), kind]);
}

/** The records that a read shows; `undefined` if the model reads no records from the operation's answer. */
export const readOf = (operation: OperationId): Read | undefined => reads.get(operation);

/** The effects of a write on the records that its path addresses, by kind; empty for a read. */
export const effectsOf = (operation: OperationId): readonly { readonly kind: Kind; readonly effect: Effect }[] =>
  writes.get(operation) ?? [];

/** Kinds whose records a write may change although its path does not address them. */
export const reachedBy = (operation: OperationId): readonly Kind[] => reached.get(operation) ?? [];

/** Whether an operation may change records of any kind in the model. */
export const isEffective = (operation: OperationId): boolean => writes.has(operation) || reached.has(operation);
