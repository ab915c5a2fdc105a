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

/** Which role an operation needs, each on its own. */
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
  // Whoever may call it with any role is asked with the keys that there are.
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
  // A write that no role guards would be carried out: it is only looked at where another rule asks for it.
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

/** With a key that has no more than the role, plainly and with the parameters that are the operation's own. */
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

/** Calls the story's operation with each role of which there is a key; a refusal counts beside a plain call that is none. */
async function mayEach(story: Story, roles: readonly Role[]): Promise<Judgement> {
  const { id } = story.subject.operation;
  for (const [index, role] of roles.filter((each) => story.roles.has(each)).entries()) {
    const alone = (): Promise<Exchange> => performs(story, id, { who: { role } });
    const first = (): Promise<Exchange> => (isCarried(id) ? carried(story, id, "role") : alone());
    // A role that finds no room is left out, once another was seen to be enough.
    const exchange = await (index === 0 ? first() : unlessThereIsNoRoom(alone));
    if (exchange === undefined) break;
    if (wasAccepted(exchange)) continue;
    const plain = await performs(story, id, {});
    if (!wasAccepted(plain))
      return story.cannot(`the plain request is not accepted (${received(plain)}), so nothing can be said about roles`);
    // A conflict on a record that it shares may be about what has become of that meanwhile.
    if (isConflict(exchange) && usesUp(id))
      return story.cannot(`${id} is answered ${received(exchange)}: its record may have come to its end by then`);
    story.requires(accepted(exchange, `a key with ${role}`));
  }
  return upheld;
}

/** The answer; `undefined` where the request finds no room for its record. */
async function unlessThereIsNoRoom(ask: () => Promise<Exchange>): Promise<Exchange | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NoRoomError) return undefined;
    throw error;
  }
}

/** Roles of which the description does not say by themselves, or without contradiction, that they are enough. */
export function isDoubtful({ number, roles }: Pick<Operation, "number" | "roles">, one: Role): boolean {
  // The role is named, and beside it that only owners see the history.
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
