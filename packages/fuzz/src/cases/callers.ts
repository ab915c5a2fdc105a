import { lowerRolesOf, mayBeMember, type Who } from "@plumbline/conformance";
import { type BoundOperation, ROLES, type Role } from "@plumbline/schemas";
import { type BodyParts, plainText } from "./bodies.ts";
import { takesTurn } from "./negatives.ts";
import { type FuzzedSubject, familyOf, isLastVersion } from "./subjects.ts";
import { type CaseCall, cellOf, type TestCase } from "./test-case.ts";

/**
 * Valid requests by callers without permission: without credentials, with wrong ones, with a key without a role here,
 * or with one of another role.
 */
export function strangersOf(subject: FuzzedSubject, parts: BodyParts): readonly TestCase[] {
  const { operation } = subject;
  const known = parts.world.callers.filter((who) => typeof who === "string");
  const strangers = known
    .filter((who) => isStrangerTo(operation, who, parts))
    .map((who, index, all) =>
      testCaseOf(subject, parts, who, {
        aim: "kept out",
        level: "MUST",
        expected: `${expectedOf(operation, who)}: the request ${wordsFor(who)}`,
        // Discovery and the token endpoint are each a single operation with its own unauthorised callers.
        tier: operation.authentication !== "digest" || isFirst(subject, index, all.length) ? "caller" : "misses",
      }),
    );
  return [...strangers, ...lowerOf(subject, parts)];
}

/** Valid requests with a key that has only one role, which the description names for other operations. */
function lowerOf(subject: FuzzedSubject, parts: BodyParts): readonly TestCase[] {
  const { operation } = subject;
  const lent = lentRoles(parts);
  return lowerRolesOf(operation)
    .filter((role) => lent.has(role))
    .map((role, index) =>
      testCaseOf(
        subject,
        parts,
        { role },
        {
          aim: "kept out",
          level: "SHOULD",
          expected: `4xx: ${role} alone is named for something else`,
          // A server lets each role in by a separate mistake, but in all versions at once.
          tier: takesTurn(subject, index) ? "caller" : "misses",
        },
      ),
    );
}

const lentRoles = ({ world }: BodyParts): ReadonlySet<Role> =>
  new Set(world.callers.flatMap((who) => (typeof who === "object" && "role" in who ? [who.role] : [])));

/** Valid requests with a key that has only one role, and one that suffices. */
export function callersOf(subject: FuzzedSubject, parts: BodyParts): readonly TestCase[] {
  const { operation } = subject;
  const lent = lentRoles(parts);
  const isOnce = familyOf(operation) === "lasting";
  return rolesThatDo(operation)
    .filter((role) => lent.has(role))
    .filter((_role, index) => !isOnce || (index === 0 && isLastVersion(subject)))
    .map((role, index, all) =>
      testCaseOf(
        subject,
        parts,
        { role },
        {
          aim: "let in",
          level: "MUST",
          expected: `any answer but 401 and 403: ${role} is enough`,
          tier: isOnce || isEarly(subject, index, all.length) ? "caller" : "misses",
        },
      ),
    );
}

/** If any role suffices, a server may have forgotten any of them. */
const isEarly = (subject: FuzzedSubject, index: number, count: number): boolean =>
  subject.operation.roles === "any" ? takesTurn(subject, index) : isFirst(subject, index, count);

/**
 * Whether this caller is the first choice of the operation: each operation tries one caller before any tries the
 * others.
 */
const isFirst = (subject: FuzzedSubject, index: number, count: number): boolean =>
  takesTurn(subject, 0) && index === subject.operation.number % count;

/** Whether an operation cannot know a caller. */
function isStrangerTo(operation: BoundOperation, who: Who, { world }: BodyParts): boolean {
  const { authentication, pathParameters, roles, risk } = operation;
  switch (who) {
    case "none":
      return true;
    case "wrongSecret":
    case "unknownUser":
      return authentication === "digest";
    case "noRole":
      // If the description does not name the role, any key may have the right one.
      return (
        authentication === "digest" &&
        !mayBeMember(operation, world) &&
        (risk === "read" ? Array.isArray(roles) : roles !== "unstated") &&
        pathParameters.some(({ name }) => name === "groupId")
      );
    case "wrongMetricsPassword":
    case "unknownMetricsUser":
      return authentication === "metrics";
    case "wrongClientSecret":
      return authentication === "clientCredentials";
    default:
      return false;
  }
}

/** Roles of which the description says, without contradicting itself, that each suffices alone. */
function rolesThatDo({ number, roles }: BoundOperation): readonly Role[] {
  if (roles === "unstated") return [];
  if (roles === "any") return ROLES;
  if (roles === "any cluster-level") return ["Project Cluster Admin"];
  return roles.filter((role) => number !== 1 || role !== "Project Monitoring Admin");
}

const expectedOf = ({ authentication }: BoundOperation, who: Who): string =>
  who === "noRole" || authentication !== "digest" ? "4xx" : "401";

function wordsFor(who: Who): string {
  switch (who) {
    case "none":
      return "carries no credentials";
    case "noRole":
      return "is one of a key without any role in the project";
    default:
      return "carries credentials that prove nobody";
  }
}

function testCaseOf(
  subject: FuzzedSubject,
  parts: BodyParts,
  who: Who,
  { aim, level, expected, tier }: Pick<TestCase, "aim" | "level" | "expected" | "tier">,
): TestCase {
  const { operation, version, label } = subject;
  const rawBody = plainText(operation.id, parts, version);
  const name = "header/authorization:caller";
  const side = typeof who === "object" && "role" in who ? who.role : String(who);
  const call: CaseCall = {
    ...(rawBody === undefined ? {} : { rawBody }),
    who,
  };
  return {
    id: `${label} ${name} ${side}`,
    // Where each caller needs a check of its own, and where any role suffices, callers are not variants of each other.
    cell: `${operation.id} ${name} ${aim} ${level}${operation.roles === "any" || operation.authentication !== "digest" ? ` ${side}` : ""}`,
    setup: label,
    tier,
    aim,
    operation: operation.id,
    version,
    base: "plain",
    level,
    name,
    shows: cellOf(name, side),
    expected,
    call,
    ...(familyOf(operation) === "removals" && { elsewhere: true }),
  };
}
