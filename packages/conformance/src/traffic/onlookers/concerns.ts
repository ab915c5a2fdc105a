import { type Contract, isWriteId } from "@plumbline/schemas";
import { isUndescribed } from "../../ground/call.ts";
import type { Kind } from "../../writes/kinds.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import type { Passed } from "../passed.ts";
import type { DoubtedWrite } from "./onlooker.ts";

/** Values of path parameters as sent, still percent-encoded. */
export type Captured = Readonly<Record<string, string>>;

/** The key of a record: the operation that reads it, and the values in the path of that read. */
export const placeKey = (read: string, captured: Captured): string =>
  [read, ...Object.entries(captured).map((pair) => pair.join("="))].toSorted().join(" ");

/**
 * * Whether a write with these path values may change the record under a key. If the key contains them all, the write
 * went to the record itself or to something that contains it.
 */
export function concerns(key: string, captured: Captured): boolean {
  const parts = key.split(" ");
  const pairs = Object.entries(captured);
  return pairs.length > 0 && pairs.every((pair) => parts.includes(pair.join("=")));
}

/** Whether a write may have changed the record under a key, according to its path. */
export const isAbout = ({ place }: DoubtedWrite, key: string): boolean => place === undefined || concerns(key, place);

/**
 * * Whether a write may change records of a kind. A write that is no known operation, or that the description leaves
 * open, may change any.
 */
export function mayReach({ passed }: DoubtedWrite, kind: Kind, contract: Contract): boolean {
  if (passed === undefined || isUndescribed(passed.call) || !isWriteId(passed.call.operation)) return true;
  const { body, query = {} } = passed.call;
  const { kind: own, reaches = [] }: Write = WRITES[passed.call.operation];
  return own === kind || reaches.some((reach) => reach.kind === kind && reach.when(body, query, contract));
}

/** Whether the operation only creates a record, which changes no existing one. */
export const makesOne = ({ recognised: { operation } }: Passed): boolean =>
  isWriteId(operation) && WRITES[operation].effect.kind === "makes";
