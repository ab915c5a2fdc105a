// The actions of clients: each is a read, a write, or a short sequence of them, and learns ids from the answers.

const soon = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString();
const resultsOf = (json) => (Array.isArray(json) ? json : (json?.results ?? []));

const notification = (c) =>
  c.any(
    { typeName: "EMAIL", emailAddress: `${c.newName("ops")}@example.com`, intervalMin: 60, delayMin: 0 },
    { typeName: "GROUP", emailEnabled: true, smsEnabled: false, intervalMin: 30, delayMin: 5 },
    { typeName: "SMS", mobileNumber: "2025550123", intervalMin: 15, delayMin: 0 },
    { typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/in", webhookSecret: "not-so-secret", delayMin: 0 },
  );
const alertConfig = (c) => ({
  eventTypeName: c.any("CREDIT_CARD_ABOUT_TO_EXPIRE", "DEPLOYMENT_FAILURE", "JOINED_GROUP"),
  ...(c.chance(0.7) && { enabled: c.chance(0.5) }),
  ...(c.chance(0.2) && { matchers: [] }),
  notifications: c.chance(0.8) ? [notification(c)] : [notification(c), notification(c)],
});
const invalidAlertConfig = (c) =>
  c.any(
    { eventTypeName: "JOINED_GROUP" },
    { notifications: [notification(c)] },
    { ...alertConfig(c), enabled: "yes" },
    { ...alertConfig(c), notifications: "none" },
    "{ not json",
  );

const listing = (
  operation,
  kind,
  { idMember = "id", values = () => ({}), weight = 1, query = () => ({}), first } = {},
) => ({
  weight,
  first,
  async run(c) {
    const { json, isDone } = await c.ask(operation, values(c), { query: query(c) });
    if (isDone) for (const one of resultsOf(json)) c.known.learn(kind, one[idMember]);
  },
});
const reading = (operation, kind, parameter, { weight = 1, values = () => ({}) } = {}) => ({
  weight,
  run: (c) => c.ask(operation, { ...values(c), [parameter]: c.idOf(kind) }),
});

const snapshotCluster = (c) => ({ clusterName: c.fixtures.clusterName });
const sharded = (c) => ({ clusterName: c.fixtures.shardedClusterName });
const serverless = (c) => ({ clusterName: c.fixtures.serverlessInstanceName });
const anyCluster = (c) => ({
  clusterName: c.any(c.fixtures.clusterName, c.fixtures.clusterName, "Reports0", "Nowhere9"),
});

const definition = (c) => ({
  mappings: { dynamic: c.chance(0.5), ...(c.chance(0.4) && { fields: { [c.newName("f")]: { type: "string" } } }) },
  ...(c.chance(0.3) && { storedSource: { include: ["title"] } }),
});
const collections = (c) => ({ databaseName: "catalogue", collectionName: c.any("movies", "reviews", "drafts") });

const providers = (c) => c.profile.providerCodes;

const restoreBody = (c) => ({
  deliveryType: c.any("automated", "download", "pointInTime"),
  snapshotId: c.idOf("snapshot"),
  targetClusterName: c.fixtures.restoreTargetClusterName ?? c.fixtures.clusterName,
  targetGroupId: c.fixtures.groupId,
  ...(c.chance(0.3) && { pointInTimeUTCSeconds: Math.floor(Date.now() / 1_000) - 3_600 }),
});

const migrationBody = (c) => ({
  destination: { clusterName: c.fixtures.clusterName, groupId: c.fixtures.groupId, hostnameSchemaType: "PUBLIC" },
  dropEnabled: c.chance(0.5),
  migrationHosts: c.chance(0.9) ? ["host0.example.net"] : ["host0.example.net", "host1.example.net"],
  source: {
    clusterName: "source0",
    groupId: c.fixtures.groupId,
    managedAuthentication: false,
    ssl: true,
    username: "migrator",
    password: "example-password",
  },
});

const policyItem = (c, frequencyType) => ({
  frequencyInterval: frequencyType === "ondemand" ? 0 : c.any(1, 1, 2),
  frequencyType,
  retentionUnit: "days",
  retentionValue: c.int(3, 20),
});

export const actions = [
  // Alert configurations and alerts.
  listing("listAlertConfigs", "alertConfig", { weight: 4, first: true }),
  {
    weight: 2,
    /** Reads all pages. */
    async run(c) {
      const itemsPerPage = c.any(2, 3, 7);
      const version = c.any("1.0", "2");
      for (let pageNum = 1; pageNum < 12; pageNum += 1) {
        const { json, isDone } = await c.ask("listAlertConfigs", {}, { query: { itemsPerPage, pageNum }, version });
        for (const { id } of resultsOf(json)) c.known.learn("alertConfig", id);
        if (!isDone || resultsOf(json).length < itemsPerPage) return;
      }
    },
  },
  reading("getAlertConfig", "alertConfig", "alertConfigId", { weight: 5 }),
  {
    weight: 4,
    async run(c) {
      const { json, isDone, isUnknown } = await c.ask("createAlertConfig", {}, { body: alertConfig(c) });
      if (isDone && json?.id) {
        c.known.learn("alertConfig", json.id);
        if (c.chance(0.6)) await c.ask("getAlertConfig", { alertConfigId: json.id });
      }
      // The list shows whether the record exists.
      if (isUnknown) await c.ask("listAlertConfigs", {}, { query: { itemsPerPage: 500 } });
    },
  },
  { weight: 1, run: (c) => c.ask("createAlertConfig", {}, { body: invalidAlertConfig(c) }) },
  {
    weight: 3,
    async run(c) {
      const alertConfigId = c.idOf("alertConfig");
      const enabled = c.chance(0.5);
      await c.ask("setAlertConfigEnabled", { alertConfigId }, { body: { enabled } });
      if (c.chance(0.6)) await c.ask("getAlertConfig", { alertConfigId });
    },
  },
  {
    weight: 3,
    async run(c) {
      const alertConfigId = c.idOf("alertConfig");
      const body = c.chance(0.9) ? alertConfig(c) : invalidAlertConfig(c);
      await c.ask("updateAlertConfig", { alertConfigId }, { body });
      if (c.chance(0.7)) await c.ask("getAlertConfig", { alertConfigId });
      if (c.chance(0.2)) await c.ask("updateAlertConfig", { alertConfigId }, { body });
    },
  },
  {
    weight: 3,
    async run(c) {
      const alertConfigId = c.idOf("alertConfig");
      const { isDone, isUnknown } = await c.ask("deleteAlertConfig", { alertConfigId });
      if (isDone || (isUnknown && c.chance(0.5))) c.known.forget("alertConfig", alertConfigId);
      if (c.chance(0.6)) await c.ask("getAlertConfig", { alertConfigId });
      if (c.chance(0.2)) await c.ask("deleteAlertConfig", { alertConfigId });
      if (c.chance(0.3)) await c.ask("listAlertConfigs", {}, { query: { itemsPerPage: 500 } });
    },
  },
  { run: (c) => c.ask("listMatcherFieldNames", {}) },
  listing("listAlertConfigsOfAlert", "alertConfig", { values: (c) => ({ alertId: c.idOf("alert") }) }),
  listing("listOpenAlertsOfConfig", "alert", { values: (c) => ({ alertConfigId: c.idOf("alertConfig") }) }),
  listing("listAlerts", "alert", {
    weight: 3,
    first: true,
    query: (c) => (c.chance(0.5) ? { status: c.any("OPEN", "TRACKING", "CLOSED", "CLOSED", "NONSENSE") } : {}),
  }),
  reading("getAlert", "alert", "alertId", { weight: 3 }),
  {
    weight: 3,
    async run(c) {
      const alertId = c.idOf("alert");
      const body = c.any(
        { acknowledgedUntil: soon(c.int(10, 1_000)), acknowledgementComment: c.newName("looking") },
        { acknowledgedUntil: soon(c.int(10, 1_000)) },
        {},
        { acknowledgedUntil: soon(30), acknowledgementComment: "x".repeat(c.any(200, 201)) },
      );
      await c.ask("acknowledgeAlert", { alertId }, { body });
      if (c.chance(0.7)) await c.ask("getAlert", { alertId });
      if (c.chance(0.3)) await c.ask("listAlerts", {}, { query: { itemsPerPage: 500 } });
    },
  },

  // Settings of the project.
  { weight: 2, run: (c) => c.ask("getAuditing", {}) },
  {
    weight: 2,
    async run(c) {
      const body = c.any(
        { enabled: c.chance(0.5) },
        { auditAuthorizationSuccess: c.chance(0.5), enabled: true },
        { auditFilter: JSON.stringify({ atype: c.any("authenticate", "createUser") }), enabled: true },
        { enabled: "perhaps" },
      );
      await c.ask("updateAuditing", {}, { body });
      if (c.chance(0.7)) await c.ask("getAuditing", {});
    },
  },
  { weight: 2, run: (c) => c.ask("getCustomDns", {}) },
  {
    weight: 3,
    async run(c) {
      await c.ask("updateCustomDns", {}, { body: c.chance(0.9) ? { enabled: c.chance(0.5) } : {} });
      if (c.chance(0.7)) await c.ask("getCustomDns", {});
    },
  },
  { run: (c) => c.ask("disablePrivateIpMode", {}, { body: { enabled: false } }) },

  // Search.
  { run: (c) => c.ask("listCustomAnalyzers", {}) },
  {
    weight: 2,
    async run(c) {
      const analyzer = (name) => ({
        name,
        charFilters: c.chance(0.5) ? [{ type: "htmlStrip", ignoredTags: ["a"] }] : [],
        tokenFilters: [{ type: "lowercase" }],
        tokenizer: { type: "edgeGram", minGram: 2, maxGram: c.int(3, 9) },
      });
      await c.ask(
        "replaceCustomAnalyzers",
        {},
        { body: c.any([], [analyzer("one")], [analyzer("one"), analyzer("two")]) },
      );
      if (c.chance(0.7)) await c.ask("listCustomAnalyzers", {});
    },
  },
  {
    weight: 2,
    first: true,
    async run(c) {
      const values = collections(c);
      const { json, isDone } = await c.ask("listSearchIndexes", values);
      if (isDone) for (const { indexID } of resultsOf(json)) c.known.learn("index", indexID);
    },
  },
  {
    weight: 2,
    async run(c) {
      const { databaseName: database, collectionName } = collections(c);
      const base = { database, collectionName, name: c.newName("idx") };
      const version = c.any("1.0", "2", "2");
      const isLegacy = version === "2" && c.chance(0.3);
      const body =
        version === "1.0" || isLegacy
          ? { ...base, mappings: { dynamic: true } }
          : { ...base, type: "search", definition: definition(c) };
      const { json, isDone } = await c.ask(
        isLegacy ? "createSearchIndexLegacy" : "createSearchIndex",
        {},
        { body, version },
      );
      if (isDone) c.known.learn("index", json?.indexID);
      if (isDone)
        c.known.learn("indexName", JSON.stringify({ databaseName: database, collectionName, indexName: base.name }));
      if (isDone && c.chance(0.6)) await c.ask("getSearchIndexById", { indexId: json?.indexID });
      if (c.chance(0.3)) await c.ask("listSearchIndexes", { databaseName: database, collectionName });
    },
  },
  reading("getSearchIndexById", "index", "indexId", { weight: 2 }),
  {
    run(c) {
      const [name] = c.known.of("indexName").slice(-1);
      const values = name === undefined ? { ...collections(c), indexName: "default" } : JSON.parse(name);
      return c.ask(c.any("getSearchIndexByName", "getSearchIndexByName", "deleteSearchIndexByName"), values);
    },
  },
  {
    async run(c) {
      const [name] = c.known.of("indexName").slice(-1);
      const values = name === undefined ? { ...collections(c), indexName: "default" } : JSON.parse(name);
      await c.ask("updateSearchIndexByName", values, { body: { definition: definition(c) } });
      await c.ask("getSearchIndexByName", values);
    },
  },
  {
    async run(c) {
      const indexId = c.idOf("index");
      await c.ask("updateSearchIndexById", { indexId }, { body: { definition: definition(c) }, version: "2" });
      if (c.chance(0.6)) await c.ask("getSearchIndexById", { indexId });
    },
  },
  {
    async run(c) {
      const indexId = c.idOf("index");
      const { isDone } = await c.ask("deleteSearchIndexById", { indexId }, { version: "2" });
      if (isDone) c.known.forget("index", indexId);
      if (c.chance(0.6)) await c.ask("getSearchIndexById", { indexId });
    },
  },

  // Backup.
  {
    weight: 2,
    first: true,
    async run(c) {
      const { json, isDone } = await c.ask("listCloudAccessRoles", {});
      if (isDone) for (const one of Object.values(json ?? {}).flat()) c.known.learn("role", one?.roleId);
    },
  },
  {
    async run(c) {
      const body = { providerName: c.any(...providers(c).slice(0, 2)) };
      const { json, isDone } = await c.ask("createCloudAccessRole", {}, { body });
      if (isDone) c.known.learn("role", json?.roleId);
      if (isDone && json?.roleId && c.chance(0.7)) await c.ask("getCloudAccessRole", { roleId: json.roleId });
    },
  },
  reading("getCloudAccessRole", "role", "roleId"),
  listing("listExportBuckets", "bucket", { idMember: "_id", weight: 2, first: true }),
  reading("getExportBucket", "bucket", "exportBucketId"),
  {
    weight: 2,
    async run(c) {
      const bucketName = c.chance(0.9) ? c.newName("exports") : "ab";
      const body = { bucketName, cloudProvider: providers(c)[0], iamRoleId: c.idOf("role") };
      const { json, isDone } = await c.ask("createExportBucket", {}, { body });
      if (isDone) c.known.learn("bucket", json?._id);
      if (isDone && c.chance(0.6)) await c.ask("getExportBucket", { exportBucketId: json?._id });
      if (c.chance(0.3)) await c.ask("listExportBuckets", {}, { query: { itemsPerPage: 500 } });
    },
  },
  {
    weight: 2,
    async run(c) {
      const exportBucketId = c.idOf("bucket");
      const { isDone } = await c.ask("deleteExportBucket", { exportBucketId });
      if (isDone) c.known.forget("bucket", exportBucketId);
      if (c.chance(0.6)) await c.ask("getExportBucket", { exportBucketId });
    },
  },
  { weight: 2, run: (c) => c.ask("getBackupCompliancePolicy", {}) },
  {
    async run(c) {
      const body = {
        ...(c.chance(0.9) && { authorizedEmail: `${c.newName("officer")}@example.com` }),
        authorizedUserFirstName: "Grace",
        authorizedUserLastName: c.any("Hopper", "Example"),
        copyProtectionEnabled: false,
        encryptionAtRestEnabled: false,
        pitEnabled: false,
        projectId: c.fixtures.groupId,
        onDemandPolicyItem: policyItem(c, "ondemand"),
      };
      await c.ask(
        "updateBackupCompliancePolicy",
        {},
        { body, query: c.chance(0.5) ? { overwriteBackupPolicies: "false" } : {} },
      );
      if (c.chance(0.7)) await c.ask("getBackupCompliancePolicy", {});
    },
  },
  listing("listExportJobs", "exportJob", {}),
  reading("getExportJob", "exportJob", "exportId"),
  {
    async run(c) {
      const body = {
        exportBucketId: c.idOf("bucket"),
        snapshotId: c.idOf("snapshot"),
        customData: [{ key: "ticket", value: c.newName("t") }],
      };
      const { json, isDone } = await c.ask("createExportJob", {}, { body });
      if (isDone) c.known.learn("exportJob", json?.id);
      if (isDone && c.chance(0.7)) await c.ask("getExportJob", { exportId: json?.id });
    },
  },
  listing("listRestoreJobs", "restoreJob", { weight: 2 }),
  reading("getRestoreJob", "restoreJob", "restoreJobId"),
  {
    weight: 2,
    async run(c) {
      const { json, isDone } = await c.ask("createRestoreJob", {}, { body: restoreBody(c) });
      if (isDone) c.known.learn("restoreJob", json?.id);
      if (isDone && c.chance(0.6)) await c.ask("getRestoreJob", { restoreJobId: json?.id });
    },
  },
  {
    async run(c) {
      const restoreJobId = c.idOf("restoreJob");
      await c.ask("cancelRestoreJob", { restoreJobId });
      if (c.chance(0.7)) await c.ask("getRestoreJob", { restoreJobId });
    },
  },
  { weight: 2, run: (c) => c.ask("getBackupSchedule", anyCluster(c)) },
  {
    weight: 3,
    async run(c) {
      const body = c.any(
        { referenceHourOfDay: c.int(0, 23) },
        { referenceHourOfDay: c.int(0, 23), referenceMinuteOfHour: c.int(0, 59) },
        { restoreWindowDays: c.any(1, 2, 0) },
        { useOrgAndGroupNamesInExportPrefix: c.chance(0.5) },
        { policies: [{}, {}] },
      );
      const values = snapshotCluster(c);
      await c.ask("updateBackupSchedule", values, { body });
      if (c.chance(0.7)) await c.ask("getBackupSchedule", values);
    },
  },
  {
    async run(c) {
      if (c.chance(0.3)) await c.ask("deleteBackupSchedules", { clusterName: "Reports0" });
      await c.ask("getBackupSchedule", { clusterName: "Reports0" });
    },
  },
  listing("listSnapshots", "snapshot", { weight: 3, values: snapshotCluster, first: true }),
  reading("getSnapshot", "snapshot", "snapshotId", { weight: 3, values: snapshotCluster }),
  {
    weight: 2,
    async run(c) {
      const body = { description: c.newName("before"), retentionInDays: c.any(1, 3, 7, 0) };
      const { json, isDone } = await c.ask("takeSnapshot", snapshotCluster(c), { body });
      if (isDone) c.known.learn("snapshot", json?.id);
      if (isDone && c.chance(0.7)) await c.ask("getSnapshot", { ...snapshotCluster(c), snapshotId: json?.id });
    },
  },
  {
    weight: 2,
    async run(c) {
      const values = { ...snapshotCluster(c), snapshotId: c.idOf("snapshot") };
      const body = { retentionUnit: c.any("DAYS", "WEEKS", "MONTHS", "EONS"), retentionValue: c.int(1, 60) };
      await c.ask("changeSnapshotExpiration", values, { body });
      if (c.chance(0.7)) await c.ask("getSnapshot", values);
    },
  },
  {
    async run(c) {
      const values = { ...snapshotCluster(c), snapshotId: c.idOf("snapshot") };
      const { isDone } = await c.ask("deleteSnapshot", values);
      if (isDone) c.known.forget("snapshot", values.snapshotId);
      if (c.chance(0.7)) await c.ask("getSnapshot", values);
      if (c.chance(0.3)) await c.ask("listSnapshots", snapshotCluster(c), { query: { itemsPerPage: 500 } });
    },
  },
  listing("listShardedSnapshots", "shardedSnapshot", { values: sharded, first: true }),
  reading("getShardedSnapshot", "shardedSnapshot", "snapshotId", { values: sharded }),
  listing("listServerlessSnapshots", "serverlessSnapshot", { values: serverless, first: true }),
  reading("getServerlessSnapshot", "serverlessSnapshot", "snapshotId", { values: serverless }),
  listing("listServerlessRestoreJobs", "serverlessRestoreJob", { values: serverless }),
  reading("getServerlessRestoreJob", "serverlessRestoreJob", "restoreJobId", { values: serverless }),
  {
    async run(c) {
      const body = {
        deliveryType: c.any("automated", "download"),
        snapshotId: c.idOf("serverlessSnapshot"),
        targetClusterName: c.fixtures.serverlessInstanceName,
        targetGroupId: c.fixtures.groupId,
      };
      const { json, isDone } = await c.ask("createServerlessRestoreJob", serverless(c), { body });
      if (isDone) c.known.learn("serverlessRestoreJob", json?.id);
    },
  },

  // Migrations, outages, clusters, access history, metrics and tokens.
  {
    async run(c) {
      const { json, isDone } = await c.ask("validateMigration", {}, { body: migrationBody(c) });
      if (isDone && json?._id) await c.ask("getMigrationValidation", { validationId: json._id });
    },
  },
  {
    async run(c) {
      const { json, isDone } = await c.ask("createMigration", {}, { body: migrationBody(c) });
      if (isDone) c.known.learn("migration", json?._id);
    },
  },
  reading("getMigration", "migration", "liveMigrationId"),
  {
    async run(c) {
      const liveMigrationId = c.chance(0.5) ? c.fixtures.liveMigrationId : c.idOf("migration");
      if (c.chance(0.3)) await c.ask("cutOverMigration", { liveMigrationId });
      await c.ask("getMigration", { liveMigrationId });
    },
  },
  { run: (c) => c.ask("listMigratableProjects", {}) },
  { run: (c) => c.ask(c.any("createLinkToken", "deleteLinkToken"), {}, { body: { accessListIps: ["192.0.2.1"] } }) },
  {
    weight: 2,
    async run(c) {
      const clusterName = c.any(c.fixtures.clusterName, "Reports0");
      const outageFilters = [
        { cloudProvider: providers(c)[0], regionName: c.any("US_EAST_1", "us-east-1"), type: "REGION" },
      ];
      const { json } = await c.ask("getOutageSimulation", { clusterName });
      if (/^(START|SIMUL)/.test(json?.state)) await c.ask("endOutageSimulation", { clusterName });
      else
        await c.ask(
          "startOutageSimulation",
          { clusterName },
          { body: { outageFilters: c.chance(0.9) ? outageFilters : [] } },
        );
      await c.ask("getOutageSimulation", { clusterName });
    },
  },
  { run: (c) => c.ask("listAllClusters", {}) },
  listing("listClusters", "cluster", {
    weight: 3,
    idMember: "name",
    query: (c) => (c.chance(0.2) ? { includeDeletedWithRetainedBackups: "true" } : {}),
  }),
  {
    async run(c) {
      const body = {
        name: c.newName("c"),
        clusterType: "REPLICASET",
        diskSizeGB: c.any(10, 20, 5_000),
        numShards: c.any(1, 1, 51),
        providerSettings: { providerName: providers(c)[0], instanceSizeName: "M10", regionName: "US_EAST_1" },
        tags: [{ key: "team", value: c.newName("t") }],
      };
      if (c.chance(0.4)) await c.ask("createCluster", {}, { body });
      if (c.chance(0.5)) await c.ask("listClusters", {}, { query: { itemsPerPage: 500 } });
    },
  },
  {
    weight: 2,
    run: (c) =>
      c.ask(
        "getAccessLogsByCluster",
        { clusterName: c.any(c.fixtures.clusterName, c.fixtures.sharedClusterName) },
        {
          query: c.any({}, { nLogs: "5" }, { authResult: "true" }, { start: "1700000000000" }, { nLogs: "20001" }),
        },
      ),
  },
  { run: (c) => c.ask("getAccessLogsByHost", { hostname: "cluster0-shard-00-00.example.net" }) },
  { weight: 2, run: (c) => c.scrape() },
  {
    async run(c) {
      const times = c.chance(0.15) ? 12 : 1;
      for (let at = 0; at < times; at += 1) await c.issueToken();
    },
  },
  { weight: 2, run: (c) => c.ask("listAlerts", {}, { as: c.holder() }) },

  // Refused requests.
  { run: (c) => c.ask("listAlerts", {}, { once: true }) },
  { run: (c) => c.ask("listClusters", {}, { as: c.stranger }) },
  {
    weight: 2,
    run: (c) =>
      c.ask(
        c.any("listAlerts", "listClusters", "listSnapshots"),
        {},
        {
          query: c.any(
            { itemsPerPage: "501" },
            { itemsPerPage: "0" },
            { pageNum: "0" },
            { itemsPerPage: "many" },
            { colour: "red" },
          ),
        },
      ),
  },
];
