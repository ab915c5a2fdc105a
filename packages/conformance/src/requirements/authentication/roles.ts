import { notes, refuses } from "../../expect/cases.ts";
import { refused } from "../../ground/answers.ts";
import type { Subject } from "../../ground/subject.ts";
import type { Story } from "../../kernel/story.ts";
import { credential, fixture } from "../../rule/need.ts";
import { type Case, type Context, observe, probe, type Requirement, story } from "../../rule/requirement.ts";
import { mayBeMember } from "../../target/is-for-members.ts";
import { ownQuery } from "../shared/own-query.ts";
import { reads, shownOn, writeRisk, writes } from "../shared/subjects.ts";
import { escapedProject } from "./escaped-project.ts";
import { type RefusedKey, refusesKeys } from "./refused-key.ts";

const SECTION = "Authentication";
const ERRORS = "Errors";
const signedSample = shownOn("listAlertConfigs");

const ofProject = (subject: Subject): boolean =>
  reads(subject) &&
  Array.isArray(subject.operation.roles) &&
  subject.operation.pathParameters.some(({ name }) => name === "groupId");

const isOfOrganization = ({ operation: { roles } }: Subject): boolean =>
  Array.isArray(roles) && roles.every((role) => role.startsWith("Organization"));

const isGated = (subject: Subject): boolean => writes(subject) && subject.operation.roles !== "unstated";

const isForOwners = ({ operation: { roles } }: Subject): boolean =>
  Array.isArray(roles) && roles.length > 0 && roles.every((role) => /Owner$/.test(role));

/** The key of another project with the operation's own parameters, which a server may handle by another path. */
function withOwnQuery(context: Context): readonly Case[] {
  const query = ownQuery(context.operation);
  if (query === undefined) return [];
  const change = { who: "otherProject", query, due: "refused" } as const;
  const name = `a key of another project and ${Object.keys(query).join(", ")}`;
  return [refuses(context, name, change, { needs: [credential("otherProject")], twin: { query } })];
}

/** A key with a role on the tested project, used in another project. */
function elsewhere(context: Context): readonly Case[] {
  const role = "Project Read Only";
  const { roles } = context.operation;
  const groupId = context.world.fixtures.otherGroupId;
  // An extra case: a target file without a second project lacks nothing.
  if (groupId === undefined || !Array.isArray(roles) || !roles.includes(role)) return [];
  return [
    refuses(
      context,
      "a key that may only read, in another project",
      { who: { role }, path: { groupId } },
      {
        // The creator of the key may have given it the same role there.
        level: "SHOULD",
        needs: [{ kind: "roles", anyOf: [role] }],
        twin: { who: { role } },
      },
    ),
  ];
}

const READER: RefusedKey = {
  name: "a key that may only read",
  who: { role: "Project Read Only" },
  judge: (exchange) => refused(exchange, "a key that may only read"),
};

const STRANGERS = {
  noRole: "a key without any role on the project",
  otherProject: "a key whose roles are all in another project",
} as const;

/** Keys without a role on the project of the write; the second has all its roles in another project. */
const strangersTo = (story: Story): readonly RefusedKey[] =>
  (["noRole", "otherProject"] as const)
    .filter((who) => story.lends(who))
    .map((who) => ({ name: STRANGERS[who], who, judge: (exchange) => refused(exchange, STRANGERS[who]) }));

/** The rules on keys without the role that an operation needs. */
export const roleRules: readonly Requirement[] = [
  probe({
    id: "AUTH-ROLES-GATE",
    level: "MUST",
    basis: "derived:D3",
    text: "A valid key without any role on the project does not get at its records.",
    section: SECTION,
    mock: "it knows no roles",
    stage: "refused-reads",
    on: ofProject,
    cases: (context) => [
      ...(mayBeMember(context.operation, context.world)
        ? []
        : [refuses(context, "a key without any role", { who: "noRole" }, { needs: [credential("noRole")] })]),
      // A key of another project may belong to a member of the organization.
      ...(isOfOrganization(context)
        ? []
        : [
            refuses(
              context,
              "a key of another project",
              { who: "otherProject" },
              { needs: [credential("otherProject")] },
            ),
            ...withOwnQuery(context),
          ]),
      // All operations read a path alike, so one operation is enough.
      ...(signedSample(context, context.contract) ? [escapedProject(context), ...elsewhere(context)] : []),
    ],
  }),
  story({
    id: "AUTH-ROLES-GATE-WRITES",
    level: "MUST",
    basis: "derived:D3",
    text: "A valid key without any role on the project changes nothing there.",
    section: SECTION,
    mock: "it knows no roles",
    needs: [credential("noRole"), fixture("groupId")],
    stage: "refused-writes",
    risk: writeRisk,
    // If the description does not state the roles, any key may have the right one.
    on: isGated,
    requests: 8,
    tell: (story) => refusesKeys(story, strangersTo(story)),
  }),
  story({
    id: "AUTH-ROLES-READ-ONLY",
    level: "MUST",
    basis: "derived:D3",
    text: "A key whose only role is Project Read Only changes nothing where an owner is needed.",
    section: SECTION,
    mock: "it knows no roles",
    needs: [{ kind: "roles", anyOf: ["Project Read Only"] }, fixture("groupId")],
    stage: "refused-writes",
    risk: writeRisk,
    on: isGated,
    requests: 8,
    tell: (story) => refusesKeys(story, [READER]),
  }),
  probe({
    id: "AUTH-ROLES-OWNER-READS",
    level: "SHOULD",
    basis: "derived:D3",
    text: "A key whose only role is Project Read Only does not read what only an owner may.",
    section: SECTION,
    mock: "it knows no roles",
    needs: [{ kind: "roles", anyOf: ["Project Read Only"] }],
    stage: "refused-reads",
    on: (subject) => ofProject(subject) && isForOwners(subject),
    cases: (context) => [refuses(context, "a key that may only read", { who: { role: "Project Read Only" } })],
  }),
  observe({
    id: "AUTH-ROLE-HIERARCHY",
    level: "UNSPECIFIED",
    text: "Whether a stronger role contains a weaker one is not given.",
    section: SECTION,
    mock: "it knows no roles",
    on: signedSample,
    cases: (context) =>
      (["Project Owner", "Organization Owner", "Organization Member"] as const).map((role) =>
        notes(context, `a key with ${role} alone`, { who: { role } }, { needs: [{ kind: "roles", anyOf: [role] }] }),
      ),
  }),
  observe({
    id: "AUTH-FORBIDDEN-STATUS",
    level: "UNSPECIFIED",
    text: "Status and error code for a missing role are not given.",
    section: ERRORS,
    mock: "it knows no roles",
    needs: [credential("noRole")],
    on: ofProject,
    cases: (context) => [notes(context, "a key without any role", { who: "noRole" })],
  }),
];
