import type { Exchange } from "@plumbline/client";
import { type BoundOperation, isWriteId } from "@plumbline/schemas";
import { refused, wasAccepted, wasRefused } from "../../ground/answers.ts";
import type { Judgement } from "../../ground/judgement.ts";
import { lowerRolesOf, refusedBelow } from "../../requirements/authentication/lower-roles.ts";
import type { Target } from "../../target/target.ts";
import { type Holder, Holders } from "./holders.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const GATE = "AUTH-ROLES-GATE-WRITES";
const READ_ONLY = "AUTH-ROLES-READ-ONLY";
const LOWER = "AUTH-ROLES-LOWER-WRITES";

/** The server must refuse writes with keys that, according to the target file, have none of the required roles. */
export function keys(target: Target): Onlooker {
  const holders = new Holders(target);
  return {
    decides: [GATE, READ_ONLY, LOWER],
    see: (passed) => {
      const { call, exchange } = passed;
      const operation = target.contract.operation(call.operation, call.version);
      const isGated = operation.authentication === "digest" && operation.roles !== "unstated";
      if (!isGated || !isWriteId(operation.id) || !(wasAccepted(exchange) || wasRefused(exchange))) return [];
      return rulesFor(holders.of(passed), operation, exchange).map(
        ([requirement, judgement]): Found => ({ requirement, judgement, passed }),
      );
    },
  };
}

function rulesFor(
  holder: Holder,
  operation: BoundOperation,
  exchange: Exchange,
): readonly (readonly [string, Judgement])[] {
  if (holder === "noRole") return [[GATE, refused(exchange, "a key without any role on the project")]];
  if (typeof holder === "string") return [];
  const { role } = holder;
  if (!lowerRolesOf(operation).includes(role)) return [];
  return role === "Project Read Only"
    ? [[READ_ONLY, refused(exchange, "a key that may only read")]]
    : [[LOWER, refusedBelow(role, operation, exchange)]];
}
