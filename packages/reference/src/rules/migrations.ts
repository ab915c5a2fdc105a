import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { StoredMigration } from "../records/migration.ts";
import type { StoredValidation } from "../records/validation.ts";
import { fieldsOf, flagMember, textMember } from "./members.ts";
import { isShared } from "./tiers.ts";

/** The statuses of a migration: it starts as `NEW` and ends as `COMPLETE` after the cut-over, or as `FAILED`. */
export type MigrationStatus = "NEW" | "WORKING" | "FAILED" | "COMPLETE";
/** `PENDING` lasts five seconds at the default speed; then the problem of the validation decides. */
export type ValidationStatus = "PENDING" | "SUCCESS" | "FAILED";

const SECOND = 1_000;
const STARTING = 5 * SECOND;
const COPYING = 15 * SECOND;
const VALIDATING = 5 * SECOND;
const OLDEST_ENGINE = 5;
const HOST = "migration-host-0.example.net";

/** The decisions about live migrations that a server can get wrong. */
export interface MigrationBehaviour {
  hosts(asked: readonly string[]): readonly string[];
  statusOf(migration: StoredMigration, now: number): MigrationStatus;
  isReady(migration: StoredMigration, now: number): boolean;
  /** Whether a cut-over ends the migration. */
  cutsOver(migration: StoredMigration): boolean;
  validationStatusOf(validation: StoredValidation, now: number): ValidationStatus;
  /** The id that a later read of a validation shows. */
  validationId(id: string): string;
  showMigration(migration: Fields): Fields;
  showValidation(validation: Fields): Fields;
  showMigratable(project: Fields): Fields;
  showLinkToken(token: string): Fields;
}

/** Decides about migrations as the description says; every status derives from the age of the record. */
export const honestMigrations: MigrationBehaviour = {
  hosts: (asked) => (asked.length === 0 ? [HOST] : asked.slice(0, 1)),
  statusOf: ({ created, problem, cutOver }, now) => {
    if (cutOver !== undefined) return "COMPLETE";
    if (now - created < STARTING) return "NEW";
    return problem === undefined ? "WORKING" : "FAILED";
  },
  isReady: ({ created, problem, cutOver }, now) =>
    problem === undefined && cutOver === undefined && now - created >= COPYING,
  cutsOver: () => true,
  validationStatusOf: ({ created, problem }, now) => {
    if (now - created < VALIDATING) return "PENDING";
    return problem === undefined ? "SUCCESS" : "FAILED";
  },
  validationId: (id) => id,
  showMigration: (migration) => migration,
  showValidation: (validation) => validation,
  showMigratable: (project) => project,
  showLinkToken: (linkToken) => ({ linkToken }),
};

/** The reason why a migration cannot succeed: credentials, disk space or engine version (description, operation 55). */
export function problemOf(source: Fields, destination: Cluster | undefined): string | undefined {
  if (destination === undefined) return "The project has no cluster of the name of the destination.";
  const signsIn = textMember(source, "username") !== undefined && textMember(source, "password") !== undefined;
  if (!signsIn && flagMember(source, "managedAuthentication") !== true)
    return "There are no credentials for the source.";
  if (isShared(destination.tier)) return "The destination has too little disk space.";
  if (Number.parseFloat(destination.engineVersion) < OLDEST_ENGINE) return "The engine of the destination is too old.";
  return undefined;
}

/** The name and project of the destination in a request. */
export function destinationOf(body: Fields): { readonly clusterName?: string; readonly groupId?: string } {
  const destination = fieldsOf(body["destination"]);
  const clusterName = textMember(destination, "clusterName");
  const groupId = textMember(destination, "groupId");
  return { ...(clusterName !== undefined && { clusterName }), ...(groupId !== undefined && { groupId }) };
}
