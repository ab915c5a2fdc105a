import { COMMON } from "../parameters.ts";
import { serviceToken, tokenRequest } from "../resources/token.ts";
import { area, record } from "./define.ts";

const operation = area("service-token", "Service account token");

/** Operation 72: a token for a service account, at an address outside both versions. */
export const tokenEndpoint = {
  issueServiceToken: operation({
    number: 72,
    title: "Generate service account token",
    basis: "stated",
    authentication: "clientCredentials",
    roles: "unstated",
    risk: "quota",
    routes: {},
    standalone: { base: "service", method: "POST", path: "/api/oauth/token" },
    query: [...COMMON],
    body: { schema: tokenRequest, mediaType: "application/x-www-form-urlencoded" },
    result: record(serviceToken),
  }),
};
