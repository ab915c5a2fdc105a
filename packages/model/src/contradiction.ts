import type { OperationId, RouteVersion } from "@plumbline/schemas";
import type { Kind } from "./kinds.ts";
import type { Asked } from "./observation.ts";

/** In what an answer contradicts what was known. */
export const CONTRADICTIONS = ["count", "elsewhere", "gone", "missing", "refused", "unaddressed", "views"] as const;

/**
 * - count: a list says another number of records than it shows
 * - elsewhere: a record is listed in two places, and belongs to one
 * - gone: a record is shown that was removed
 * - missing: a record is not shown that was made, and not removed
 * - refused: a record changed, or was made, with a write that was refused
 * - unaddressed: a record changed, and nothing addressed it
 * - views: two answers that show one record differ: those of two reads, or of a read and the write before it
 */
export type ContradictionClass = (typeof CONTRADICTIONS)[number];

/** An answer that no service could give that holds what the answers before it said. */
export interface Contradiction {
  readonly class: ContradictionClass;
  /** `undefined` for a list of a kind that no write works on. */
  readonly kind: Kind | undefined;
  /** The read whose answer it is. */
  readonly operation: OperationId;
  readonly version: RouteVersion;
  /** The member that differs, where it may move: each such member is looked into apart. */
  readonly member?: string;
  /** The record; of a count, where the list is. */
  readonly id: string;
  /** Whether the caller made the record itself: anybody may change what was there before. */
  readonly isOwn: boolean;
  readonly expected: string;
  readonly received: string;
  /** The exchange that contradicts, and the one that what was known comes from. */
  readonly exchange: string;
  readonly known: string;
  /** The answer may come too soon after a write to show it. */
  readonly mayBeLate: boolean;
  /** Milliseconds since the write that it should show was answered; none where nothing of that is known. */
  readonly age?: number;
  /** Reads whose answers settle it, in this order: first what was known, where a read had shown that, then what contradicts. */
  readonly again: readonly Asked[];
  /** The page behind the one that contradicts: where it has records, the page was smaller than its size, and nothing is wrong with the total. */
  readonly next?: Asked;
}
