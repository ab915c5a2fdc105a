import type { Contract, WriteId } from "@plumbline/schemas";
import type { Call, Who } from "../ground/call.ts";
import type { Expected } from "./sweep.ts";

/**
 * What will probably come of a write, which decides whether somebody looks at what stands beside it. Pure.
 * @param isThere whether there is something for it to work on
 */
export function expectedOf(
  { due, who = "main" }: Pick<Call, "due" | "who">,
  operation: WriteId,
  isThere: boolean,
  contract: Contract,
): Expected | undefined {
  const right = due === undefined && isThere ? "accepted" : "refused";
  switch (who) {
    case "main":
    case "serviceAccount":
      return right;
    case "noRole":
    case "otherProject":
      return "kept out";
    default:
      return roleOf(who) === undefined ? undefined : isKeptOut(who, operation, contract) ? "kept out" : right;
  }
}

const roleOf = (who: Who): string | undefined => (typeof who === "object" && "role" in who ? who.role : undefined);

/** Whether the operation names the roles that it takes, and not this one. */
function isKeptOut(who: Who, operation: WriteId, contract: Contract): boolean {
  const { roles } = contract.operation(operation);
  return Array.isArray(roles) && !roles.some((role) => role === roleOf(who));
}
