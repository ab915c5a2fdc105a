import { type Contract, isWriteId } from "@plumbline/schemas";
import { isUndescribed } from "../../ground/call.ts";
import type { Kind } from "../../writes/kinds.ts";
import { WRITES } from "../../writes/table.ts";
import type { Write } from "../../writes/write.ts";
import type { Passed } from "../passed.ts";
import type { DoubtedWrite } from "./onlooker.ts";

/** Values of path parameters, as they stood in the path. */
export type Captured = Readonly<Record<string, string>>;

/** A read of one record, by its operation and the values in its path. */
export const placeKey = (read: string, captured: Captured): string =>
  [read, ...Object.entries(captured).map((pair) => pair.join("="))].toSorted().join(" ");

/** Whether a write at such a path may change the record under a key: one of the same place, or of a part of it. */
export function concerns(key: string, captured: Captured): boolean {
  const parts = key.split(" ");
  const pairs = Object.entries(captured);
  return pairs.length > 0 && pairs.every((pair) => parts.includes(pair.join("=")));
}

/** Whether a write may have changed the record under a key, as far as it is known where it went. */
export const isAbout = ({ place }: DoubtedWrite, key: string): boolean => place === undefined || concerns(key, place);

/** Whether a write may reach records of a kind: what is not known to be an operation, or is not as described, may reach any. */
export function mayReach({ passed }: DoubtedWrite, kind: Kind, contract: Contract): boolean {
  if (passed === undefined || isUndescribed(passed.call) || !isWriteId(passed.call.operation)) return true;
  const { body, query = {} } = passed.call;
  const { kind: own, reaches = [] }: Write = WRITES[passed.call.operation];
  return own === kind || reaches.some((reach) => reach.kind === kind && reach.when(body, query, contract));
}

/** One more record changes none of those that are there. */
export const makesOne = ({ recognised: { operation } }: Passed): boolean =>
  isWriteId(operation) && WRITES[operation].effect.kind === "makes";
