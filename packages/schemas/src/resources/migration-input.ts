import { array, boolean, mapOf, object, string } from "../build.ts";
import type { Static } from "../json-schema.ts";
import { LIMITS } from "../limits.ts";
import { clusterName, recordId } from "../vocabulary.ts";

/** The address of the migration host, with the same form in requests and records. */
export const migrationHost = string({ examples: ["host0.example.net"] });

const destination = object(
  {},
  {
    clusterName,
    groupId: recordId,
    hostnameSchemaType: string({ "x-known-values": ["PUBLIC", "PRIVATE_LINK", "VPC_PEERING"], examples: ["PUBLIC"] }),
    privateLinkId: string({ examples: ["vpce-0123456789abcdef0"] }),
  },
  { title: "MigrationDestination" },
);

const source = object(
  {},
  {
    caCertificatePath: string({ examples: ["/etc/ssl/ca.pem"] }),
    // A cluster outside the service: names that the service accepts are drawn, and others are valid too.
    clusterName: string({ "x-suggested": clusterName }),
    groupId: recordId,
    managedAuthentication: boolean({ examples: [false] }),
    password: string({ examples: ["example-password"] }),
    ssl: boolean({ examples: [true] }),
    username: string({ examples: ["migrator"] }),
  },
  { title: "MigrationSource" },
);

const shardingEntry = object(
  {},
  {
    collection: string({ examples: ["orders"] }),
    database: string({ examples: ["shop"] }),
    shardCollection: object({}, { key: array(mapOf(object({}), { examples: [{ customerId: {} }] })) }),
  },
  { title: "ShardingEntry" },
);

/**
 * The body of create and validate. Source, destination and `dropEnabled` are required; members of source and
 * destination are not.
 */
export const migrationInput = object(
  { destination, dropEnabled: boolean({ examples: [false] }), source },
  {
    migrationHosts: array(migrationHost, { ...LIMITS.migrationHosts }),
    sharding: object(
      {},
      { createSupportingIndexes: boolean({ examples: [false] }), shardingEntries: array(shardingEntry) },
      { title: "MigrationSharding" },
    ),
  },
  { title: "MigrationInput" },
);
/** The body that validates or starts a migration, which is the same for both. */
export type MigrationInput = Static<typeof migrationInput>;
