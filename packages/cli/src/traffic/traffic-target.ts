import { addressOf, Recogniser, type Target } from "@plumbline/conformance";
import { BUNDLED_PROFILES, bindContract, INTERFACE_VERSIONS, type Profile } from "@plumbline/schemas";
import type { Recorded } from "./recorded.ts";

/** How many exchanges are examined to find the server. */
export const LOOKED_AT = 1_000;

/** The server that the exchanges were with, found by the first path that belongs to the interface. */
export function targetOf(recorded: readonly Recorded[], profiles: readonly Profile[]): Target | undefined {
  for (const profile of profiles) {
    const contract = bindContract(profile);
    const recogniser = new Recogniser(contract);
    for (const one of recorded) {
      const request = one.kind === "whole" ? one.exchange.request : one.kind === "partial" ? one.missed : undefined;
      const address = request && addressOf(request.url);
      const base = request && address && recogniser.baseOf(request.method, address);
      if (!base) continue;
      return {
        name: new URL(base).host,
        kind: "url",
        baseUrl: base,
        metricsUrl: base,
        contract,
        versions: INTERFACE_VERSIONS,
        credentials: {},
        fixtures: {},
        allow: new Set(["read"]),
        bindingStated: false,
        mock: false,
        selfConsistency: false,
      };
    }
  }
  return undefined;
}

/** The profiles with which a path is compared if none is given. */
export const EVERY_PROFILE: readonly Profile[] = Object.values(BUNDLED_PROFILES);
