import type { Role } from "@plumbline/schemas";

/** The roles of a key that matter for one request. */
export interface HeldRoles {
  /** Roles on the addressed project or organization; all of the key's roles if the request addresses neither. */
  readonly here: readonly Role[];
  /** Whether the key has any role anywhere. */
  readonly any: boolean;
}
