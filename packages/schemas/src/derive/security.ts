import type { Contract } from "../bind.ts";
import type { Operation } from "../operation.ts";

/** The authentication schemes, in a form that is valid in OpenAPI 3.0 and 3.1. */
export function securitySchemes(contract: Contract): object {
  return {
    digest: {
      type: "http",
      scheme: "digest",
      description: "A programmatic key: its public half is the user name, its private half the password (RFC 7616).",
    },
    serviceAccount: {
      type: "oauth2",
      description:
        "A service account's access token. The description of the interface does not show the header that carries it; the Authorization header of RFC 6750 is assumed.",
      flows: {
        clientCredentials: {
          tokenUrl: contract.route("issueServiceToken", "standalone")?.path ?? "/api/oauth/token",
          scopes: {},
        },
      },
    },
    clientCredentials: {
      type: "http",
      scheme: "basic",
      description: "Client id and secret of a service account; for the token endpoint only.",
    },
    metrics: {
      type: "http",
      scheme: "basic",
      description: "The user name and password of metrics discovery, which are no key of the service.",
    },
  };
}

/** The security requirements of an operation: any one of them suffices. */
export function securityOf(authentication: Operation["authentication"]): readonly Readonly<Record<string, []>>[] {
  switch (authentication) {
    case "digest":
      return [{ digest: [] }, { serviceAccount: [] }];
    case "clientCredentials":
      return [{ clientCredentials: [] }];
    case "metrics":
      return [{ metrics: [] }];
    default:
      return authentication satisfies never;
  }
}
