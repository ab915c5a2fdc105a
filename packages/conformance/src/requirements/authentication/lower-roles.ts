import type { Exchange } from "@plumbline/client";
import type { BoundOperation, OperationId, Role, RouteVersion } from "@plumbline/schemas";
import { refuses } from "../../expect/cases.ts";
import { refused } from "../../ground/answers.ts";
import { type Judgement, mild, notApplicable, nothingToAsk } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Story } from "../../kernel/story.ts";
import { fixture } from "../../rule/need.ts";
import { probe, type Requirement, story } from "../../rule/requirement.ts";
import { noSuchRole } from "../../target/declared.ts";
import { writeRisk, writes } from "../shared/subjects.ts";
import { refusesKeys } from "./refused-key.ts";

type Lower = Readonly<Partial<Record<OperationId, readonly Role[]>>>;

const READER: readonly Role[] = ["Project Read Only"];

/*
 * Lower roles: the description names them for other operations, but never says that they include the role that a write
 * names. Project Read Only has its own rules.
 */
const BELOW_OWNER: readonly Role[] = [
  "Organization Member",
  "Project Monitoring Admin",
  "Project Cluster Admin",
  "Project Data Access Read Write",
  "Project Data Access Admin",
];
/** Of the roles of a project, only its owner is compared with the owner of the organization. */
const BELOW_ORGANIZATION_OWNER: readonly Role[] = ["Organization Member", "Project Owner"];
const BELOW: Readonly<Partial<Record<Role, readonly Role[]>>> = {
  "Organization Owner": BELOW_ORGANIZATION_OWNER,
  "Project Owner": BELOW_OWNER,
  "Project Cluster Admin": ["Organization Member", "Project Monitoring Admin", "Project Data Access Read Write"],
  "Project Data Access Admin": ["Project Data Access Read Write", "Organization Member", "Project Monitoring Admin"],
};

/** The roles that are below every role that a write names. */
function belowAll(roles: BoundOperation["roles"]): readonly Role[] {
  if (!Array.isArray(roles)) return [];
  const [first = [], ...others] = roles
    // An owner of the organization owns its projects, so next to another role this one excludes no lower role.
    .filter((role: Role) => roles.length === 1 || role !== "Organization Owner")
    .map((role: Role) => BELOW[role] ?? []);
  return first.filter((role: Role) => others.every((below) => below.includes(role)));
}

const READS: Lower = {
  getAccessLogsByCluster: READER,
  listCustomAnalyzers: READER,
  listSearchIndexes: READER,
  getSearchIndexByName: READER,
  getSearchIndexById: READER,
  listExportJobs: READER,
  getExportJob: READER,
  getMigrationValidation: ["Organization Member"],
};

/**
 * Roles that an operation does not name and that the description names for other operations; empty if that is not
 * clear. Project Read Only changes nothing, and does not read what only owners may read.
 */
export function lowerRolesOf({ id, risk, roles }: BoundOperation): readonly Role[] {
  const named = risk === "read" ? (READS[id] ?? []) : belowAll(roles);
  const isForOwners = Array.isArray(roles) && roles.length > 0 && roles.every((role) => role.endsWith("Owner"));
  const isForMore = risk === "read" ? isForOwners : roles !== "unstated";
  return isForMore ? [...READER, ...named.filter((role) => !READER.includes(role))] : named;
}

/**
 * Judges the answer to a key whose only role is a lower one. The description states no order between roles of one
 * project, so acceptance breaks only a SHOULD, except for the pair whose names state the order.
 */
export function refusedBelow(role: Role, { roles }: Pick<BoundOperation, "roles">, exchange: Exchange): Judgement {
  const judgement = refused(exchange, `a key with ${role} alone`);
  const isOfWeakerName =
    role === "Project Data Access Read Write" && Array.isArray(roles) && roles.includes("Project Data Access Admin");
  return role === "Organization Member" || isOfWeakerName ? judgement : mild(judgement);
}

const isGated = (subject: Subject): boolean => writes(subject) && belowAll(subject.operation.roles).length > 0;

/** The version for requests with these keys: roles do not depend on the version, so the operations take turns. */
function versionOfTurn({ addresses, subject }: Story): RouteVersion | undefined {
  const versions = addresses.servedIn(subject.operation.id).toSorted();
  return versions[subject.operation.number % Math.max(1, versions.length)];
}

/** The rules on keys whose only role is named for other operations. */
export const lowerRoleRules: readonly Requirement[] = [
  story({
    id: "AUTH-ROLES-LOWER-WRITES",
    level: "MUST",
    basis: "derived:D3",
    text: "A key whose only role is not among those that a write names changes nothing; this is only a SHOULD between roles whose order is not stated.",
    section: "Authentication",
    mock: "it knows no roles",
    needs: [{ kind: "roles", anyOf: [...new Set(Object.values(BELOW).flat())] }, fixture("groupId")],
    stage: "refused-writes",
    risk: writeRisk,
    on: isGated,
    requests: 18,
    tell: async (story) => {
      const turn = versionOfTurn(story);
      if (turn !== undefined && turn !== story.subject.version) return nothingToAsk(`it is asked in version ${turn}`);
      const { operation } = story.subject;
      const lower = belowAll(operation.roles);
      const roles = lower.filter((role) => story.roles.has(role));
      const absent = noSuchRole(lower, story.without);
      if (absent !== undefined) return notApplicable(absent);
      if (roles.length === 0) return story.cannot(`no key with the role ${lower.join(" or ")} is stated`);
      return refusesKeys(
        story,
        roles.map((role) => ({
          name: `a key with ${role} alone`,
          who: { role },
          judge: (exchange) => refusedBelow(role, operation, exchange),
        })),
      );
    },
  }),
  probe({
    id: "AUTH-ROLES-LOWER-READS",
    level: "SHOULD",
    basis: "derived:D3",
    text: "A key whose only role is not among those that a read names does not get its records.",
    section: "Authentication",
    mock: "it knows no roles",
    needs: [{ kind: "roles", anyOf: [...new Set(Object.values(READS).flat())] }],
    stage: "refused-reads",
    on: ({ operation }) => READS[operation.id] !== undefined,
    cases: (context) =>
      (READS[context.operation.id] ?? []).map((role) =>
        refuses(context, `a key with ${role} alone`, { who: { role } }, { needs: [{ kind: "roles", anyOf: [role] }] }),
      ),
  }),
];
