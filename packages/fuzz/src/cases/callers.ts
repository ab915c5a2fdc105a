import { lowerRolesOf, mayBeMember, type Who } from "@plumbline/conformance";
import { type BoundOperation, ROLES, type Role } from "@plumbline/schemas";
import { type BodyParts, plainText } from "./bodies.ts";
import { takesTurn } from "./negatives.ts";
import { type FuzzedSubject, familyOf, isLastVersion } from "./subjects.ts";
import { type CaseCall, cellOf, type TestCase } from "./test-case.ts";

/** Right requests of those who may not ask: without credentials, with wrong ones, with a key of no role here or another. */
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
        // Discovery is one operation with strangers of its own, and so is the endpoint of tokens.
        tier: operation.authentication !== "digest" || isFirst(subject, index, all.length) ? "caller" : "misses",
      }),
    );
  return [...strangers, ...lowerOf(subject, parts)];
}

/** Right requests with a key that has one role only, which is named for something else. */
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
          // Each role is let in by a mistake of its own, in all versions at once.
          tier: takesTurn(subject, index) ? "caller" : "misses",
        },
      ),
    );
}

const lentRoles = ({ world }: BodyParts): ReadonlySet<Role> =>
  new Set(world.callers.flatMap((who) => (typeof who === "object" && "role" in who ? [who.role] : [])));

/** Right requests with a key that has one role only, and one that is enough. */
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

/** Where any role is enough, a server may have forgotten one of them as easily as another. */
const isEarly = (subject: FuzzedSubject, index: number, count: number): boolean =>
  subject.operation.roles === "any" ? takesTurn(subject, index) : isFirst(subject, index, count);

/** Whether one of several is the one that each operation is asked as before any is asked as the others. */
const isFirst = (subject: FuzzedSubject, index: number, count: number): boolean =>
  takesTurn(subject, 0) && index === subject.operation.number % count;

/** Whom an operation cannot know. */
function isStrangerTo(operation: BoundOperation, who: Who, { world }: BodyParts): boolean {
  const { authentication, pathParameters, roles, risk } = operation;
  switch (who) {
    case "none":
      return true;
    case "wrongSecret":
    case "unknownUser":
      return authentication === "digest";
    case "noRole":
      // Where the role is not given, whoever has a key may have the right one.
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

/** Roles of which the description says without contradiction that each is enough by itself. */
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
    // Where every stranger is one of its own, and where any role is enough, none is a further variant of another.
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
