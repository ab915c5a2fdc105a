/** A mistake in a world file: a description, the file, the line and column of the mistake, and the expected message. */
export type WorldMistake = readonly [what: string, text: string, spot: string, told: string | RegExp];

const P = "projects:\n  - name: Shop\n";
const C = `${P}    clusters:\n      - name: orders\n`;
const A = `${P}    alertConfigurations:\n      - eventTypeName: JOINED_GROUP\n        notifications: [{ typeName: EMAIL }]\n`;
const ID = "5f0c1d2e3a4b5c6d7e8f9a0b";

export const WORLD_MISTAKES: readonly WorldMistake[] = [
  ["a list for the file", "- projects\n", "1:1", "expected names with values, such as projects, received a list"],
  ["a text for the file", "projects\n", "1:1", "received a single value"],
  ["tabs", "projects:\n\t- name: Shop\n", "2", "cannot be indented with tabs"],
  ["a name twice", "projects: []\nprojects: []\n", "2", "the same name appears twice"],
  ["a slip at the top", "project:\n  - name: Shop\n", "1:1", 'received "project": did you mean "projects"?'],
  ["a slip in a project", `${P}    cluster: []\n`, "3:5", 'did you mean "clusters"?'],
  [
    "a project without a name",
    "projects:\n  - clusters: []\n",
    "2:5",
    "/projects/0/name: expected the member to be present",
  ],
  ["a project twice", `${P}  - name: Shop\n`, "3:5", 'expected a name that no other record has, received "Shop" again'],
  [
    "an organization that is none",
    `organizations: [{ name: Acme }]\n${P}    organization: Acne\n`,
    "4:5",
    'did you mean "Acme"?',
  ],
  ["another base", "extends: seeded\n", "1:1", 'expected one of ["empty","default"], received "seeded"'],
  ["a slip in a cluster", `${P}    clusters:\n      - nmae: orders\n`, "4:9", 'did you mean "name"?'],
  ["a version without quotes", `${C}        engineMajorVersion: 7.0\n`, "5:9", "put it into quotes, unchanged"],
  [
    "a member in the public words",
    `${C}        mongoDBMajorVersion: "7.0"\n`,
    "5:9",
    'did you mean "engineMajorVersion"?',
  ],
  ["a type of cluster that is none", `${C}        clusterType: REPLICA_SET\n`, "5:9", 'did you mean "REPLICASET"?'],
  [
    "a name of a cluster that cannot be",
    `${P}    clusters:\n      - name: my_cluster\n`,
    "4:9",
    "expected to match pattern",
  ],
  [
    "a slip deep in a cluster",
    `${C}        providerSettings:\n          instanceSize: M10\n`,
    "6:11",
    'did you mean "instanceSizeName"?',
  ],
  ["a cluster twice", `${C}      - name: orders\n`, "5:9", "received DUPLICATE_CLUSTER_NAME"],
  [
    "a disk that is too large",
    `${C}        diskSizeGB: 4096\n        providerSettings: { providerName: PROVIDER_A, instanceSizeName: M10 }\n`,
    "4:9",
    "CLUSTER_DISK_SIZE_INVALID: The disk of tier M10 has at most",
  ],
  ["a name with nothing in it", "projects:\n  - name:\n", "2:5", "write a value, or leave the line out"],
  ["an id in capitals", `projects:\n  - name: Shop\n    id: ${ID.toUpperCase()}\n`, "3:5", "expected to match pattern"],
  [
    "an id twice",
    `projects:\n  - name: Shop\n    id: ${ID}\n  - name: Other\n    id: ${ID}\n`,
    "5:5",
    "received the id of /projects/0/id",
  ],
  ["an age that is none", `${C}        age: 2 days\n`, "5:9", 'such as "PT1H30M" or "P2D", received "2 days"'],
  ["an age in months", `${C}        age: P2M\n`, "5:9", "an ISO 8601 duration of weeks to seconds"],
  [
    "a slip in a snapshot",
    `${C}        snapshots:\n          - { retentionDays: 5 }\n`,
    "6:15",
    'did you mean "retentionInDays"?',
  ],
  ["no days at all", `${C}        snapshots:\n          - retentionInDays: 0\n`, "6:13", "expected >= 1, received 0"],
  [
    "an index without its names",
    `${C}        searchIndexes:\n          - name: default\n`,
    "6:13",
    /database: expected the member to be present/,
  ],
  [
    "an index twice",
    `${C}        searchIndexes:\n          - { database: d, collectionName: c, name: n, definition: {} }\n          - { database: d, collectionName: c, name: n, definition: {} }\n`,
    "7:13",
    "DUPLICATE_SEARCH_INDEX",
  ],
  [
    "an analyzer twice",
    `${C}        customAnalyzers:\n          - { name: a, tokenizer: { type: standard } }\n          - { name: a, tokenizer: { type: standard } }\n`,
    "5:9",
    "expected analyzers with different names.: replaceCustomAnalyzers refuses it",
  ],
  ["a schedule as a list", `${C}        backupSchedule: []\n`, "5:9", "expected object, received []"],
  ["an event type that is none", A.replace("JOINED_GROUP", "JOINED_GRUOP"), "4:9", "expected a known event type"],
  ["a kind of target that is none", A.replace("EMAIL", "EMIAL"), "5:25", 'did you mean "EMAIL"?'],
  ["a kind of target in the public words", A.replace("EMAIL", "SLACK"), "5:25", 'did you mean "TEAM_CHAT"?'],
  [
    "no target",
    A.replace("        notifications: [{ typeName: EMAIL }]\n", ""),
    "4:9",
    "notifications: expected the member to be present",
  ],
  ["a status that is none", `${A}        alerts: [{ status: open }]\n`, "6:20", 'did you mean "OPEN"?'],
  [
    "a secret in the place of its variable",
    `${P}keys:\n  - { public: CI, private: 3f8a1c7e-1b2c-4d5e-8f90-123456789abc, roles: [Project Owner] }\n`,
    "4:19",
    /^(?!.*3f8a).*hidden, because it may be a secret/s,
  ],
  [
    "a variable that is not set",
    `${P}keys:\n  - { public: NOT_SET, private: NOT_SET, roles: [Project Owner] }\n`,
    "4:7",
    "received NOT_SET: set it before the server starts",
  ],
  [
    "a role that is none",
    `${P}keys:\n  - { public: A, private: A, roles: [Project Ownr] }\n`,
    "4:38",
    'did you mean "Project Owner"?',
  ],
  [
    "a key without roles",
    `${P}keys:\n  - { public: A, private: A }\n`,
    "4:5",
    "roles: expected the member to be present",
  ],
  [
    "a key of no project",
    `${P}keys:\n  - { public: A, private: A, roles: [Project Owner], projects: [Shpo] }\n`,
    "4:65",
    'did you mean "Shop"?',
  ],
  [
    "auditing that is no JSON",
    `${P}    auditing: { auditFilter: "{" }\n`,
    "3:17",
    "expected a JSON document as text.: updateAuditing refuses it",
  ],
  ["a yes in quotes", `${P}    customDns: { enabled: "true" }\n`, "3:18", 'expected boolean, received "true"'],
];
