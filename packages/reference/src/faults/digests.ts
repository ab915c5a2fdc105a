import type { OperationId } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";
import type { Probe, SignedRequest } from "./probe.ts";

/** Changes the challenge for a key that was refused because of its response. */
export const turnsAway =
  (change: (challenge: string | undefined) => string | undefined) =>
  ({ responseMatches, challenge }: Behaviour): Partial<Behaviour> => {
    let refused = false;
    return {
      responseMatches: (given, expected, offer) => {
        const right = responseMatches(given, expected, offer);
        refused = !right;
        return right;
      },
      challenge: (realm, nonce, stale) => {
        const own = challenge(realm, nonce, stale);
        const shown = refused ? change(own) : own;
        refused = false;
        return shown;
      },
    };
  };

/** Sends no credentials. */
export const asksWithoutKey: Probe = async ({ url, send }) => [await send(url("listAlerts"))];
/** Sends a correct digest with one change. */
export const tampers =
  (change: (header: string) => string, operation: OperationId = "listMatcherFieldNames"): Probe =>
  async ({ reference: { keys }, url, send, challenge, digest }) => {
    const header = digest(keys.all, await challenge(operation), { url: url(operation) });
    return [await send(url(operation), { headers: { Authorization: change(header) } })];
  };
/** Sends a digest that is correct for another request. */
export const signs =
  (other: Partial<SignedRequest>): Probe =>
  async ({ reference: { keys }, url, send, challenge, digest }) => {
    const address = url("listAlerts");
    const Authorization = digest(keys.all, await challenge(), { url: address, ...other });
    return [await send(address, { headers: { Authorization } })];
  };
