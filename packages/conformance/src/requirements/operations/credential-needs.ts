import type { BoundOperation } from "@plumbline/schemas";
import { credential, type Need } from "../../rule/need.ts";

/** The key that an operation is called with. */
export const credentialNeeds = ({
  authentication,
}: {
  authentication: BoundOperation["authentication"];
}): readonly Need[] => {
  switch (authentication) {
    case "digest":
      return [credential("main")];
    case "metrics":
      return [credential("metrics")];
    case "clientCredentials":
      return [credential("serviceAccount")];
  }
};
