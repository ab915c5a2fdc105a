import { type OperationId, operations, type WriteId } from "@plumbline/schemas";
import { fieldsOf } from "../rules/members.ts";
import { BUCKET, CONFIG, INDEX } from "./bodies.ts";
import { type Fault, layer } from "./fault.ts";
import { numberOf } from "./number-of.ts";
import type { Asked, Probe } from "./probe.ts";

/** Writes next to which a run can create its own records, so that it certainly sees their effect on other records. */
const WRITES: readonly WriteId[] = [
  "createAlertConfig",
  "deleteAlertConfig",
  "setAlertConfigEnabled",
  "updateAlertConfig",
  "createSearchIndex",
  "createSearchIndexLegacy",
  "updateSearchIndexByName",
  "deleteSearchIndexByName",
  "updateSearchIndexById",
  "deleteSearchIndexById",
  "createExportBucket",
  "deleteExportBucket",
];

/** Those of the writes whose refusal shows which records are next to the addressed one. */
const REFUSED = WRITES.filter(
  (id) =>
    !["createSearchIndex", "createSearchIndexLegacy"].includes(id) && !/IndexById|deleteSearchIndexByName/.test(id),
);

/** In milliseconds: a run may still use a record that is younger than this. */
const LATELY = 3_600_000;

/** If the operation is accepted, or refused, it also removes the first other record that is younger than `LATELY`. */
const takesAnother =
  (id: OperationId, when: "accepted" | "refused"): Fault["change"] =>
  ({ beside }) => ({
    beside: (operation, outcome, others, now) =>
      operation.id === id && outcome === when
        ? others.find(({ created }) => now - created < LATELY)
        : beside(operation, outcome, others, now),
  });

/** How to create, address, write and list two records of a kind. */
interface Company {
  readonly make: (name: string) => Asked;
  readonly list: Asked;
  readonly address: (record: unknown, name: string) => Readonly<Record<string, string>>;
  /** An address without a record. */
  readonly nobody: Readonly<Record<string, string>>;
  readonly json: unknown;
}

const text = (record: unknown, name: string): string => String(fieldsOf(record)[name]);
const NOBODYS = "fedcba9876543210fedcba98";

const CONFIGS: Company = {
  make: () => ["createAlertConfig", { json: CONFIG }],
  list: ["listAlertConfigs", { query: "itemsPerPage=500" }],
  address: (record) => ({ alertConfigId: text(record, "id") }),
  nobody: { alertConfigId: NOBODYS },
  json: { ...CONFIG, enabled: true },
};
const INDEXES: Company = {
  make: (name) => ["createSearchIndexLegacy", { json: { ...INDEX, name } }],
  list: ["listSearchIndexes", { path: { databaseName: INDEX.database, collectionName: INDEX.collectionName } }],
  address: (record, indexName) => ({
    indexId: text(record, "indexID"),
    databaseName: INDEX.database,
    collectionName: INDEX.collectionName,
    indexName,
  }),
  nobody: {
    indexId: NOBODYS,
    databaseName: INDEX.database,
    collectionName: INDEX.collectionName,
    indexName: "nobody",
  },
  json: { definition: { mappings: { dynamic: false } } },
};
const BUCKETS: Company = {
  make: (name) => ["createExportBucket", { json: { ...BUCKET, bucketName: name } }],
  list: ["listExportBuckets", {}],
  address: (record) => ({ exportBucketId: text(record, "_id") }),
  nobody: { exportBucketId: NOBODYS },
  json: undefined,
};

const companyOf = (id: OperationId): Company =>
  /AlertConfig/.test(id) ? CONFIGS : /SearchIndex/.test(id) ? INDEXES : BUCKETS;

/** Creates two records, sends a write on the first that is accepted or refused, and lists the records afterwards. */
const besideTwo =
  (id: OperationId, when: "accepted" | "refused"): Probe =>
  async ({ ask }) => {
    const company = companyOf(id);
    const [one, other] = await ask(company.make("first"), company.make("second"));
    if (one === undefined || other === undefined) return [];
    const write: Asked = when === "accepted" ? accepted(id, company, one.json) : refused(id, company);
    return [one, other, ...(await ask(write, company.list))];
  };

function accepted(id: OperationId, { address, json, make }: Company, record: unknown): Asked {
  const [, call] = make("third");
  const { id: _id, definition: _definition, ...flat } = fieldsOf(call?.json);
  const body = id === "createSearchIndex" ? { ...names(flat), definition: {} } : call?.json;
  if (id.startsWith("create")) return [id, { json: body }];
  const path = address(record, "first");
  return [
    id,
    id.startsWith("delete") ? { path } : { path, json: id === "setAlertConfigEnabled" ? { enabled: true } : json },
  ];
}

const names = ({ collectionName, database, name }: Readonly<Record<string, unknown>>) => ({
  collectionName,
  database,
  name,
});

const refused = (id: OperationId, { nobody }: Company): Asked => [
  id,
  { path: nobody, ...(!id.startsWith("delete") && { body: "{" }) },
];

/** Requirements that notice the removed record in any later answer. */
const IN_PASSING = ["REC-COUNT", "REC-THERE"] as const;

/** Requirements that send a write which must be refused, and may afterwards miss their own record. */
const BY_REFUSALS = [
  "AUTH-DIGEST-REQUIRED-WRITES",
  "AUTH-DIGEST-WRONG-WRITES",
  "AUTH-ROLES-GATE-WRITES",
  "AUTH-ROLES-LOWER-WRITES",
  "AUTH-ROLES-READ-ONLY",
  "GEN-WRITE-ELSEWHERE",
] as const;

/** For every write, accepted or refused, a server that also removes another record created shortly before. */
export const besideFaults: readonly Fault[] = layer("records beside", [
  ...WRITES.map((id) => ({
    id: `BW-${numberOf(id)}`,
    text: `${operations[id].title}: the write also removes another record that was created shortly before.`,
    violates: ["SIDE-ACCEPTED"],
    inPassing: IN_PASSING,
    shownOn: [id],
    change: takesAnother(id, "accepted"),
    probe: besideTwo(id, "accepted"),
  })),
  ...REFUSED.map((id) => ({
    id: `BR-${numberOf(id)}`,
    text: `${operations[id].title}: a refused request removes a record that was created shortly before.`,
    violates: ["SIDE-REFUSED"],
    inPassing: [...IN_PASSING, ...BY_REFUSALS],
    shownOn: [id],
    change: takesAnother(id, "refused"),
    probe: besideTwo(id, "refused"),
  })),
]);
