import type { Exchange } from "@plumbline/client";
import { operations as catalogue, type Operation, type OperationId, type Role } from "@plumbline/schemas";
import { NoRoomError } from "../../custody/no-room-error.ts";
import { accepts, notes } from "../../expect/cases.ts";
import { accepted, received, wasAccepted } from "../../ground/answers.ts";
import { type Judgement, upheld } from "../../ground/judgement.ts";
import type { Story } from "../../kernel/story.ts";
import { credential } from "../../rule/need.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import { type Case, type Context, notice, observe, probe, type Requirement, story } from "../../rule/requirement.ts";
import { usesUp } from "../../writes/uses-up.ts";
import { carried, isCarried } from "../shared/carrier.ts";
import { enoughFor } from "../shared/enough-for.ts";
import { ownQuery } from "../shared/own-query.ts";
import { performs } from "../shared/perform.ts";
import { is } from "../shared/subjects.ts";

/** Which role an operation needs, one rule for each operation. */
export function roleRules(id: OperationId): readonly Requirement[] {
  const operation = catalogue[id];
  if (operation.authentication !== "digest") return [];
  if (operation.roles === "unstated") return [roleUnstated(id)];
  const roles = enoughFor(operation.roles);
  const rule = {
    ...commonOf(id),
    level: "MUST",
    basis: "stated",
    text: `${operation.title}: a key whose role is ${wordsFor(operation.roles)} may call it.`,
    needs: [{ kind: "roles", anyOf: roles }],
  } as const;
  // If any role suffices, a story calls the operation with each key that the run has.
  if (operation.risk === "read" && operation.roles !== "any")
    return [
      probe({ ...rule, stage: "read", cases: (context) => roles.flatMap((one) => mayRead(context, operation, one)) }),
    ];
  return [
    story({
      ...rule,
      stage: operation.risk === "read" ? "read" : "state",
      risk: operation.risk,
      requests: 3 * roles.length,
      tell: (story) => mayEach(story, roles),
    }),
  ];
}

const commonOf = (id: OperationId) => ({
  id: operationRule(id, "ROLE"),
  section: catalogue[id].section,
  on: is(id),
  mock: "it knows no roles",
});

function roleUnstated(id: OperationId): Requirement {
  const { risk, title } = catalogue[id];
  const rule = { ...commonOf(id), level: "UNSPECIFIED", text: `${title}: the role it needs is not given.` } as const;
  const needs = [credential("noRole")];
  // A write that no role guards would be carried out, so this rule only looks at requests that other rules send.
  return risk === "read"
    ? observe({
        ...rule,
        cases: (context) => [notes(context, "a key without any role", { who: "noRole" }, { needs })],
      })
    : notice({
        ...rule,
        notice: ({ answer, call }) =>
          call.who === "noRole" ? `a key without any role is answered ${answer.status}` : undefined,
      });
}

/** Calls with a key that has only this role, plainly and with the query parameters that only this operation has. */
function mayRead(context: Context, operation: Operation, role: Role): readonly Case[] {
  const more = {
    needs: [{ kind: "roles", anyOf: [role] }],
    ...(isDoubtful(operation, role) && { level: "SHOULD" as const }),
  } as const;
  const query = ownQuery(context.operation);
  return [
    accepts(context, `a key with ${role}`, { who: { role } }, more),
    ...(query === undefined
      ? []
      : [
          accepts(
            context,
            `a key with ${role} and ${Object.keys(query).join(", ")}`,
            { who: { role }, query },
            { ...more, twin: { query } },
          ),
        ]),
  ];
}

const isConflict = ({ response }: Exchange): boolean => "status" in response && response.status === 409;

/**
 * Calls the story's operation with each role for which there is a key. A refusal counts only if the plain call is
 * accepted.
 */
async function mayEach(story: Story, roles: readonly Role[]): Promise<Judgement> {
  const { id } = story.subject.operation;
  for (const [index, role] of roles.filter((each) => story.roles.has(each)).entries()) {
    const alone = (): Promise<Exchange> => performs(story, id, { who: { role } });
    const first = (): Promise<Exchange> => (isCarried(id) ? carried(story, id, "role") : alone());
    // After one role was accepted, the story skips roles without room for their record.
    const exchange = await (index === 0 ? first() : unlessThereIsNoRoom(alone));
    if (exchange === undefined) break;
    if (wasAccepted(exchange)) continue;
    const plain = await performs(story, id, {});
    if (!wasAccepted(plain))
      return story.cannot(`the plain request is not accepted (${received(plain)}), so nothing can be said about roles`);
    // A conflict may be about the shared record, which may have ended meanwhile.
    if (isConflict(exchange) && usesUp(id))
      return story.cannot(`${id} is answered ${received(exchange)}: its record may have come to its end by then`);
    story.requires(accepted(exchange, `a key with ${role}`));
  }
  return upheld;
}

/** The answer; `undefined` if there is no room for the record of the request. */
async function unlessThereIsNoRoom(ask: () => Promise<Exchange>): Promise<Exchange | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoRoomError) return undefined;
    throw error;
  }
}

/** Roles for which the description does not state, or only with a contradiction, that they suffice. */
export function isDoubtful({ number, roles }: Pick<Operation, "number" | "roles">, one: Role): boolean {
  // The description names this role, but also says that only owners see the history.
  if (number === 1) return one === "Project Monitoring Admin";
  return roles === "any cluster-level" && one !== "Project Cluster Admin";
}

function wordsFor(roles: Exclude<Operation["roles"], "unstated">): string {
  switch (roles) {
    case "any":
      return "any of the listed ones";
    case "any cluster-level":
      return "one on clusters, whichever it is,";
    default:
      return roles.join(" or ");
  }
}
