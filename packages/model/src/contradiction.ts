import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Kind } from "./kinds.ts";
import type { Asked } from "./observation.ts";

/** The ways in which an answer can contradict what was known. */
export const CONTRADICTIONS = ["count", "elsewhere", "gone", "missing", "refused", "unaddressed", "views"] as const;

/**
 * - count: the total of a list differs from the number of records in it
 * - elsewhere: two places list a record that belongs to one
 * - gone: a read shows a removed record
 * - missing: a read lacks a record that was created and not removed
 * - refused: a refused write changed or created a record
 * - unaddressed: a record changed although no write addressed it
 * - views: two answers show one record differently: two reads, or a read and the write before it
 */
export type ContradictionClass = (typeof CONTRADICTIONS)[number];

/** An answer that no service could give if the earlier answers were true. */
export interface Contradiction {
  readonly class: ContradictionClass;
  /** `undefined` for a list of a kind that no write affects. */
  readonly kind: Kind | undefined;
  /** The read with the contradicting answer. */
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** The member that differs, if it may move. Each of these members is investigated separately. */
  readonly member?: string;
  /** The id of the record; for a count, the place of the list. */
  readonly id: string;
  /** Whether the caller created the record itself. Other clients may change earlier records. */
  readonly isOwn: boolean;
  readonly expected: string;
  readonly received: string;
  /** The exchange that contradicts, and the one that the known value comes from. */
  readonly exchange: string;
  readonly known: string;
  /** The answer may come too soon after a write to show it. */
  readonly mayBeLate: boolean;
  /** Milliseconds since the answer to the write that the read should show; absent if no such write is known. */
  readonly age?: number;
  /**
   * Reads whose answers settle it, in this order: first the read that showed the known value, if there is one, then the
   * one that contradicts it.
   */
  readonly again: readonly Asked[];
  /**
   * The page after the contradicting one. If it has records, the first page was shorter than its size and the total is
   * correct.
   */
  readonly next?: Asked;
}
