/*
 * Bodies that are right as they stand: a probe sends one, or one with a single thing wrong.
 */

/** A well-formed record id, of no record of the seeded world. */
export const ID = "0820f3ad08ff49b60000a10c";

export const CONFIG = { eventTypeName: "JOINED_GROUP", notifications: [], enabled: false };
export const MATCHER = { fieldName: "TYPE_NAME", operator: "EQUALS", value: "x" };

/** A search index. */
export const INDEX = { database: "shop", collectionName: "goods", name: "default" };
/** A custom analyzer. */
export const WORDS = { name: "own", tokenizer: { type: "whitespace" } };

export const BUCKET = {
  bucketName: "exports",
  cloudProvider: "PROVIDER_A",
  iamRoleId: "32b6e34b3d91647abb20e7b8",
};
export const POLICY = { authorizedEmail: "officer@example.com" };
/** Items of a backup policy. */
export const HOURLY = { frequencyType: "hourly", frequencyInterval: 6, retentionUnit: "days", retentionValue: 3 };
export const DAILY = { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days", retentionValue: 60 };
export const WEEKLY = { frequencyType: "weekly", frequencyInterval: 6, retentionUnit: "weeks", retentionValue: 1 };
