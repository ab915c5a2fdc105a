import { answered, type Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import { wasAccepted, wasRefused } from "../ground/answers.ts";
import type { Path } from "../ground/fields.ts";
import type { Kind } from "../writes/kinds.ts";

/** What a write came to: looked at apart, since what is refused must change nothing at all. */
export type WriteOutcome = "accepted" | "refused";

/** The same, with those that tell nothing of it. */
export type CameTo = WriteOutcome | "answered with an error" | "not answered";

/** What will probably come of a write; one from a caller who has a key and may not write is kept out. */
export type Expected = WriteOutcome | "kept out";

/** A write that is about to be sent, as far as it matters for the records beside it. */
export interface Beside {
  readonly operation: WriteId;
  readonly version: RouteVersion;
  /** Every path parameter as it is sent: what it addresses may change. */
  readonly path: Path;
  /** Where it is to work: with an address that is wrong on purpose, where a right one would. */
  readonly place: Path;
  readonly sent: unknown;
  readonly query: Readonly<Record<string, string>>;
  /** `undefined` for what is sent without a key. */
  readonly expected: Expected | undefined;
  /** Sent to find out whether it does again what was seen once. */
  readonly isTrial: boolean;
}

/** What was seen beside a write. */
export interface Sweep {
  /** Records of the run's own that stood beside it, and of others. */
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
  /** What became of it, in words. */
  readonly what: string;
}

/** Reads the outcome from the status: 2xx, 4xx, any other status, or no answer. */
export function cameTo(exchange: Exchange): CameTo {
  if (wasAccepted(exchange)) return "accepted";
  if (wasRefused(exchange)) return "refused";
  return answered(exchange) ? "answered with an error" : "not answered";
}
