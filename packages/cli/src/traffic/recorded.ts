import type { Exchange } from "@plumbline/client";
import type { Missed } from "@plumbline/conformance";

/** An exchange that was read from a file, or why it cannot be judged. */
export type Recorded =
  | { readonly kind: "whole"; readonly exchange: Exchange }
  /** The recorder left out the answer or a body; `missed` has the known facts about the request. */
  | { readonly kind: "partial"; readonly why: string; readonly advice?: string; readonly missed?: Missed }
  /** The entry is no exchange in the form of the file. */
  | { readonly kind: "malformed"; readonly why: string };

/** How the reading of a file ended. */
export interface Ending {
  /** Why the file ends early, or continues after its end. */
  readonly cut?: string;
  /** The part that could not be read, with its place and what to do about it. */
  readonly refused?: string;
}
