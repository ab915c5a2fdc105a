// Caches that are kept for too long, or in one place only.
import { accepted, contentOf, eachRecord, versionOf } from "./answers.mjs";
import { afterwards, around, ask, both, readAt, tells } from "./asking.mjs";

const dropsDescription = ({ shows }) => {
  const blank = new Set();
  const learn = afterwards(["changeSnapshotExpiration"], ({ values }) => blank.add(values.snapshotId));
  const show = tells(
    ["getSnapshot", "listSnapshots"],
    (content) =>
      eachRecord(content, ({ description, ...record }) =>
        description !== undefined && blank.has(record.id) ? record : undefined,
      ),
    shows,
  );
  return both(learn, show);
};

/** Records are cached on reads. An update clears the cache, a toggle does not. */
const cachesReads = ({ shows }) => {
  const kept = new Map();
  const forget = afterwards(["updateAlertConfig", "deleteAlertConfig"], ({ values }) =>
    kept.delete(values.alertConfigId),
  );
  const show = tells(
    ["getAlertConfig"],
    (content, { values: { alertConfigId } }) => {
      const before = kept.get(alertConfigId);
      if (before === undefined) kept.set(alertConfigId, content);
      return before === undefined || JSON.stringify(before) === JSON.stringify(content) ? undefined : before;
    },
    shows,
  );
  return both(forget, show);
};

const separatesVersions = ({ caller, shows }) => {
  const old = new Map();
  const learn = around(
    ["updateCustomDns"],
    (request) => readAt(caller, request),
    (request, _answer, before) => {
      const { groupId } = request.values;
      if (versionOf(request) === "1.0") old.delete(groupId);
      else if (!old.has(groupId)) old.set(groupId, before);
    },
  );
  const show = tells(
    ["getCustomDns"],
    (content, request) => {
      const before = versionOf(request) === "1.0" ? old.get(request.values.groupId) : undefined;
      return before === undefined || before.enabled === content.enabled ? undefined : before;
    },
    shows,
  );
  return both(learn, show);
};

/** A body that was sent before counts as a repetition of the same request. */
const answersRepeatFromMemory = ({ caller, shows }) => {
  const last = new Map();
  return async (request, pass) => {
    if (request.operation !== "updateAuditing") return pass(request);
    const { groupId } = request.values;
    const sent = request.body.toString("utf8");
    if (last.get(groupId)?.has(sent)) {
      const before = await readAt(caller, request);
      const answer = await pass(request);
      const { enabled, auditFilter, auditAuthorizationSuccess } = Object(before);
      if (!accepted(answer) || before === undefined) return answer;
      const body = { enabled, auditFilter, auditAuthorizationSuccess };
      await ask(caller, "updateAuditing", { groupId }, body);
      if (JSON.stringify(contentOf(answer)) !== JSON.stringify(before)) shows();
      return answer;
    }
    const answer = await pass(request);
    if (accepted(answer)) last.set(groupId, (last.get(groupId) ?? new Set()).add(sent));
    return answer;
  };
};

export const defectsOfMemories = [
  {
    id: "expiration-drops-description",
    sentence: "Cloud backup 51: changes the expiration; Snapshot: `description`",
    what: "A snapshot with a changed expiration is read without its description.",
    lie: dropsDescription,
  },
  {
    id: "get-cached-over-toggle",
    sentence: "Alert configurations 7 and 8: get shows what the toggle set, as the list does",
    what: "A configuration that was read before a toggle is read as it was; the list shows the new state.",
    lie: cachesReads,
  },
  {
    id: "dns-not-in-first-version",
    sentence: "Custom DNS setting 27 and 28; Versioning: two versions of one interface",
    what: "A setting that was written in version 2 is not seen in version 1.0.",
    lie: separatesVersions,
  },
  {
    id: "auditing-repeat-not-carried-out",
    sentence: "Auditing 26: an update changes the configuration",
    what: "A body that was sent before is answered as carried out without being so, whatever came between.",
    lie: answersRepeatFromMemory,
  },
];
