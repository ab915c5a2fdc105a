import { array, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";

/** Addresses that may use the token; which notations count as one is not shown, so IPv4 is suggested only. */
export const linkTokenInput = object(
  {},
  { accessListIps: array(string({ "x-suggested": string({ format: "ipv4", examples: ["203.0.113.7"] }) })) },
  { title: "LinkTokenInput" },
);
/** The body that asks for a link token: the addresses that may use it. */
export type LinkTokenInput = Static<typeof linkTokenInput>;

/** A secret, shown this once. */
export const linkToken = object(
  { linkToken: string({ minLength: 1, examples: ["bGluay10b2tlbi1leGFtcGxl"] }) },
  {},
  { title: "LinkToken" },
);
/** What `linkToken` accepts. */
export type LinkToken = Static<typeof linkToken>;
