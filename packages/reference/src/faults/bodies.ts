/* Valid bodies. A probe sends one as it is, or with one change that makes it invalid. */

/** A well-formed record id that no record of the seeded world has. */
export const ID = "0820f3ad08ff49b60000a10c";

/** The smallest alert configuration that a create accepts; it is disabled, so it raises no alert. */
export const CONFIG = { eventTypeName: "JOINED_GROUP", notifications: [], enabled: false };
/** A matcher on a known field, which no event of the reference has. */
export const MATCHER = { fieldName: "TYPE_NAME", operator: "EQUALS", value: "x" };

/** A search index. */
export const INDEX = { database: "shop", collectionName: "goods", name: "default" };
/** A custom analyzer. */
export const WORDS = { name: "own", tokenizer: { type: "whitespace" } };

/** An export bucket of the first provider; the reference does not look up the role that it names. */
export const BUCKET = {
  bucketName: "exports",
  cloudProvider: "PROVIDER_A",
  iamRoleId: "32b6e34b3d91647abb20e7b8",
};
/** The smallest backup compliance policy: only the e-mail address is required. */
export const POLICY = { authorizedEmail: "officer@example.com" };
/** An hourly item of a backup policy, kept for three days. */
export const HOURLY = { frequencyType: "hourly", frequencyInterval: 6, retentionUnit: "days", retentionValue: 3 };
/** A backup every day, kept for 60 days: longer than `WEEKLY`, so a policy of both breaks the order of retentions. */
export const DAILY = { frequencyType: "daily", frequencyInterval: 1, retentionUnit: "days", retentionValue: 60 };
/** A weekly backup that is kept for one week. */
export const WEEKLY = { frequencyType: "weekly", frequencyInterval: 6, retentionUnit: "weeks", retentionValue: 1 };
