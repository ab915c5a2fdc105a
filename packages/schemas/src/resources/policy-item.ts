import { integer, object, string } from "../build.ts";
import type { Schema, Static } from "../json-schema.ts";
import { frequencyType } from "./backup-frequency.ts";

/*
 * Which intervals go with which frequency, and that a retention of nothing makes no sense, is nowhere given: such values
 * are not drawn, and not held against a server either.
 */
const members = {
  frequencyInterval: integer({ "x-suggested": integer({ minimum: 1, maximum: 28, examples: [1] }) }),
  frequencyType,
  retentionUnit: string({ "x-known-values": ["days", "weeks", "months", "years"], examples: ["days"] }),
  retentionValue: integer({ "x-suggested": integer({ minimum: 1, maximum: 365, examples: [7] }) }),
};

/** One rule of what is backed up how often and kept for how long, as a request may send it; none of its members is required. */
export const policyItemInput = object({}, members, { title: "PolicyItemInput" });

/** How often snapshots are taken, and how long they are kept, as a request says it. */
export type PolicyItemInput = Static<typeof policyItemInput>;

/** The same as an answer shows it; the id is a text whose form is not given. */
export const policyItem = object(
  {},
  { ...members, id: string({ examples: ["32b6e34b3d91647abb20e7b9"] }) },
  { title: "PolicyItem" },
);
/** What `policyItem` accepts. */
export type PolicyItem = Static<typeof policyItem>;

const onDemand = { frequencyInterval: 0, frequencyType: "ondemand", retentionUnit: "days", retentionValue: 7 };

/** The item for snapshots that someone asks for: of the same members, only its example differs. */
export const onDemandPolicyItemInput: Schema<PolicyItemInput> = {
  ...policyItemInput,
  title: "OnDemandPolicyItemInput",
  examples: [onDemand],
};
/** The item for snapshots that are taken on demand, by its example. */
export const onDemandPolicyItem: Schema<PolicyItem> = {
  ...policyItem,
  title: "OnDemandPolicyItem",
  examples: [{ ...onDemand, id: "32b6e34b3d91647abb20e7b9" }],
};
