// Another client works during the run.
import { accepted, asks, contentOf, everyRecord, living, queryOf, relisted, viewed, withContent } from "./helpers.mjs";

async function seededConfigs(server) {
  const all = await everyRecord(server.caller, "listAlertConfigs", { groupId: server.fixtures.groupId });
  return all;
}

/** The body of a configuration that resembles an existing one. */
async function likeOne(server) {
  const [one] = await seededConfigs(server);
  const { eventTypeName, notifications } = one;
  return { eventTypeName, notifications, enabled: false };
}

export const othersCreateConfigs = living(10, 30, (server) => {
  let body;
  return async () => {
    body ??= await likeOne(server);
    return (await asks(server)("createAlertConfig", {}, body)).status < 300;
  };
});

export const othersChurnConfigs = living(20, 60, (server) => {
  const own = [];
  let body;
  return async (step) => {
    body ??= await likeOne(server);
    const asked = asks(server);
    if (own.length === 0 || step % 3 === 0) {
      const { status, json } = await asked("createAlertConfig", {}, body);
      if (status < 300) own.push(json.id);
      return status < 300;
    }
    if (step % 3 === 1)
      return (
        (await asked("setAlertConfigEnabled", { alertConfigId: own[0] }, { enabled: step % 2 === 0 })).status < 300
      );
    return (await asked("deleteAlertConfig", { alertConfigId: own.shift() })).status < 300;
  };
});

const ofSeeded = (choose, act) => (server) => {
  const seeded = choose(server);
  seeded.catch(() => undefined);
  return async (step) => act(server, await seeded, step);
};

export const othersRemoveConfigs = living(
  40,
  6,
  ofSeeded(seededConfigs, async (server, seeded, step) => {
    // Deletes from the end, so that some remain.
    if (seeded.length - step < 4) return false;
    return (await asks(server)("deleteAlertConfig", { alertConfigId: seeded.at(-1 - step).id })).status < 300;
  }),
);

export const othersToggleConfigs = living(
  30,
  40,
  ofSeeded(seededConfigs, async (server, seeded, step) => {
    const { id, enabled } = seeded[(step >> 1) % seeded.length];
    const now = step % 2 === 0 ? !enabled : enabled;
    return (await asks(server)("setAlertConfigEnabled", { alertConfigId: id }, { enabled: now })).status < 300;
  }),
);

const seededAlerts = (server) => everyRecord(server.caller, "listAlerts", { groupId: server.fixtures.groupId });

export const othersAcknowledge = living(
  40,
  24,
  ofSeeded(seededAlerts, async (server, seeded, step) => {
    const { id } = seeded[(step >> 1) % seeded.length];
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const body = step % 2 === 0 ? { acknowledgedUntil: until, acknowledgementComment: "On it, the other team." } : {};
    return (await asks(server)("acknowledgeAlert", { alertId: id }, body)).status < 300;
  }),
);

export const othersChangeSchedule = living(40, 20, (server) => async (step) => {
  const body = { referenceMinuteOfHour: (step * 7 + 5) % 60, referenceHourOfDay: (step * 5 + 1) % 24 };
  return (await asks(server)("updateBackupSchedule", {}, body)).status < 300;
});

export const othersChangeSettings = living(40, 20, (server) => async (step) => {
  const asked = asks(server);
  if (step % 2 === 0) {
    const { json } = await asked("getCustomDns", {});
    return (await asked("updateCustomDns", {}, { enabled: !json.enabled })).status < 300;
  }
  const { json } = await asked("getAuditing", {});
  const body = {
    enabled: json.enabled,
    auditFilter: json.auditFilter,
    auditAuthorizationSuccess: !json.auditAuthorizationSuccess,
  };
  return (await asked("updateAuditing", {}, body)).status < 300;
});

export const othersMakeIndexes = living(30, 30, (server) => {
  const own = [];
  return async (step) => {
    const { databaseName: database, collectionName } = server.fixtures;
    const asked = asks(server);
    if (own.length >= 3) return (await asked("deleteSearchIndexById", { indexId: own.shift() })).status < 300;
    const body = { database, collectionName, name: `theirs-${step}`, definition: { mappings: { dynamic: true } } };
    const { status, json } = await asked("createSearchIndex", {}, body);
    if (status < 300) own.push(json.indexID);
    return status < 300;
  };
});

export const othersMakeBuckets = living(30, 40, (server) => {
  const own = [];
  let role;
  return async (step) => {
    const asked = asks(server);
    role ??= (await asked("listCloudAccessRoles", {})).json.providerAIamRoles[0];
    if (own.length >= 4) return (await asked("deleteExportBucket", { exportBucketId: own.shift() })).status < 300;
    const body = { bucketName: `theirs-${step}`, cloudProvider: role.providerName, iamRoleId: role.roleId };
    const { status, json } = await asked("createExportBucket", {}, body);
    if (status < 300) own.push(json._id);
    return status < 300;
  };
});

export const othersTakeSnapshots = living(60, 12, (server) => async (step) => {
  const body = { description: `The other team's ${step}`, retentionInDays: 2 };
  return (await asks(server)("takeSnapshot", {}, body)).status < 300;
});

export const othersEditAnalyzers = living(40, 20, (server) => async (step) => {
  const asked = asks(server);
  const { json } = await asked("listCustomAnalyzers", {});
  const rest = json.filter(({ name }) => name !== "theirs");
  const body = step % 2 === 0 ? [...rest, { name: "theirs", tokenizer: { type: "whitespace" } }] : rest;
  return (await asked("replaceCustomAnalyzers", {}, body)).status < 300;
});

export const othersMakeRoles = living(50, 6, (server) => async () => {
  const asked = asks(server);
  const { json } = await asked("listCloudAccessRoles", {});
  const { providerName } = json.providerAIamRoles[0];
  return (await asked("createCloudAccessRole", {}, { providerName })).status < 300;
});

/** Programs log in all the time: each read finds one more attempt, 30 in total. */
export const othersLogIn = ({ shows, fixtures }) => {
  const made = [];
  let hosts = [];
  return async (request, pass) => {
    const answer = await pass(request);
    const { operation, values } = request;
    if (!/^getAccessLogsBy/.test(operation ?? "") || !accepted(answer) || values.groupId !== fixtures.groupId)
      return answer;
    const content = contentOf(answer);
    const isCluster = operation === "getAccessLogsByCluster";
    if (isCluster && values.clusterName === fixtures.clusterName) {
      if (hosts.length === 0) hosts = [...new Set(content.accessLogs.map(({ hostname }) => hostname))];
      if (hosts.length > 0 && made.length < 30) made.unshift(attempt(made.length, hosts, fixtures.groupId));
    } else if (isCluster) return answer;
    const query = queryOf(request);
    const fits = (entry) =>
      (isCluster || entry.hostname === values.hostname) &&
      (!query.has("authResult") || String(entry.authResult) === query.get("authResult")) &&
      (!query.has("ipAddress") || entry.ipAddress === query.get("ipAddress")) &&
      (!query.has("start") || Date.parse(entry.timestamp) >= Number(query.get("start"))) &&
      (!query.has("end") || Date.parse(entry.timestamp) <= Number(query.get("end")));
    const added = made.filter(fits);
    if (added.length === 0) return answer;
    const accessLogs = [...added, ...content.accessLogs].slice(0, Number(query.get("nLogs") ?? 20_000));
    shows();
    return withContent(answer, { ...content, accessLogs });
  };
};

const attempt = (count, hosts, groupId) => ({
  authResult: true,
  authSource: "admin",
  groupId,
  hostname: hosts[count % hosts.length],
  ipAddress: "198.51.100.77",
  username: "nightly-job",
  timestamp: new Date().toISOString(),
  logLine: "Authentication of nightly-job on admin from 198.51.100.77 succeeded",
});

/** Shows alerts as `overlay` returns them, wherever they are listed or filtered. */
export const alertsAs = (server, overlay) => async (request, pass) => {
  const answer = await pass(request);
  const { operation } = request;
  if (!accepted(answer)) return answer;
  if (operation === "getAlert" || operation === "acknowledgeAlert") {
    const other = overlay(contentOf(answer));
    if (other === undefined) return answer;
    server.shows();
    return withContent(answer, other);
  }
  if (operation !== "listAlerts" && operation !== "listOpenAlertsOfConfig") return answer;
  const wanted = operation === "listAlerts" ? (queryOf(request).get("status") ?? undefined) : undefined;
  return relisted(
    server,
    request,
    answer,
    (all) => {
      if (!all.some((one) => overlay(one) !== undefined)) return undefined;
      server.shows();
      const shown = all.map((one) => overlay(one) ?? one);
      if (operation === "listOpenAlertsOfConfig") return shown.filter(({ status }) => status !== "CLOSED");
      return shown.filter(({ status }) => wanted === undefined || status === wanted);
    },
    ["status"],
  );
};

export const alertsResolve = (server) => {
  const closed = new Map();
  const step = living(40, 4, ({ caller, fixtures }) => async () => {
    const all = await everyRecord(caller, "listAlerts", { groupId: fixtures.groupId });
    const next = all.find((one) => one.status === "OPEN" && !closed.has(one.id) && one.acknowledgedUntil === undefined);
    if (next === undefined) return false;
    closed.set(next.id, new Date().toISOString());
    return true;
  })({ ...server, shows: () => undefined });
  const show = alertsAs(server, (alert) => {
    const resolved = closed.get(alert.id);
    if (resolved === undefined || alert.status === "CLOSED") return undefined;
    return { ...alert, status: "CLOSED", resolved, updated: Math.max(alert.updated, resolved) };
  });
  return (request, pass) => step(request, (changed) => show(changed, pass));
};

export const acknowledgedIsTracking = (server) =>
  alertsAs(server, (alert) => {
    const isOn = alert.acknowledgedUntil !== undefined && Date.parse(alert.acknowledgedUntil) > Date.now();
    return isOn && alert.status === "OPEN" ? { ...alert, status: "TRACKING" } : undefined;
  });

/** The owners of clusters that the suite did not create change them, for four of every twelve reads. */
export const clustersBusy = (server) => {
  let reads = 0;
  return (request, pass) => {
    reads += request.operation === "listClusters" ? 1 : 0;
    const isBusy = reads % 12 >= 8;
    const spared = new Set([server.fixtures.clusterName]);
    return viewed(["listClusters"], (one) =>
      isBusy && one.stateName === "IDLE" && !spared.has(one.name) ? { ...one, stateName: "UPDATING" } : undefined,
    )(server)(request, pass);
  };
};

export const figuresDrift = ({ shows }) => {
  let reads = 0;
  return async (request, pass) => {
    const answer = await pass(request);
    if (request.operation !== "listAllClusters" || !accepted(answer)) return answer;
    reads += 1;
    const drift = (one) => ({ ...one, dataSizeBytes: (one.dataSizeBytes ?? 0) + 4096 * reads, alertCount: reads % 5 });
    const content = contentOf(answer);
    const results = content.results.map((one) => ({ ...one, clusters: one.clusters.map(drift) }));
    shows();
    return withContent(answer, { ...content, results });
  };
};

/** Two concurrent writes are carried out in random order. */
export const writesOvertake = ({ shows }) => {
  let seed = 7;
  return async (request, pass) => {
    if (request.method === "GET" || request.operation === undefined) return pass(request);
    seed = (seed * 1103515245 + 12345) % 2147483648;
    await new Promise((resolve) => setTimeout(resolve, seed % 300));
    shows();
    return pass(request);
  };
};

const entry = (id, title, sentence, lie) => ({ id, title, sentence, lie });
export const world = [
  entry(
    "others-create-configs",
    "Somebody else makes 30 alert configurations, one at every 10th request.",
    "Alert configurations 5 is open to every Organization Owner or Project Owner; who else uses the service: silent",
    othersCreateConfigs,
  ),
  entry(
    "others-churn-configs",
    "Somebody else makes, changes and deletes alert configurations of their own.",
    "Alert configurations 5, 6, 8; who else uses the service: silent",
    othersChurnConfigs,
  ),
  entry(
    "others-remove-configs",
    "Somebody else removes up to six alert configurations that were there before.",
    "Alert configurations 6; who else uses the service: silent",
    othersRemoveConfigs,
  ),
  entry(
    "others-toggle-configs",
    "Somebody else switches alert configurations that were there on and off.",
    "Alert configurations 8; who else uses the service: silent",
    othersToggleConfigs,
  ),
  entry(
    "others-acknowledge",
    "Somebody else acknowledges alerts, and takes it back.",
    "Alerts 14; who else uses the service: silent",
    othersAcknowledge,
  ),
  entry(
    "others-change-schedule",
    "Somebody else changes hour and minute of the backup schedule.",
    "Cloud backup 45; who else uses the service: silent",
    othersChangeSchedule,
  ),
  entry(
    "others-change-settings",
    "Somebody else changes custom DNS and auditing.",
    "26, 28; who else uses the service: silent",
    othersChangeSettings,
  ),
  entry(
    "others-make-indexes",
    "Somebody else makes and deletes search indexes of the same collection.",
    "Search 17, 24; who else uses the service: silent",
    othersMakeIndexes,
  ),
  entry(
    "others-make-buckets",
    "Somebody else makes and deletes export buckets.",
    "Cloud backup 31, 32; who else uses the service: silent",
    othersMakeBuckets,
  ),
  entry(
    "others-take-snapshots",
    "Somebody else takes on-demand snapshots of the same cluster.",
    "Cloud backup 47; Snapshot rule: wait until the first one completes; who took the first: silent",
    othersTakeSnapshots,
  ),
  entry(
    "others-edit-analyzers",
    "Somebody else adds a custom analyzer and takes it away again.",
    "Search 16; who else uses the service: silent",
    othersEditAnalyzers,
  ),
  entry(
    "others-make-roles",
    "Somebody else makes cloud provider access roles.",
    "63; who else uses the service: silent",
    othersMakeRoles,
  ),
  entry(
    "others-log-in",
    "Programs log in to the cluster between two reads of its history.",
    "Access history 1: authentication-attempt logs of a cluster; when there are new ones: silent",
    othersLogIn,
  ),
  entry(
    "alerts-resolve",
    "Open alerts resolve themselves while they are looked at.",
    "alert `status` (`OPEN`, `TRACKING`, `CLOSED`). Transitions: not shown",
    alertsResolve,
  ),
  entry(
    "acknowledged-is-tracking",
    "An alert that is acknowledged has status TRACKING until that ends.",
    "acknowledged until the given time (status value afterwards: not shown)",
    acknowledgedIsTracking,
  ),
  entry(
    "clusters-busy",
    "Clusters are UPDATING now and then.",
    "Cluster `stateName` (`IDLE`). Transitions: not shown",
    clustersBusy,
  ),
  entry(
    "figures-drift",
    "Data sizes and alert counts of clusters change with every read.",
    "Cross-project list: `alertCount`, `dataSizeBytes`; when they change: silent",
    figuresDrift,
  ),
  entry(
    "writes-overtake",
    "Each write waits up to 0.3 s, so that of two at a time either may come first.",
    "which of concurrent writes wins: silent",
    writesOvertake,
  ),
];
