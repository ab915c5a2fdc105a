import { member } from "../expect/answers.ts";
import { type Judgement, unable } from "../judgement.ts";
import type { Story } from "../kernel/story.ts";
import { listIn } from "../oracles/envelope.ts";
import { type Requirement, type StoryRequirement, type Subject, story } from "../requirement.ts";
import { clusterBody, HARDWARE, ZONE } from "../writes/clusters.ts";
import { SNAPSHOT } from "../writes/snapshots.ts";
import { type Fields, without } from "../writes/write.ts";
import { at, configBody, createConfig } from "./alert-config-steps.ts";
import { backupStory, NO_STATE, ON_CLUSTER, ON_PROJECT } from "./backup-rules.ts";
import { exportBody, GENTLY, remembersPolicy, restoreBody } from "./backup-steps.ts";
import { createsAsDescribed, freshName as freshClusterName } from "./cluster-steps.ts";
import { keeps, type RoundTrip } from "./round-trip.ts";
import { itemsIn, policyWith, readSchedule, scheduleMembers } from "./schedule-steps.ts";
import { searchRule } from "./search-states.ts";
import { addressOf, createIndex, indexBody, isFlat, namespaceOf } from "./search-steps.ts";
import { is } from "./subjects.ts";

/*
 * What a write carries is kept: the two bodies of each rule state values that are neither defaults nor what was there
 * before, nor those of the other, so that a target which keeps one of its own shows it.
 */

const BACKUP = "Endpoints > Cloud backup";

/** Sends both bodies, one after the other. */
async function keepsBoth(told: Story, trips: readonly RoundTrip[]): Promise<Judgement> {
  let last: Judgement = unable("nothing of it could be sent");
  for (const trip of trips) {
    last = await keeps(told, trip);
    if (last.kind !== "holds") return last;
  }
  return last;
}

type Told = Pick<StoryRequirement, "id" | "text" | "section" | "on" | "requests" | "tell"> &
  Partial<Pick<StoryRequirement, "risk" | "needs" | "early">>;

const kept = (told: Told): Requirement =>
  backupStory({ level: "MUST", basis: "derived:D6", mock: NO_STATE, risk: "costly", needs: ON_CLUSTER, ...told });

/** Of a cluster that nothing removes, protection against removal would be one more thing to undo by hand. */
const CLUSTER: readonly Fields[] = [
  {
    tags: [
      { key: "by", value: "plumbline" },
      { key: "Straße", value: "東京 1" },
    ],
    labels: [{ key: "l", value: "1" }],
  },
  {
    paused: true,
    backupEnabled: true,
    providerBackupEnabled: true,
    biConnector: { enabled: true, readPreference: "SECONDARY" },
  },
  { clusterType: "SHARDED", numShards: 2, replicationSpecs: [{ ...ZONE, numShards: 2, zoneName: "Zone ä" }] },
  {
    diskSizeGB: 40,
    diskWarmingMode: "VISIBLE_EARLIER",
    replicaSetScalingStrategy: "SEQUENTIAL",
    configServerManagementMode: "FIXED_TO_DEDICATED",
    versionReleaseSystem: "CONTINUOUS",
    autoScaling: { compute: { enabled: false, scaleDownEnabled: false }, diskGBEnabled: false },
  },
];

/** The same in the members that are older, with what a cluster may grow to. */
const OLDER_CLUSTER: readonly Fields[] = [
  {
    replicationSpecs: undefined,
    replicationSpec: { US_EAST_1: { analyticsNodes: 1, electableNodes: 5, priority: 7, readOnlyNodes: 2 } },
    replicationFactor: 5,
  },
  {
    providerSettings: {
      ...HARDWARE,
      encryptEBSVolume: true,
      autoScaling: { compute: { maxInstanceSize: "M20", minInstanceSize: "M10" } },
    },
    autoScaling: { compute: { enabled: true, scaleDownEnabled: true }, diskGBEnabled: true },
  },
];

const keptCluster: Requirement = story({
  id: "CLU-KEPT",
  level: "MUST",
  basis: "derived:D6",
  text: "What a cluster was created with is shown by the list of its project.",
  section: "Endpoints > Clusters (version 1.0)",
  stage: "state",
  risk: "irreversible",
  needs: ON_PROJECT,
  on: createsAsDescribed,
  mock: NO_STATE,
  requests: 20,
  tell: (told) => {
    const body = (members: Fields): Fields =>
      clusterBody(freshClusterName(), { providerSettings: { ...HARDWARE }, ...members });
    const trip = { operation: "createCluster", body } as const;
    return keepsBoth(told, [
      { ...trip, groups: CLUSTER },
      { ...trip, groups: OLDER_CLUSTER },
    ]);
  },
});

/** The schedule with other values for what it shows. */
async function scheduleGroups(told: Story, turn: number): Promise<readonly Fields[]> {
  const before = await scheduleMembers(told);
  const items = itemsIn(await readSchedule(told));
  const last = items.at(-1);
  const retentionValue = member(last, "retentionValue");
  const [copy] = listIn(before["copySettings"]) ?? [];
  const frequencies = listIn(member(copy, "frequencies")) ?? [];
  const [window, own] = [before["restoreWindowDays"], before["export"]];
  return [
    { referenceHourOfDay: 5 + turn, referenceMinuteOfHour: 17 + turn },
    ...(typeof window === "number" ? [{ restoreWindowDays: window + 1 }] : []),
    { extraRetentionSettings: [{ frequencyType: "DAILY", retentionDays: 9 + turn }] },
    { useOrgAndGroupNamesInExportPrefix: before["useOrgAndGroupNamesInExportPrefix"] !== true },
    ...(typeof retentionValue === "number"
      ? [
          {
            policies: policyWith(before, [
              ...items.slice(0, -1),
              { ...Object(last), retentionValue: retentionValue + 1 },
            ]),
          },
        ]
      : []),
    // Without one there would be no way to take it back.
    ...(own === undefined ? [] : [{ export: { ...Object(own), frequencyType: turn === 0 ? "yearly" : "weekly" } }]),
    // More copies than there are would cost more, so there is one less.
    ...(frequencies.length > 1 ? [{ copySettings: [{ ...Object(copy), frequencies: frequencies.slice(0, 1) }] }] : []),
  ];
}

/** Who answers for the policy comes first, alone: should that not be put back, nothing else of it was changed. */
const policyGroups = (turn: number): readonly Fields[] => [
  {
    authorizedEmail: `plumbline-${turn}@example.com`,
    authorizedUserFirstName: `Jürgen ${turn}`,
    authorizedUserLastName: `O'Brien-Łukasz ${turn}`,
  },
  ...(turn === 0 ? [] : POLICY),
];

const POLICY: readonly Fields[] = [
  {
    onDemandPolicyItem: { frequencyInterval: 0, frequencyType: "ondemand", retentionUnit: "days", retentionValue: 5 },
    restoreWindowDays: 3,
    scheduledPolicyItems: [
      { frequencyInterval: 6, frequencyType: "hourly", retentionUnit: "days", retentionValue: 9 },
      { frequencyInterval: 1, frequencyType: "daily", retentionUnit: "days", retentionValue: 10 },
    ],
  },
  { pitEnabled: true },
];

/** A text definition that says something other than the defaults at each member. */
const text = (turn: number): readonly Fields[] => [
  {
    analyzer: turn === 0 ? "engine.simple" : "engine.whitespace",
    searchAnalyzer: turn === 0 ? "engine.whitespace" : "engine.simple",
    mappings: { dynamic: false, fields: { [`title${turn}`]: { type: "string" } } },
  },
  { analyzers: [analyzer(`own${turn}`, turn)] },
  { storedSource: turn === 0 ? { include: ["title0", "größe"] } : { exclude: ["title1"] } },
];

/** A custom analyzer of which every part is described. */
const analyzer = (name: string, turn: number): Fields => ({
  name,
  tokenizer: { type: "edgeGram", minGram: 2, maxGram: 4 + turn },
  charFilters: [{ type: "htmlStrip", ignoredTags: ["b", `h${1 + turn}`] }, { type: "persian" }],
  tokenFilters: [{ type: "asciiFolding", originalTokens: "omit" }, { type: "lowercase" }],
});
const synonyms = (told: Story): Fields => ({
  synonyms: [{ analyzer: "engine.simple", name: "words", source: { collection: namespaceOf(told).collectionName } }],
});

/** The text members of a body stand in the record itself, or in its latest definition. */
const textShown =
  (told: Story) =>
  (sent: Fields, record: unknown): unknown => {
    const { definition, ...others } = sent;
    const latest = told.contract.field("latestDefinition");
    if (member(record, latest) === undefined) return isFlat(told.subject) ? sent : { ...others, ...Object(definition) };
    const names = ["collectionName", "database", "name", "type"].map((name) => told.contract.field(name));
    const own = Object.entries(others).filter(([name]) => names.includes(name));
    const inner = Object.entries(others).filter(([name]) => !names.includes(name));
    return { ...Object.fromEntries(own), [latest]: { ...Object.fromEntries(inner), ...Object(definition) } };
  };

const creates = is("createSearchIndex", "createSearchIndexLegacy");
const updates = is("updateSearchIndexById", "updateSearchIndexByName");
const createsIn = (subject: Subject): boolean => creates(subject);

const keptIndexes: readonly Requirement[] = [
  searchRule({
    id: "SRCH-KEPT",
    level: "MUST",
    basis: "derived:D6",
    text: "What a search index was created with is shown by its answer, by get and by list.",
    section: "Endpoints > Search",
    mock: NO_STATE,
    on: createsIn,
    requests: 40,
    tell: (told) => {
      const operation =
        told.subject.operation.id === "createSearchIndexLegacy" ? "createSearchIndexLegacy" : "createSearchIndex";
      const trip = (turn: number): RoundTrip => ({
        operation,
        groups: [...text(turn), synonyms(told)],
        body: (members) => indexBody(told, members, { type: "search" }),
        shownAs: textShown(told),
      });
      return keepsBoth(told, [trip(0), trip(1)]);
    },
  }),
  searchRule({
    id: "SRCH-UPDATE-KEPT",
    level: "MUST",
    basis: "derived:D6",
    text: "What a search index was updated with is shown by get, by its id and by its names, and by list.",
    section: "Endpoints > Search",
    mock: NO_STATE,
    risk: "update",
    on: (subject) => subject.version === "2" && updates(subject),
    requests: 40,
    tell: async (told) => {
      const operation =
        told.subject.operation.id === "updateSearchIndexByName" ? "updateSearchIndexByName" : "updateSearchIndexById";
      const path = addressOf(told, await createIndex(told)).path ?? {};
      const trip = (turn: number): RoundTrip => ({
        operation,
        groups: [...text(turn), synonyms(told)],
        body: (members) => ({ definition: { mappings: { dynamic: true }, ...members } }),
        path,
        shownAs: textShown(told),
        reads: [
          { operation: "getSearchIndexById", path },
          { operation: "getSearchIndexByName", path },
        ],
      });
      return keepsBoth(told, [trip(0), trip(1)]);
    },
  }),
];

/** A cluster that nobody has: whatever a target makes of it, nothing is overwritten. */
const NOWHERE = "plumbline-no-such-cluster";

/** What is downloaded has no target: one that is stated all the same need not be shown, only not another one. */
const withoutTarget = (sent: Fields, record: unknown): unknown =>
  Object.fromEntries(
    Object.entries(sent).filter(([name]) => !name.startsWith("target") || (member(record, name) ?? null) !== null),
  );

/** Members of a monitoring platform are the only ones of a notification that are described. */
const MONITORED: Fields = {
  typeName: "MONITORING_PLATFORM",
  monitoringApiKey: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
  monitoringRegion: "EU",
  delayMin: 7,
  intervalMin: 35,
};

/** A key is shown masked, with its last four characters. */
const masked =
  (told: Story) =>
  (sent: Fields, record: unknown): unknown => {
    const [key, notifications] = [told.contract.field("monitoringApiKey"), told.contract.field("notifications")];
    const shown = (listIn(member(record, notifications)) ?? []).map((target) => member(target, key));
    const asShown = (target: unknown): unknown => {
      const own = member(target, key);
      const mask = shown.find((one) => typeof own === "string" && String(one).endsWith(own.slice(-4)));
      return mask === undefined ? target : { ...Object(target), [key]: mask };
    };
    return { ...sent, [notifications]: (listIn(sent[notifications]) ?? []).map(asShown) };
  };

const keptConfigs: Requirement = story({
  id: "ALC-KEPT",
  level: "MUST",
  basis: "derived:D6",
  text: "What an alert configuration was created or updated with is shown by the answer, by get and by list.",
  section: "Endpoints > Alert configurations (may change; under revision)",
  stage: "state",
  risk: ({ operation }) => (operation.id === "createAlertConfig" ? "create" : "update"),
  needs: ON_PROJECT,
  on: is("createAlertConfig", "updateAlertConfig"),
  mock: NO_STATE,
  requests: 40,
  tell: async (told) => {
    const updates = told.subject.operation.id === "updateAlertConfig";
    const made = updates ? await createConfig(told, { enabled: false }) : undefined;
    const trip = (members: Fields, more: Partial<RoundTrip> = {}): RoundTrip => ({
      operation: updates ? "updateAlertConfig" : "createAlertConfig",
      groups: [members],
      body: (own) => configBody(told, own),
      ...(made && { path: at(made.id).path, reads: [{ operation: "getAlertConfig", ...at(made.id) }] }),
      shownAs: masked(told),
      ...more,
    });
    // Which targets know the key of a monitoring platform, and which ask the platform for it, is not given.
    return keepsBoth(told, [
      trip({ enabled: true }),
      trip({ enabled: false, notifications: [MONITORED] }, { optional: true }),
    ]);
  },
});

export const keptWrites: readonly Requirement[] = [
  keptConfigs,
  ...keptIndexes,
  keptCluster,
  kept({
    id: "SCH-KEPT",
    early: true,
    text: "What an update of a backup schedule carries is shown by its answer and by get.",
    section: BACKUP,
    risk: "update",
    on: is("updateBackupSchedule"),
    requests: 30,
    tell: async (told) => {
      const trip = async (turn: number): Promise<RoundTrip> => ({
        operation: "updateBackupSchedule",
        groups: await scheduleGroups(told, turn),
        body: (members) => members,
      });
      const first = await keeps(told, await trip(0));
      return first.kind === "holds" ? keeps(told, await trip(1)) : first;
    },
  }),
  kept({
    id: "CMP-KEPT",
    early: true,
    text: "What an update of the compliance policy carries is shown by its answer and by get.",
    section: BACKUP,
    risk: "irreversible",
    needs: ON_PROJECT,
    on: is("updateBackupCompliancePolicy"),
    requests: 30,
    tell: async (told) => {
      const before = await remembersPolicy(told);
      const trip = (turn: number): RoundTrip => ({
        operation: "updateBackupCompliancePolicy",
        groups: policyGroups(turn),
        body: (members) => without({ ...before, ...members }),
        ...GENTLY,
      });
      return keepsBoth(told, [trip(0), trip(1)]);
    },
  }),
  kept({
    id: "EXJ-KEPT",
    text: "What an export job was created with is shown by its answer, by get and by list.",
    section: BACKUP,
    on: is("createExportJob"),
    requests: 20,
    tell: (told) => {
      const trip = (turn: number): RoundTrip => ({
        operation: "createExportJob",
        reads: [{ operation: "getExportJob", parameter: "exportId" }],
        groups: [
          {
            customData: [
              { key: "by", value: `plumbline ${turn}` },
              { key: "größe", value: "東京" },
            ],
          },
        ],
        body: (members) => exportBody(told, members),
      });
      return keepsBoth(told, [trip(0), trip(1)]);
    },
  }),
  kept({
    id: "RST-KEPT",
    text: "What a restore job was created with is shown by its answer, by get and by list.",
    section: BACKUP,
    on: is("createRestoreJob", "createServerlessRestoreJob"),
    requests: 20,
    tell: (told) => {
      const { fixtures } = told.world;
      const serverless = told.subject.operation.id === "createServerlessRestoreJob";
      return keeps(told, {
        operation: serverless ? "createServerlessRestoreJob" : "createRestoreJob",
        reads: [{ operation: serverless ? "getServerlessRestoreJob" : "getRestoreJob", parameter: "restoreJobId" }],
        shownAs: serverless ? undefined : withoutTarget,
        groups: serverless ? [{}] : [{}, { targetClusterName: NOWHERE, targetGroupId: fixtures.groupId }],
        body: (members) => restoreBody(told, members),
      });
    },
  }),
  kept({
    id: "SNP-KEPT",
    text: "The description that a snapshot was taken with is shown by its answer, by get and by list.",
    section: BACKUP,
    on: is("takeSnapshot"),
    requests: 60,
    tell: (told) =>
      keeps(told, {
        operation: "takeSnapshot",
        groups: [{ description: `${SNAPSHOT["description"]} größer` }],
        body: (members) => ({ ...SNAPSHOT, ...members }),
      }),
  }),
];
