import type { DoctorFinding } from "@plumbline/report";
import { member } from "../ground/json.ts";
import type { Session } from "../kernel/session.ts";
import type { World } from "../target/world.ts";
import { discoverAlerts } from "./discover-alerts.ts";
import { discoverBackups } from "./discover-backups.ts";
import { discoverClusters } from "./discover-clusters.ts";
import { discoverHostname } from "./discover-hostname.ts";
import { Discovery } from "./discovery.ts";
import { first, firstOf, list } from "./listing.ts";
import { regionOf } from "./region-of.ts";
import { siblingsOf } from "./siblings-of.ts";

/** Finds the fixtures that the user did not state, through list operations. */
export async function discover(
  session: Session,
  findings: DoctorFinding[],
): Promise<Pick<World, "fixtures" | "records" | "region" | "siblings">> {
  const discovery = new Discovery(session, findings);
  const { fixtures, records } = discovery;
  if (session.target.credentials.main === undefined || session.target.mock) return { fixtures, records };
  await discoverProject(discovery);
  if (!discovery.knows("groupId")) {
    if (!session.world.unknown?.has("groupId"))
      discovery.lacks("the run knows no project: state fixtures.groupId in the target file");
    return { fixtures, records };
  }
  await discoverClusters(discovery);
  await discoverAlerts(discovery);
  await discoverAccessRoles(discovery);
  await discoverSearchIndex(discovery);
  await discoverHostname(discovery);
  await discoverBackups(discovery);
  const region = await regionOf(session, fixtures);
  const siblings = await siblingsOf(session);
  return { fixtures, records, siblings, ...(region && { region }) };
}

async function discoverProject(discovery: Discovery): Promise<void> {
  if (discovery.knows("groupId")) return;
  const project = first(await list(discovery.session, "listAllClusters"));
  discovery.learn("groupId", member(project, "groupId"));
  discovery.learn("orgId", member(project, "orgId"));
}

async function discoverAccessRoles(discovery: Discovery): Promise<void> {
  if (discovery.knows("roleId", "secondRoleId")) return;
  const { session } = discovery;
  const roles = await list(session, "listCloudAccessRoles");
  const field = (name: string): unknown => member(roles, session.target.contract.field(name));
  discovery.learn("secondRoleId", member(firstOf(field("providerBServicePrincipals")), "_id"));
  discovery.learn("roleId", member(firstOf(field("providerAIamRoles")), "roleId"));
  discovery.learn("roleId", member(firstOf(field("providerBServicePrincipals")), "_id"));
}

async function discoverSearchIndex(discovery: Discovery): Promise<void> {
  if (!discovery.knows("clusterName", "databaseName", "collectionName")) return;
  const { session } = discovery;
  const index = firstOf(await list(session, "listSearchIndexes"));
  discovery.learn("indexId", member(index, session.target.contract.field("indexID")));
  discovery.learn("indexName", member(index, "name"));
}
