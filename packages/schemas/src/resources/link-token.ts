import { array, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";

/**
 * Addresses that may use the token. The description does not show which notations are valid, so IPv4 is only suggested.
 */
export const linkTokenInput = object(
  {},
  { accessListIps: array(string({ "x-suggested": string({ format: "ipv4", examples: ["203.0.113.7"] }) })) },
  { title: "LinkTokenInput" },
);
/** The body that creates a link token: the addresses that may use it. */
export type LinkTokenInput = Static<typeof linkTokenInput>;

/** A secret, which the service shows only once. */
export const linkToken = object(
  { linkToken: string({ minLength: 1, examples: ["bGluay10b2tlbi1leGFtcGxl"] }) },
  {},
  { title: "LinkToken" },
);
/** A value that `linkToken` accepts. */
export type LinkToken = Static<typeof linkToken>;
