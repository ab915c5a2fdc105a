// Snapshots, schedules and restores.
import { contentOf, eachRecord, withBody } from "../../defects/answers.mjs";
import { afterwards, ask, both, tells } from "../../defects/asking.mjs";
import { failedWith } from "../../defects/fourth/helpers.mjs";
import { everyNth, retells } from "../helpers.mjs";

/** The frequencies of scheduled snapshots, which are marked by a word that clients do not see. */
const FREQUENCIES = ["hourly", "daily"];
const MARK = "of the schedule: ";
const WAIT = 4_000;
const OPERATIONS = ["listSnapshots", "getSnapshot", "takeSnapshot", "deleteSnapshot", "changeSnapshotExpiration"];

const asScheduled = ({ description, ...one }) =>
  description?.startsWith(MARK)
    ? { ...one, frequencyType: description.slice(MARK.length), snapshotType: "scheduled" }
    : undefined;

/** Scheduled snapshots complete before any client requests its own, which need not wait for them. */
const scheduled = ({ caller, fixtures, shows }) => {
  const { groupId, clusterName } = fixtures;
  const isDue = everyNth(3);
  const waiting = [...FREQUENCIES];
  let last = Promise.resolve();
  const acts = async () => {
    const [frequency] = waiting;
    if (frequency === undefined) return;
    const body = { description: `${MARK}${frequency}`, retentionInDays: 2 };
    const { status, json } = await ask(caller, "takeSnapshot", { groupId, clusterName }, body);
    if (status >= 300) return;
    waiting.shift();
    for (const until = Date.now() + WAIT; Date.now() < until; ) {
      const { json: now } = await ask(caller, "getSnapshot", { groupId, clusterName, snapshotId: json.id });
      if (now.status === "completed") return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const told = tells(OPERATIONS, (content) => eachRecord(content, asScheduled), shows);
  const takes = async (request, pass) => {
    const { operation, values } = request;
    const isHere = OPERATIONS.includes(operation) && values.groupId === groupId && values.clusterName === clusterName;
    if (isHere && waiting.length > 0 && isDue()) last = last.then(acts).catch(() => undefined);
    if (isHere) await last;
    return pass(request);
  };
  return both(told, takes);
};

const QUEUED = 2_000;
const TAKEN = 6_000;
const BUSY = { status: 409, errorCode: "SNAPSHOT_IN_PROGRESS", detail: "Wait until the snapshot is complete." };
const SNAPSHOTS = ["takeSnapshot", "getSnapshot", "listSnapshots", "changeSnapshotExpiration"];
const SHARDED = ["getShardedSnapshot", "listShardedSnapshots"];

/** Snapshots are queued, then in progress, for six seconds in total; meanwhile no other is accepted. */
const slowSnapshots = ({ shows }) => {
  const made = new Map();
  const placeOf = ({ values }) => `${values.groupId} ${values.clusterName}`;
  const learn = afterwards(["takeSnapshot"], (request, answer) =>
    made.set(contentOf(answer).id, { at: Date.now(), place: placeOf(request) }),
  );
  const forget = afterwards(["deleteSnapshot", "deleteShardedSnapshot"], ({ values }) =>
    made.delete(values.snapshotId),
  );
  const told = tells(
    [...SNAPSHOTS, ...SHARDED],
    (content) =>
      eachRecord(content, (one) => {
        const age = Date.now() - (made.get(one.id)?.at ?? 0);
        if (age > TAKEN) return undefined;
        return { ...one, status: age < QUEUED ? "queued" : "inProgress", storageSizeBytes: 0 };
      }),
    shows,
  );
  const refused = async (request, pass) => {
    const isTaking = request.operation === "takeSnapshot";
    const isBusy = [...made.values()].some(({ at, place }) => Date.now() - at <= TAKEN && place === placeOf(request));
    if (!isTaking || !isBusy) return pass(request);
    // An invalid body prevents the server from taking a snapshot, after it has checked the caller.
    const answer = await pass(withBody(request, { retentionInDays: 0 }));
    if (answer.status !== 400) return answer;
    shows();
    return failedWith(request, answer, BUSY);
  };
  return both(told, both(refused, both(learn, forget)));
};

const RESTORES = ["createRestoreJob", "createServerlessRestoreJob"];
const RESTORE_READS = ["listRestoreJobs", "getRestoreJob", "listServerlessRestoreJobs", "getServerlessRestoreJob"];
const named = ({ replicaSetName }) => ({ replicaSetName, privateDownloadDeliveryUrls: [] });
const failing = ({ shows }) => {
  const made = new Set();
  const learn = afterwards(RESTORES, (_request, answer) => made.add(contentOf(answer).id));
  const told = tells(
    RESTORE_READS,
    (content) =>
      eachRecord(content, (one) =>
        made.has(one.id) && one.finishedAt != null && one.cancelled !== true
          ? { ...one, failed: true, deliveryUrl: [], ...(one.components && { components: one.components.map(named) }) }
          : undefined,
      ),
    shows,
  );
  return both(told, learn);
};

const SCHEDULES = ["getBackupSchedule", "updateBackupSchedule", "deleteBackupSchedules"];
const STEP = 7 * 60_000;
const moving = (server) => {
  let count = 0;
  return retells(SCHEDULES, ({ nextSnapshot, ...content }) => {
    count += 1;
    if (typeof nextSnapshot !== "string" || count % 5 === 0) return undefined;
    return { ...content, nextSnapshot: new Date(Date.parse(nextSnapshot) + (count % 5) * STEP).toISOString() };
  })(server);
};

export const backups = [
  {
    id: "schedule-takes-snapshots",
    twist: "The backup schedule takes an hourly and a daily snapshot of the cluster while one looks at them.",
    legal: "Cloud backup schedule: that is what it is for; Snapshot: `frequencyType` (`hourly`), `snapshotType`.",
    lie: scheduled,
  },
  {
    id: "snapshot-takes-six-seconds",
    twist: "A snapshot is queued and in progress for six seconds, and another one is refused with 409 for as long.",
    legal: "Snapshot rule: wait until the first one completes; how long that takes is not said.",
    lie: slowSnapshots,
  },
  {
    id: "restores-fail",
    twist: "Each new restore that is not cancelled ends as a failed one, with nothing delivered.",
    legal: "Restore job: `failed` is one of its flags; Named states: transitions not shown.",
    lie: failing,
  },
  {
    id: "next-snapshot-moves",
    twist: "The next snapshot of a schedule is at another moment in each answer.",
    legal: "Cloud backup schedule: `nextSnapshot` is of the response only, and nothing says how it is reckoned.",
    lie: moving,
  },
];
