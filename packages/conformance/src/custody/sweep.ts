import { answered, type Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import { wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Path } from "../ground/fields.ts";
import type { Kind } from "../writes/kinds.ts";

/** The outcome of a write; a refused write must change nothing at all. */
export type WriteOutcome = "accepted" | "refused";

/** The same, including answers that do not tell the outcome. */
export type CameTo = WriteOutcome | "answered with an error" | "not answered";

/** The probable outcome of a write; `kept out` if the caller has a key and may not write. */
export type Expected = WriteOutcome | "kept out";

/** The next write, as far as it matters for the records next to it. */
export interface Beside {
  readonly operation: WriteId;
  readonly version: RouteVersion;
  /** Every path parameter as it is sent; the records that it addresses may change. */
  readonly path: Path;
  /** The place where the write would work; for a deliberately wrong address, that of the right one. */
  readonly place: Path;
  readonly sent: unknown;
  readonly query: Readonly<Record<string, string>>;
  /** `undefined` for a request without a key. */
  readonly expected: Expected | undefined;
  /** Sent to find out whether the write repeats an effect that the run saw once. */
  readonly isTrial: boolean;
}

/** The records that the run compared around a write. */
export interface Sweep {
  /** How many of them are the run's own, and how many are others. */
  readonly own: number;
  readonly others: number;
  /** Those that changed or vanished although nothing addressed them. */
  readonly disturbed: readonly Disturbed[];
}

/** A record that differs after a write that did not address it. */
export interface Disturbed {
  readonly kind: Kind;
  readonly id: string;
  readonly isOwn: boolean;
  /** The difference, in words. */
  readonly what: string;
}

/** Reads the outcome from the status: 2xx, 4xx, any other status, or no answer. */
export function cameTo(exchange: Exchange): CameTo {
  if (wasAccepted(exchange)) return "accepted";
  if (wasRefused(exchange)) return "refused";
  return answered(exchange) ? "answered with an error" : "not answered";
}
