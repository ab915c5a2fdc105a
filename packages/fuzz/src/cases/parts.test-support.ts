import { emptyWorld, type World } from "@plumbline/conformance";
import { bindContract, INTERFACE_VERSIONS, type Profile } from "@plumbline/schemas";
import type { BodyParts } from "./bodies.ts";
import type { CampaignScope } from "./plan.ts";
import { RULES } from "./rules.ts";

export const ID = "32b6e34b3d91647abb20e7b8";
const FIXTURES = {
  groupId: ID,
  orgId: ID,
  alertConfigId: ID,
  alertId: ID,
  clusterName: "Cluster0",
  hostname: "a.example.net",
  exportBucketId: ID,
  exportId: ID,
  restoreJobId: ID,
  snapshotId: ID,
  roleId: ID,
  indexId: ID,
  liveMigrationId: ID,
  validationId: ID,
  databaseName: "plumbline",
  collectionName: "plumbline",
  indexName: "default",
};
/** The scopes of all campaigns. */
export const SCOPES: readonly CampaignScope[] = RULES.flatMap(({ aim, level, families }) =>
  families.map((family) => ({ family, aim, level: level === "MUST" ? level : "SHOULD" })),
);

/** A contract, and a world in which every record can be addressed. */
export function partsOf(profile: Profile, change: Partial<World["fixtures"]> = {}): BodyParts {
  const contract = bindContract(profile);
  const world = emptyWorld({
    name: "none",
    kind: "url",
    baseUrl: "http://127.0.0.1:9",
    contract,
    versions: INTERFACE_VERSIONS,
    credentials: {},
    fixtures: { ...FIXTURES, ...change },
    allow: new Set(),
    bindingStated: true,
    mock: false,
    selfConsistency: false,
  });
  return { contract, world, matcherFields: ["TYPE_NAME", "CLUSTER_NAME"] };
}
