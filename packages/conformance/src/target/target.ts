import type { Credential } from "@plumbline/client";
import type { AlertConfigInput, Contract, InterfaceVersion, Role } from "@plumbline/schemas";
import type { Limits } from "../ground/limits.ts";
import type { Risk } from "../ground/risk.ts";
import type { Skip, Without } from "./declared.ts";
import type { Fixture, Fixtures } from "./fixtures.ts";

/** Credentials for the token endpoint; the variables are those of the target file, for curl lines without secrets. */
export interface ServiceAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly idVariable?: string;
  readonly secretVariable?: string;
}

/** The credentials that a user lends a run; each is optional, and a check that needs a missing one says so. */
export interface Credentials {
  /** Holds every role on the project and its organization: sends whatever is not about credentials. */
  readonly main?: Credential;
  /** A valid key without any role on the project and organization. */
  readonly noRole?: Credential;
  /** That key is no member of the organization either. */
  readonly noRoleIsStranger?: boolean;
  /** A valid key whose roles are all in another project. */
  readonly otherProject?: Credential;
  readonly byRole?: Readonly<Partial<Record<Role, Credential>>>;
  readonly serviceAccount?: ServiceAccount;
  /** A service account whose IP access list leaves out the address that the run comes from. */
  readonly blockedServiceAccount?: ServiceAccount;
  readonly metrics?: Credential;
  /** Lent and not sent, because others on the way could read them (`withheld`). */
  readonly withheld?: Pick<Credentials, "serviceAccount" | "blockedServiceAccount" | "metrics">;
  /** Secrets that are not part of a credential itself: tokens, and secrets of accounts. */
  readonly secrets?: readonly string[];
}

/** A server to judge, and everything needed to talk to it. Opening and closing it is the caller's. */
export interface Target {
  readonly name: string;
  readonly kind: "url" | "reference" | "prism";
  readonly baseUrl: string;
  readonly metricsUrl?: string;
  /** The file that says all this, as the user named it. */
  readonly file?: string;
  readonly contract: Contract;
  readonly versions: readonly InterfaceVersion[];
  readonly credentials: Credentials;
  /** The parts that its file says it lacks. */
  readonly without?: Without;
  /** The rules and checks that its file leaves out. */
  readonly skips?: readonly Skip[];
  readonly fixtures: Fixtures;
  /** Where in its file each of them stands, as `file:line`. */
  readonly fixturePlaces?: Readonly<Partial<Record<Fixture, string>>>;
  /** Overrides the body with which alert configurations are created, in neutral words. */
  readonly alertConfiguration?: AlertConfigInput;
  readonly allow: ReadonlySet<Risk>;
  /** The run may send secrets as Basic or Bearer over http, where others on the way can read them. */
  readonly cleartext?: boolean;
  /** How many records each create may leave here, where that is not the default of the operation. */
  readonly limits?: Limits;
  /**
   * The user says that the paths of the profile are the target's. Otherwise an operation whose path the description
   * does not state and the target does not serve counts as not bound, and fails no rule.
   */
  readonly bindingStated: boolean;
  /** Answers from a document, without state, credentials or roles. */
  readonly mock: boolean;
  /** The target was made from this same contract. */
  readonly selfConsistency: boolean;
  readonly faults?: readonly string[];
  /**
   * How many times as fast as usual the target finishes slow operations: pauses between two looks and the window of the
   * token endpoint's limit are shorter by this factor. Default 1.
   */
  readonly speed?: number;
  /** Moves the target's clock, where that is possible, instead of waiting. */
  readonly advanceClock?: (milliseconds: number) => void;
}
