import type { Role } from "@plumbline/schemas";
import type { Fields } from "../records/fields.ts";

/**
 * A world that the user describes in a file. Records have the members of the body of the operation that creates or
 * changes them, with the contract's names, plus an `id` and an `age` if the record has these.
 */
export interface OwnWorld {
  /** Whether the seeded world exists as well. @default "empty": only the records of this file exist */
  readonly extends?: "default" | "empty";
  readonly organizations?: readonly { readonly name: string; readonly id?: string }[];
  readonly projects?: readonly OwnProject[];
  readonly keys?: readonly OwnKey[];
  readonly serviceAccounts?: readonly OwnAccount[];
}

/** A project of a world file; `KINDS` names its other members, which are lists and settings. */
export interface OwnProject extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly id?: string;
  /** The name of its organization. @default the first */
  readonly organization?: string;
}

/** A record: the members of a body, plus two members that no body has. */
export type OwnRecord = Fields & { readonly id?: string; readonly age?: string };

/** The roles of a key or an account, and their places. */
export interface OwnGrant {
  readonly roles: readonly Role[];
  /** Names of projects. @default all of the organization */
  readonly projects?: readonly string[];
  /** @default the first */
  readonly organization?: string;
}

/** Both halves are names of environment variables, never secrets. */
export interface OwnKey extends OwnGrant {
  readonly public: string;
  readonly private: string;
}

/** A service account of a world file; `id` and `secret` are names of environment variables, never secrets. */
export interface OwnAccount extends OwnGrant {
  readonly id: string;
  readonly secret: string;
}
