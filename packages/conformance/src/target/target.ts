import type { Credential } from "@plumbline/client";
import type { AlertConfigInput, Contract, InterfaceVersion, Role } from "@plumbline/schemas";
import type { Limits } from "../ground/limits.ts";
import type { Risk } from "../ground/risk.ts";
import type { Skip, Without } from "./declared.ts";
import type { Fixture, Fixtures } from "./fixtures.ts";

/** Credentials for the token endpoint. The variables are those of the target file, for curl lines without secrets. */
export interface ServiceAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly idVariable?: string;
  readonly secretVariable?: string;
}

/** The credentials that the user gives the run. Each is optional, and a check that needs a missing one says so. */
export interface Credentials {
  /** Has every role on the project and its organization. Sends every request that does not test credentials. */
  readonly main?: Credential;
  /** A valid key without any role on the project and organization. */
  readonly noRole?: Credential;
  /** The key without roles belongs to no member of the organization either. */
  readonly noRoleIsStranger?: boolean;
  /** A valid key whose roles are all in another project. */
  readonly otherProject?: Credential;
  readonly byRole?: Readonly<Partial<Record<Role, Credential>>>;
  readonly serviceAccount?: ServiceAccount;
  /** A service account whose IP access list excludes the address of the run. */
  readonly blockedServiceAccount?: ServiceAccount;
  readonly metrics?: Credential;
  /** Credentials that the run does not send, because others on the way could read them (`withheld`). */
  readonly withheld?: Pick<Credentials, "serviceAccount" | "blockedServiceAccount" | "metrics">;
  /** Secrets outside the credentials themselves: tokens, and secrets of accounts. */
  readonly secrets?: readonly string[];
}

/** A server to test, with everything needed to talk to it. The caller opens and closes it. */
export interface Target {
  readonly name: string;
  readonly kind: "url" | "reference" | "prism";
  readonly baseUrl: string;
  readonly metricsUrl?: string;
  /** The target file, as the user named it. */
  readonly file?: string;
  readonly contract: Contract;
  readonly versions: readonly InterfaceVersion[];
  readonly credentials: Credentials;
  /** The parts that the target lacks according to its file. */
  readonly without?: Without;
  /** The rules and checks that the target file leaves out. */
  readonly skips?: readonly Skip[];
  readonly fixtures: Fixtures;
  /** Where the target file states each fixture, as `file:line`. */
  readonly fixturePlaces?: Readonly<Partial<Record<Fixture, string>>>;
  /** Overrides the body that creates alert configurations, in neutral words. */
  readonly alertConfiguration?: AlertConfigInput;
  readonly allow: ReadonlySet<Risk>;
  /** Where the permissions were named, so that a message can say which place withholds one. Default: anywhere. */
  readonly allowedBy?: { readonly file?: ReadonlySet<Risk>; readonly flag?: ReadonlySet<Risk> };
  /** The run may send secrets as Basic or Bearer over http, where others on the way can read them. */
  readonly cleartext?: boolean;
  /** The limit of records that each create may leave, if not the default of the operation. */
  readonly limits?: Limits;
  /**
   * The user says that the target uses the paths of the profile. Otherwise, an operation whose path the description
   * does not state counts as not bound if the target does not serve it, and fails no requirement.
   */
  readonly bindingStated: boolean;
  /** The target answers from a document, without state, credentials or roles. */
  readonly mock: boolean;
  /** The target was made from this same contract. */
  readonly selfConsistency: boolean;
  readonly faults?: readonly string[];
  /**
   * How many times as fast as usual the target finishes slow operations: pauses between two looks and the window of the
   * token endpoint's limit are shorter by this factor. Default 1.
   */
  readonly speed?: number;
  /** Moves the target's clock forward instead of waiting, if the target supports that. */
  readonly advanceClock?: (milliseconds: number) => void;
}
