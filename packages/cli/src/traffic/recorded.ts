import type { Exchange } from "@plumbline/client";
import type { Missed } from "@plumbline/conformance";

/** An exchange that was read from a file, or why it cannot be judged. */
export type Recorded =
  | { readonly kind: "whole"; readonly exchange: Exchange }
  /** Its answer, or a body of it, was left out by who recorded it; `missed` is what is known of the request. */
  | { readonly kind: "partial"; readonly why: string; readonly advice?: string; readonly missed?: Missed }
  /** It is no exchange of the file's form. */
  | { readonly kind: "malformed"; readonly why: string };

/** What the reading of a file came to besides exchanges. */
export interface Ending {
  /** Why the file ends before it should, or goes on where it should end. */
  readonly cut?: string;
  /** What of it could not be read at all, with its place and what to do. */
  readonly refused?: string;
}
