// Snapshots of clusters, sharded clusters and serverless instances.
import { eachRecord, queryOf } from "../answers.mjs";
import { around, both, pageOf, readAt, tells, wholeList } from "../asking.mjs";
import { same } from "../third/helpers.mjs";
import { learnsAndTells } from "./helpers.mjs";

const MOST = 100;

const largePagesCut = ({ caller, shows }) =>
  tells(
    ["listSnapshots"],
    async (content, request) => {
      const { size, page } = pageOf(request);
      if (size <= MOST) return undefined;
      const all = await wholeList(caller, request);
      const other = { ...content, results: all.slice((page - 1) * MOST, page * MOST) };
      return same(
        other.results.map(({ id }) => id),
        content.results.map(({ id }) => id),
      )
        ? undefined
        : other;
    },
    shows,
  );

const placeOf = ({ groupId, clusterName }) => `${groupId}/${clusterName}`;

/** The description is stored with the cluster. */
const ofLatest = ({ shows }) => {
  const latest = new Map();
  const taken = new Map();
  return learnsAndTells(
    ({ operation, values }, content) => {
      if (operation !== "takeSnapshot") return;
      taken.set(content.id, placeOf(values));
      latest.set(placeOf(values), content.description);
    },
    ["getSnapshot", "listSnapshots"],
    (content) =>
      eachRecord(content, (one) => {
        const description = latest.get(taken.get(one.id));
        if (description === undefined || one.description === undefined) return undefined;
        return one.description === description ? undefined : { ...one, description };
      }),
    shows,
  );
};

const inKilobytes = ({ shows }) =>
  tells(
    ["listShardedSnapshots"],
    (content) =>
      eachRecord(content, (one) =>
        one.storageSizeBytes > 0 ? { ...one, storageSizeBytes: Math.floor(one.storageSizeBytes / 1_024) } : undefined,
      ),
    shows,
  );

/** The list has a copy of the expiration that is never updated. */
const listedAsBefore = ({ caller, shows }) => {
  const earlier = new Map();
  const learn = around(
    ["changeSnapshotExpiration"],
    (request) => readAt(caller, request),
    ({ values: { snapshotId } }, _answer, before) => {
      if (before !== undefined && !earlier.has(snapshotId)) earlier.set(snapshotId, before.expiresAt);
    },
  );
  const show = tells(
    ["listSnapshots"],
    (content) =>
      eachRecord(content, (one) => {
        const expiresAt = earlier.get(one.id);
        return expiresAt === undefined || expiresAt === one.expiresAt ? undefined : { ...one, expiresAt };
      }),
    shows,
  );
  return both(learn, show);
};

/** Pages are split only if the request has a page number. */
const sizeNeedsNumber = ({ caller, shows }) =>
  tells(
    ["listServerlessSnapshots"],
    async (content, request) => {
      const query = queryOf(request);
      if (!query.has("itemsPerPage") || query.has("pageNum")) return undefined;
      const all = (await wholeList(caller, request)).slice(0, MOST);
      return all.length === content.results.length ? undefined : { ...content, results: all };
    },
    shows,
  );

export const snapshots = [
  {
    id: "large-pages-cut-at-hundred",
    words: "Limits: `itemsPerPage` 1 to 500, default 100",
    wrong: "Pages of snapshots hold at most 100, whatever larger size is asked for.",
    lie: largePagesCut,
  },
  {
    id: "description-of-latest-snapshot",
    words: "47: take on-demand snapshot: body `{description}`; snapshot: `description`",
    wrong: "Once another on-demand snapshot of the cluster was taken, the earlier one is told with its description.",
    lie: ofLatest,
  },
  {
    id: "sharded-size-in-kilobytes",
    words: "Sharded cluster snapshot: `storageSizeBytes`",
    wrong: "The list of sharded-cluster snapshots tells the size in kilobytes.",
    lie: inKilobytes,
  },
  {
    id: "changed-expiration-not-listed",
    words: "51: change snapshot expiration; 46: list snapshots of a cluster; snapshot: `expiresAt`",
    wrong: "A snapshot is still listed with the expiration from before it was changed.",
    lie: listedAsBefore,
  },
  {
    id: "page-size-needs-page-number",
    words: "Conventions: `itemsPerPage`: integer, 1 to 500; `pageNum`: default 1",
    wrong: "Without a `pageNum`, the page size of serverless snapshots is not heeded.",
    lie: sizeNeedsNumber,
  },
];
