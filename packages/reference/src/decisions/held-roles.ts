import type { Role } from "@plumbline/schemas";

/** The roles of a key as far as they bear on one request. */
export interface HeldRoles {
  /** On the addressed project or organization; all of the key's where none is addressed. */
  readonly here: readonly Role[];
  /** Whether the key has any role at all, wherever. */
  readonly any: boolean;
}
