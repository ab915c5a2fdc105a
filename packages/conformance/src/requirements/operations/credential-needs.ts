import type { BoundOperation } from "@plumbline/schemas";
import type { Need } from "../../rule/need.ts";

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
