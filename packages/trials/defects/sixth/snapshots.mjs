// Snapshots of clusters, sharded clusters and serverless instances.
import { contentOf } from "../answers.mjs";
import { afterwards, ask, both, pageOf, sends, tells, wholeList } from "../asking.mjs";
import { isFirst, succeeded } from "../second/helpers.mjs";
import { cut, same } from "../third/helpers.mjs";
import { onlyIn, otherClusters } from "./helpers.mjs";

const isLatin = (letter) => letter.codePointAt(0) < 256;

/** The text is stored with one byte per character. */
const latinOnly = ({ shows }) =>
  sends(
    ["takeSnapshot"],
    ({ description, ...body }) => {
      if (typeof description !== "string" || [...description].every(isLatin)) return undefined;
      return { ...body, description: [...description].map((one) => (isLatin(one) ? one : "?")).join("") };
    },
    shows,
  );

const yearsAreMonths = ({ shows }) =>
  sends(
    ["changeSnapshotExpiration"],
    (body) => (body.retentionUnit === "YEARS" ? { ...body, retentionUnit: "MONTHS" } : undefined),
    shows,
  );

const undescribed = ({ shows }) =>
  tells(["getSnapshot"], ({ description, ...content }) => (description === undefined ? undefined : content), shows);

const placeOf = ({ groupId, clusterName }) => `${groupId}/${clusterName}`;

/** Listed records stay in the list after their deletion. */
const listedFromMemory = ({ shows }) => {
  const listed = new Map();
  const gone = new Set();
  const learn = afterwards(["deleteShardedSnapshot"], ({ values }) => gone.add(values.snapshotId));
  const show = tells(
    ["listShardedSnapshots"],
    (content, { values }) => {
      const known = listed.get(placeOf(values)) ?? new Map();
      listed.set(placeOf(values), known);
      for (const one of content.results) known.set(one.id, one);
      const present = new Set(content.results.map(({ id }) => id));
      const kept = [...known.values()].filter(({ id }) => gone.has(id) && !present.has(id));
      if (kept.length === 0) return undefined;
      const counted = "totalCount" in content ? { totalCount: content.totalCount + kept.length } : {};
      return { ...content, results: [...kept, ...content.results], ...counted };
    },
    shows,
  );
  return both(learn, show);
};

/** Only the first page has the order of the list. */
const turnedAfterFirst = ({ caller, shows }) =>
  tells(
    ["listServerlessSnapshots"],
    async (content, request) => {
      if (pageOf(request).page === 1) return undefined;
      const other = cut(content, request, (await wholeList(caller, request)).toReversed());
      return same(other, content) ? undefined : other;
    },
    shows,
  );

const SERVERLESS = [
  "createdAt",
  "expiresAt",
  "frequencyType",
  "id",
  "engineDaemonVersion",
  "snapshotType",
  "status",
  "storageSizeBytes",
];

/** All snapshots of a project are in one table, and are looked up by id. */
const fromAnyCluster =
  ({ caller, shows }) =>
  async (request, pass) => {
    const answer = await pass(request);
    const isAsked = request.operation === "getServerlessSnapshot" && answer.status === 404;
    if (!isAsked || contentOf(answer) === undefined) return answer;
    for (const clusterName of await otherClusters(caller, request.values)) {
      const { status, json } = await ask(caller, "getSnapshot", { ...request.values, clusterName });
      if (status !== 200) continue;
      const members = SERVERLESS.filter((name) => name in json).map((name) => [name, json[name]]);
      shows();
      return succeeded(request, answer, {
        ...Object.fromEntries(members),
        serverlessInstanceName: request.values.clusterName,
      });
    }
    return answer;
  };

export const snapshots = [
  {
    id: "description-in-latin-letters",
    words: "47: take on-demand snapshot: body `{description: string}`; response the snapshot",
    wrong: "Letters of the description that are no Latin ones are stored as question marks.",
    lie: latinOnly,
  },
  {
    id: "years-of-retention-are-months",
    words: "51: change snapshot expiration: `retentionUnit: DAYS|WEEKS|MONTHS|YEARS`",
    wrong: "Years are counted as months.",
    lie: yearsAreMonths,
  },
  {
    id: "no-description-in-first-version",
    words: "50: get snapshot; cluster snapshot: `description`",
    wrong: "In version 1.0 a snapshot is read without its description.",
    lie: onlyIn(isFirst, undescribed),
  },
  {
    id: "deleted-sharded-snapshot-listed",
    words: "48: get, list, delete sharded-cluster snapshots",
    wrong: "A snapshot that was listed before it was deleted stays in the list.",
    lie: listedFromMemory,
  },
  {
    id: "serverless-order-turned-after-first-page",
    words: "Conventions: `pageNum`, `itemsPerPage`; 53: list serverless snapshots: PG",
    wrong: "From the second page on the list is in the opposite order: some are told twice, and some never.",
    lie: turnedAfterFirst,
  },
  {
    id: "cluster-snapshot-at-serverless-instance",
    words: "53: serverless snapshots: get (`snapshotId`); G, `clusterName` = instance name",
    wrong: "The snapshot of a cluster of the project is read through the path of a serverless instance.",
    lie: fromAnyCluster,
  },
];
