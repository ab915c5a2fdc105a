import type { Exchange } from "@plumbline/client";
import type { BoundOperation, OperationId, Role } from "@plumbline/schemas";
import { refuses } from "../../expect/cases.ts";
import { refused } from "../../ground/answers.ts";
import { type Judgement, mild } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import { fixture } from "../../rule/need.ts";
import { probe, type Requirement, story } from "../../rule/requirement.ts";
import { writeRisk } from "../shared/subjects.ts";
import { refusesKeys } from "./refused-key.ts";

type Lower = Readonly<Partial<Record<OperationId, readonly Role[]>>>;

const ADMIN_ONLY: readonly Role[] = ["Project Data Access Read Write"];
const ORGANIZATION_OWNER_ONLY: readonly Role[] = ["Organization Member"];
const MIGRATION_ONLY: readonly Role[] = [...ORGANIZATION_OWNER_ONLY, "Project Owner"];
const READER: readonly Role[] = ["Project Read Only"];
const OWNER_ONLY: readonly Role[] = [
  "Organization Member",
  "Project Monitoring Admin",
  "Project Cluster Admin",
  "Project Data Access Read Write",
  "Project Data Access Admin",
];

/*
 * Roles that the description names for something else than these operations, and of which it says nowhere that they hold
 * those that it names for them. What Project Read Only may not do beside owners has rules of its own.
 */
const WRITES: Lower = {
  createAlertConfig: OWNER_ONLY,
  deleteAlertConfig: OWNER_ONLY,
  acknowledgeAlert: OWNER_ONLY,
  replaceCustomAnalyzers: ADMIN_ONLY,
  createSearchIndex: ADMIN_ONLY,
  createSearchIndexLegacy: ADMIN_ONLY,
  updateSearchIndexByName: ADMIN_ONLY,
  deleteSearchIndexByName: ADMIN_ONLY,
  updateSearchIndexById: ADMIN_ONLY,
  deleteSearchIndexById: ADMIN_ONLY,
  createMigration: MIGRATION_ONLY,
  validateMigration: MIGRATION_ONLY,
  cutOverMigration: MIGRATION_ONLY,
  deleteLinkToken: ORGANIZATION_OWNER_ONLY,
  createLinkToken: ORGANIZATION_OWNER_ONLY,
};

const READS: Lower = {
  getAccessLogsByCluster: READER,
  listCustomAnalyzers: READER,
  listSearchIndexes: READER,
  getSearchIndexByName: READER,
  getSearchIndexById: READER,
  listExportJobs: READER,
  getExportJob: READER,
  getMigrationValidation: ORGANIZATION_OWNER_ONLY,
};

/**
 * Roles that an operation does not name and that are named for something else: none where that is not clear. Project Read
 * Only changes nothing, and does not read what only owners may.
 */
export function lowerRolesOf({ id, risk, roles }: BoundOperation): readonly Role[] {
  const named = WRITES[id] ?? READS[id] ?? [];
  const isForOwners = Array.isArray(roles) && roles.length > 0 && roles.every((role) => role.endsWith("Owner"));
  const isForMore = risk === "read" ? isForOwners : roles !== "unstated";
  return isForMore ? [...READER, ...named.filter((role) => !READER.includes(role))] : named;
}

/**
 * How an answer to a key with one of the lower roles alone is judged. Between roles of one project no order is stated, but
 * for the one beside the only one listed whose name states it.
 */
export function refusedBelow(role: Role, operation: OperationId, exchange: Exchange): Judgement {
  const judgement = refused(exchange, `a key with ${role} alone`);
  return ORGANIZATION_OWNER_ONLY.includes(role) || WRITES[operation] === ADMIN_ONLY ? judgement : mild(judgement);
}

const rolesIn = (lower: Lower): readonly Role[] => [...new Set(Object.values(lower).flat())];
const isIn =
  (lower: Lower) =>
  ({ operation }: Subject): boolean =>
    lower[operation.id] !== undefined;

/** What keys whose only role is named for something else are kept from. */
export const lowerRoleRules: readonly Requirement[] = [
  story({
    id: "AUTH-ROLES-LOWER-WRITES",
    level: "MUST",
    basis: "derived:D3",
    text: "A key whose only role is none of those that a write names changes nothing there; no more than a SHOULD between roles whose order is not stated.",
    section: "Authentication",
    mock: "it knows no roles",
    needs: [{ kind: "roles", anyOf: rolesIn(WRITES) }, fixture("groupId")],
    stage: "refused-writes",
    risk: writeRisk,
    on: isIn(WRITES),
    requests: 18,
    tell: async (story) => {
      const lower = WRITES[story.subject.operation.id] ?? [];
      const roles = lower.filter((role) => story.roles.has(role));
      if (roles.length === 0) return story.cannot(`no key with the role ${lower.join(" or ")} is stated`);
      return refusesKeys(
        story,
        roles.map(
          (role) => [{ role }, (exchange) => refusedBelow(role, story.subject.operation.id, exchange)] as const,
        ),
      );
    },
  }),
  probe({
    id: "AUTH-ROLES-LOWER-READS",
    level: "SHOULD",
    basis: "derived:D3",
    text: "A key whose only role is none of those that a read names does not get at its records.",
    section: "Authentication",
    mock: "it knows no roles",
    needs: [{ kind: "roles", anyOf: rolesIn(READS) }],
    stage: "refused-reads",
    on: isIn(READS),
    cases: (context) =>
      (READS[context.operation.id] ?? []).map((role) =>
        refuses(context, `a key with ${role} alone`, { who: { role } }, { needs: [{ kind: "roles", anyOf: [role] }] }),
      ),
  }),
];
