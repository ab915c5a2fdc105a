/** The values of a matcher's `fieldName`; the answer of the matcher field names operation. */
export const MATCHER_FIELDS = [
  "APPLICATION_ID",
  "CLUSTER_NAME",
  "HOSTNAME",
  "HOSTNAME_AND_PORT",
  "INSTANCE_NAME",
  "PORT",
  "PROCESSOR_NAME",
  "REPLICA_SET_NAME",
  "RULE_ID",
  "SHARD_NAME",
  "TYPE_NAME",
] as const;
