import type { Route } from "../operation.ts";
import type { InterfaceVersion } from "../versions.ts";
import type { Profile } from "./profile.ts";

const CLUSTER = "/groups/{groupId}/clusters/{clusterName}";
const SERVERLESS = "/groups/{groupId}/serverless/{clusterName}/backup/restoreJobs";

const in1 = (method: Route["method"], path: string): Partial<Record<InterfaceVersion, Route>> => ({
  "1.0": { method, path },
});
const in2 = (method: Route["method"], path: string): Partial<Record<InterfaceVersion, Route>> => ({
  "2": { method, path },
});
const dns = (method: Route["method"]): Partial<Record<InterfaceVersion, Route>> => ({
  ...in1(method, "/groups/{groupId}/awsCustomDNS"),
  ...in2(method, "/groups/{groupId}/awsCustomDNS"),
});

/**
 * The MongoDB Atlas Administration API, the public interface of which the description is a neutral form. Several
 * operations exist there in both versions that the description places in one.
 */
export const atlas: Profile = {
  name: "atlas",
  product: "atlas",
  fields: {
    engineVersion: "mongoDBVersion",
    engineMajorVersion: "mongoDBMajorVersion",
    engineURI: "mongoURI",
    engineURIUpdated: "mongoURIUpdated",
    engineURIWithOptions: "mongoURIWithOptions",
    engineDaemonVersion: "mongodVersion",
    vendorEmployeeAccessGrant: "mongoDBEmployeeAccessGrant",
    serviceAccountArn: "atlasAWSAccountArn",
    serviceAssumedRoleExternalId: "atlasAssumedRoleExternalId",
    serviceAppId: "atlasAzureAppId",
    providerPrivateLink: "awsPrivateLink",
    providerPrivateLinkSrv: "awsPrivateLinkSrv",
    monitoringApiKey: "datadogApiKey",
    monitoringRegion: "datadogRegion",
    collaborationWebhookUrl: "microsoftTeamsWebhookUrl",
    incident1ApiKey: "opsGenieApiKey",
    incident1Region: "opsGenieRegion",
    incident3ApiKey: "victorOpsApiKey",
    incident3RoutingKey: "victorOpsRoutingKey",
  },
  headers: { "X-Vendor-Service-Version": "X-MongoDB-Service-Version", "X-Alert-Event": "X-MMS-Event" },
  values: {
    typeName: {
      MONITORING_PLATFORM: "DATADOG",
      LEGACY_TEAM_CHAT: "HIP_CHAT",
      TEAM_COLLABORATION_CHAT: "MICROSOFT_TEAMS",
      INCIDENT_MANAGEMENT_1: "OPS_GENIE",
      INCIDENT_MANAGEMENT_2: "PAGER_DUTY",
      INCIDENT_MANAGEMENT_3: "VICTOR_OPS",
      TEAM_CHAT: "SLACK",
    },
    type: { ENGINE: "MONGOD" },
  },
  moreValues: { "alert.status": ["CANCELLED"], "exportBucket.cloudProvider": ["GCP"] },
  providerCodes: ["AWS", "AZURE", "GCP"],
  analyzerPrefix: "lucene",
  connectionScheme: "mongodb",
  // Clients request the date of each resource's last change, so most of them request this first one.
  oldestDate: "2023-01-01",
  tokenScheme: "Bearer",
  routes: {
    getCustomDns: dns("GET"),
    updateCustomDns: dns("PATCH"),
    getSearchIndexById: in1("GET", `${CLUSTER}/fts/indexes/{indexId}`),
    updateSearchIndexById: in1("PATCH", `${CLUSTER}/fts/indexes/{indexId}`),
    deleteSearchIndexById: in1("DELETE", `${CLUSTER}/fts/indexes/{indexId}`),
    listExportJobs: in1("GET", `${CLUSTER}/backup/exports`),
    createExportJob: in1("POST", `${CLUSTER}/backup/exports`),
    getExportJob: in1("GET", `${CLUSTER}/backup/exports/{exportId}`),
    getShardedSnapshot: in1("GET", `${CLUSTER}/backup/snapshots/shardedCluster/{snapshotId}`),
    listShardedSnapshots: in1("GET", `${CLUSTER}/backup/snapshots/shardedClusters`),
    deleteShardedSnapshot: in1("DELETE", `${CLUSTER}/backup/snapshots/shardedCluster/{snapshotId}`),
    listServerlessRestoreJobs: in1("GET", SERVERLESS),
    createServerlessRestoreJob: in1("POST", SERVERLESS),
    getServerlessRestoreJob: in1("GET", `${SERVERLESS}/{restoreJobId}`),
    listAllClusters: in2("GET", "/clusters"),
    listClusters: in2("GET", "/groups/{groupId}/clusters"),
    createCluster: in2("POST", "/groups/{groupId}/clusters"),
  },
  standalonePaths: {},
};
