import { string } from "../build.ts";

/** The frequency of a backup, in the lower case of policies and snapshots; the set is open. */
export const frequencyType = string({
  "x-known-values": ["hourly", "daily", "weekly", "monthly", "yearly", "ondemand"],
  examples: ["daily"],
});

/** The same in the upper case of copy settings and extra retention; the set is open. */
export const copyFrequency = string({
  "x-known-values": ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "ON_DEMAND"],
  examples: ["DAILY"],
});
