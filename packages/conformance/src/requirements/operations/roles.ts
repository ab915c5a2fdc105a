import { operations as catalogue, type Operation, type OperationId, ROLES, type Role } from "@plumbline/schemas";
import { accepted, received, wasAccepted } from "../../expect/answers.ts";
import { accepts, notes } from "../../expect/cases.ts";
import { upheld } from "../../rule/judgement.ts";
import { operationRule } from "../../rule/operation-rule.ts";
import { type Context, probe, type Requirement, silent, story } from "../../rule/requirement.ts";
import type { WatchedExchange } from "../../rule/watched-exchange.ts";
import { performs } from "../shared/perform.ts";
import { is } from "../shared/subjects.ts";

/** Which role an operation needs, each on its own. */
export function roleRules(id: OperationId): readonly Requirement[] {
  const operation = catalogue[id];
  if (operation.authentication !== "digest") return [];
  const common = { id: operationRule(id, "ROLE"), section: operation.section, on: is(id), mock: "it knows no roles" };
  if (operation.roles === "unstated") {
    return [
      silent({
        ...common,
        level: "UNSPECIFIED",
        text: `${operation.title}: the role it needs is not given.`,
        // A write that no role guards would be carried out: it is only looked at where another rule asks for it.
        ...(operation.risk === "read"
          ? {
              cases: (context: Context) => [
                notes(
                  context,
                  "a key without any role",
                  { who: "noRole" },
                  { needs: [{ kind: "credential", name: "noRole" }] },
                ),
              ],
            }
          : {
              notice: ({ answer, call }: WatchedExchange) =>
                call.who === "noRole" ? `a key without any role is answered ${answer.status}` : undefined,
            }),
      }),
    ];
  }
  const roles =
    operation.roles === "any" ? ROLES : operation.roles === "any cluster-level" ? CLUSTER_ROLES : operation.roles;
  const rule = {
    ...common,
    level: "MUST",
    basis: "stated",
    text: `${operation.title}: a key whose role is ${wordsFor(operation.roles)} may call it.`,
    needs: [{ kind: "roles", anyOf: roles }],
  } as const;
  // Whoever may call it with any role is asked with the keys that there are.
  if (operation.risk === "read" && operation.roles !== "any") {
    return [
      probe({
        ...rule,
        stage: "read",
        cases: (context) =>
          roles.map((one) =>
            accepts(
              context,
              `a key with ${one}`,
              { who: { role: one } },
              { needs: [{ kind: "roles", anyOf: [one] }], ...(isDoubtful(operation, one) && { level: "SHOULD" }) },
            ),
          ),
      }),
    ];
  }
  return [
    story({
      ...rule,
      stage: operation.risk === "read" ? "read" : "state",
      risk: operation.risk,
      requests: 3 * roles.length,
      tell: async (story) => {
        for (const one of roles.filter((each) => story.roles.has(each))) {
          const exchange = await performs(story, id, { who: { role: one } });
          if (wasAccepted(exchange)) continue;
          const plain = await performs(story, id, {});
          if (!wasAccepted(plain))
            return story.cannot(
              `the plain request is not accepted (${received(plain)}), so nothing can be said about roles`,
            );
          story.requires(accepted(exchange, `a key with ${one}`));
        }
        return upheld;
      },
    }),
  ];
}

/** Roles of which the description does not say by themselves, or without contradiction, that they are enough. */
function isDoubtful({ number, roles }: Pick<Operation, "number" | "roles">, one: Role): boolean {
  // The role is named, and beside it that only owners see the history.
  if (number === 1) return one === "Project Monitoring Admin";
  return roles === "any cluster-level" && one !== "Project Cluster Admin";
}

const CLUSTER_ROLES: readonly Role[] = ["Project Read Only", "Project Owner", "Project Cluster Admin"];

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
