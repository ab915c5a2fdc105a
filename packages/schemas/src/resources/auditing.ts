import { object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { flag } from "../vocabulary.ts";

const members = {
  auditAuthorizationSuccess: flag,
  /** A JSON document in a string; a separate rule requires that it parses. */
  auditFilter: string({ examples: ['{ "atype": "authenticate" }'] }),
  enabled: flag,
};

/** The body that updates the auditing of a project. */
export const auditingInput = object({}, members, { title: "AuditingInput" });

/** A value that `auditingInput` accepts. */
export type AuditingInput = Static<typeof auditingInput>;

/** The auditing configuration of a project. It has no id, because there is only one. */
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
/** A value that `auditing` accepts. */
export type Auditing = Static<typeof auditing>;
