import { type BoundOperation, operations as catalogue, type OperationId } from "@plumbline/schemas";
import type { Need } from "../../need.ts";

/** The id of an operation's rule: its number in the description, and the part where a number holds several. */
export function operationRule(id: OperationId, rule: "BIND" | "PARAMS" | "ROLE" | "RESP"): string {
  const { number, part } = catalogue[id];
  return `OP${String(number).padStart(2, "0")}${part ?? ""}-${rule}`;
}

/** The key that an operation is called with. */
export const credentialNeeds = ({
  authentication,
}: {
  authentication: BoundOperation["authentication"];
}): readonly Need[] => {
  switch (authentication) {
    case "digest":
      return [{ kind: "credential", name: "main" }];
    case "metrics":
      return [{ kind: "credential", name: "metrics" }];
    case "clientCredentials":
      return [{ kind: "credential", name: "serviceAccount" }];
  }
};
