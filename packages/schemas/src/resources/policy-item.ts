import { integer, object, string } from "../build.ts";
import type { Schema, Static } from "../json-schema.ts";
import { frequencyType } from "./backup-frequency.ts";

/*
 * The description does not say which intervals go with which frequency, nor that a retention of zero is senseless: such
 * values are not drawn, and servers may treat them in any way.
 */
const members = {
  frequencyInterval: integer({ "x-suggested": integer({ minimum: 1, maximum: 28, examples: [1] }) }),
  frequencyType,
  retentionUnit: string({ "x-known-values": ["days", "weeks", "months", "years"], examples: ["days"] }),
  retentionValue: integer({ "x-suggested": integer({ minimum: 1, maximum: 365, examples: [7] }) }),
};

/**
 * A rule in a request that says how often to back up and how long to keep the result; none of its members is required.
 */
export const policyItemInput = object({}, members, { title: "PolicyItemInput" });

/** How often to take snapshots and how long to keep them, in a request. */
export type PolicyItemInput = Static<typeof policyItemInput>;

/** The same in an answer; the id is a text of unknown form. */
export const policyItem = object(
  {},
  { ...members, id: string({ examples: ["32b6e34b3d91647abb20e7b9"] }) },
  { title: "PolicyItem" },
);
/** A value that `policyItem` accepts. */
export type PolicyItem = Static<typeof policyItem>;

const onDemand = { frequencyInterval: 0, frequencyType: "ondemand", retentionUnit: "days", retentionValue: 7 };

/** The item for on-demand snapshots: the same members with another example. */
export const onDemandPolicyItemInput: Schema<PolicyItemInput> = {
  ...policyItemInput,
  title: "OnDemandPolicyItemInput",
  examples: [onDemand],
};
/** The item for on-demand snapshots in an answer, which differs only in its example. */
export const onDemandPolicyItem: Schema<PolicyItem> = {
  ...policyItem,
  title: "OnDemandPolicyItem",
  examples: [{ ...onDemand, id: "32b6e34b3d91647abb20e7b9" }],
};
