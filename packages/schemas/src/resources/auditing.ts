import { object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { flag } from "../vocabulary.ts";

const members = {
  auditAuthorizationSuccess: flag,
  /** A JSON document inside a string; that it parses is a rule of its own. */
  auditFilter: string({ examples: ['{ "atype": "authenticate" }'] }),
  enabled: flag,
};

/** The body that updates the auditing of a project. */
export const auditingInput = object({}, members, { title: "AuditingInput" });

/** What `auditingInput` accepts. */
export type AuditingInput = Static<typeof auditingInput>;

/** The auditing configuration of a project; it has no id, being the only one. */
export const auditing = object(
  {},
  {
    ...members,
    configurationType: string({
      readOnly: true,
      "x-known-values": ["NONE", "FILTER_BUILDER", "FILTER_JSON"],
      examples: ["NONE"],
    }),
  },
  { title: "Auditing" },
);
/** What `auditing` accepts. */
export type Auditing = Static<typeof auditing>;
