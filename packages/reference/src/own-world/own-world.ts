import type { Role } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";

/**
 * A world of a person's own, as a file holds it. What is about records is the body of the operation that makes or changes
 * them, in the contract's words, with an `id` and an `age` beside it where the record has these.
 */
export interface OwnWorld {
  /** Whether the seeded world is there as well. @default "empty": nothing is there but what this says */
  readonly extends?: "default" | "empty";
  readonly organizations?: readonly { readonly name: string; readonly id?: string }[];
  readonly projects?: readonly OwnProject[];
  readonly keys?: readonly OwnKey[];
  readonly serviceAccounts?: readonly OwnAccount[];
}

export interface OwnProject extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly id?: string;
  /** The name of its organization. @default the first */
  readonly organization?: string;
}

/** A record: a body, and beside it what no body says. */
export type OwnRecord = Fields & { readonly id?: string; readonly age?: string };

/** Where a key or an account has its roles. */
export interface OwnGrant {
  readonly roles: readonly Role[];
  /** Names of projects. @default all of the organization */
  readonly projects?: readonly string[];
  /** @default the first */
  readonly organization?: string;
}

/** Halves are names of environment variables, never secrets. */
export interface OwnKey extends OwnGrant {
  readonly public: string;
  readonly private: string;
}

export interface OwnAccount extends OwnGrant {
  readonly id: string;
  readonly secret: string;
}
