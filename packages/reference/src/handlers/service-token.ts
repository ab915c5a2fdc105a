import { invalid, Refusal } from "../refusal.ts";
import { inService, shows } from "./handler.ts";

/** Operation 72; its answer must not be stored (RFC 6749, section 5.1). */
export const tokenHandlers = {
  issueServiceToken: inService(({ service, caller, body }) => {
    if (caller.kind !== "client") return invalid("Client credentials are needed.");
    const grants: unknown = body instanceof Map ? body.get("grant_type") : undefined;
    const [grantType, ...more] = Array.isArray(grants) ? grants.map(String) : [];
    if (grantType === undefined || more.length > 0) return invalid("The form must hold grant_type once.");
    if (!service.behaviour.grantAccepted(grantType)) {
      if (caller.counter !== undefined && !service.behaviour.countsWithoutToken())
        service.auth.limit.giveBack(caller.counter);
      return new Refusal(400, "unsupported_grant_type", "The grant type must be client_credentials.");
    }
    const { tokens } = service.auth;
    const token = tokens.issue(caller.account, service.behaviour.newTokenRevokes());
    return shows(service.behaviour.tokenBody(token, tokens.lifetimeSeconds), { "Cache-Control": "no-store" });
  }),
};
