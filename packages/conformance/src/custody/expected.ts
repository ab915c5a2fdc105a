import type { Contract, WriteId } from "@plumbline/schemas";
import type { Call, Who } from "../ground/call.ts";
import type { Expected } from "./sweep.ts";

/**
 * The probable outcome of a write, which decides whether the run compares other records around it. Pure.
 * @param isThere whether the record that the write works on exists
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

/** Whether the operation lists its permitted roles and this one is not among them. */
function isKeptOut(who: Who, operation: WriteId, contract: Contract): boolean {
  const { roles } = contract.operation(operation);
  return Array.isArray(roles) && !roles.some((role) => role === roleOf(who));
}
