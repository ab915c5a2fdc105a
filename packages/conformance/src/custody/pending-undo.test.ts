import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { PendingUndoReader } from "./pending-undo.ts";

const ID = "32b6e34b3d91647abb20e7b8";
const path = { groupId: ID };
const intent = {
  type: "intent",
  entry: 0,
  operation: "createAlertConfig",
  version: "2",
  path,
  marked: true,
  listedAt: {},
};
const setting = {
  type: "intent",
  entry: 1,
  operation: "updateAuditing",
  version: "2",
  path,
  before: { enabled: false },
};

function read(...lines: readonly (object | string)[]) {
  const reader = new PendingUndoReader(bindContract(neutral));
  for (const line of lines) reader.read(typeof line === "string" ? line : JSON.stringify(line));
  return reader.pending;
}

describe("PendingUndoReader", () => {
  it("separates records that the run removed from those that it lost", () => {
    const made = { type: "made", entry: 0, operation: "createAlertConfig", id: ID };
    const undone = { type: "undone", entry: 0, operation: "createAlertConfig", id: ID, state: "removed" };
    expect(read(intent, made, undone)).toMatchObject({ entries: [], told: [ID] });
    expect(read(intent, made)).toMatchObject({ entries: [{ number: 0 }], told: [] });
    expect(read(intent, made, { ...undone, state: "left" })).toMatchObject({ entries: [{ number: 0 }], told: [] });
  });

  it("returns the entries that are neither void nor undone", () => {
    const { entries, mark, lists, skipped } = read(
      { type: "run" },
      { type: "place", list: "listAlertConfigs", path, ids: [ID] },
      { type: "mark", mark: "plumbline-0123456789ab" },
      intent,
      { type: "made", entry: 0, operation: "createAlertConfig", id: ID },
      setting,
      { ...intent, entry: 2 },
      { type: "void", entry: 2 },
      { ...setting, entry: 3 },
      { type: "undone", entry: 3, operation: "updateAuditing", id: ID, state: "restored" },
      { ...setting, entry: 4 },
      { type: "undone", entry: 4, operation: "updateAuditing", id: ID, state: "left" },
    );
    expect([mark, lists.length, skipped]).toEqual(["plumbline-0123456789ab", 1, []]);
    expect(entries).toMatchObject([
      { kind: "made", number: 0, id: ID, marked: true },
      { kind: "changed", number: 1, before: { enabled: false } },
      { kind: "changed", number: 4 },
    ]);
  });

  it("goes by the last event of each entry for what is closed and what is still open", () => {
    const made = { type: "made", entry: 0, operation: "createAlertConfig", id: ID };
    const undone = { type: "undone", entry: 0, operation: "createAlertConfig", id: ID };
    const [removed, left] = ["removed", "left"].map((state) => ({ ...undone, state }));
    expect(read(intent, made, { ...removed }).closed).toMatchObject([{ entry: { id: ID }, state: "removed" }]);
    expect(read(intent, made, { ...removed }, { ...left })).toMatchObject({ entries: [{ id: ID }], closed: [] });
    const stays = { ...undone, entry: 1, operation: "updateAuditing", state: "stays", note: "x".repeat(5_000) };
    expect(read(setting, stays).closed).toMatchObject([{ state: "stays", note: "x".repeat(1_000) }]);
    expect(read(setting, { ...stays, state: "restored" })).toMatchObject({ entries: [], closed: [] });
    expect(read(stays)).toMatchObject({ entries: [], closed: [], skipped: [] });
  });

  it("drops commands from a state that an earlier version of the journal holds", () => {
    const { entries, skipped } = read({
      ...setting,
      operation: "updateBackupSchedule",
      path: { ...path, clusterName: "a" },
      before: { referenceHourOfDay: 3, updateSnapshots: true, deleteCopiedBackups: [] },
    });
    expect(skipped).toEqual([]);
    expect(entries).toMatchObject([{ kind: "changed" }]);
    expect(Object(entries[0]).before).toEqual({ referenceHourOfDay: 3 });
  });

  it("ignores an incomplete last line, and reports any other incomplete line", () => {
    expect(read(intent, '{"type":"inte').skipped).toEqual([]);
    expect(read('{"type":"inte', intent).skipped).toMatchObject([{ line: 1, why: "expected JSON" }]);
  });

  it.each<[string, object | string, string]>([
    ["an empty mark", { type: "mark", mark: "" }, "/mark"],
    ["a malformed mark", { type: "mark", mark: "plumbline-x" }, "/mark"],
    ["an operation that reads", { ...intent, operation: "listAlerts" }, "/operation"],
    ["an operation that removes", { ...intent, operation: "deleteAlertConfig" }, "/operation"],
    ["an unknown operation", { ...intent, operation: "__proto__" }, "/operation"],
    ["a version without the operation", { ...intent, version: "9" }, "/version"],
    ["a path with an additional parameter", { ...intent, path: { ...path, extra: "1" } }, "/path/extra"],
    ["a path with dot segments", { ...intent, path: { groupId: ".." } }, "/path/groupId"],
    ["a malformed id", { ...intent, path: { groupId: "a/b" } }, "/path/groupId"],
    ["a path that is a list", { ...intent, path: [] }, "/path"],
    ["a negative entry number", { ...intent, entry: -1 }, "/entry"],
    ["a state that is a text", { ...setting, before: "x" }, "/before"],
    ["a state with an additional member", { ...setting, before: { enabled: true, extra: 1 } }, "/before/extra"],
    ["an id of an unknown entry", { type: "made", entry: 7, operation: "createAlertConfig", id: ID }, "/entry"],
    ["a list that no create uses", { type: "place", list: "listAlerts", path, ids: [] }, "/list"],
    ["ids that are numbers", { type: "place", list: "listAlertConfigs", path, ids: [1] }, "/ids"],
    ["an event of an unknown type", { type: "party" }, "/type"],
    ["an array instead of an event", "[]", "/type"],
    ["five megabytes of text", `{"type":"${"x".repeat(5_000_000)}"}`, ""],
  ])("skips a line with %s, reports its place, and reads the rest", (_name, line, pointer) => {
    const { entries, skipped } = read(line, { ...intent, entry: 9 });
    expect([skipped.map((one) => [one.line, one.pointer]), entries.map(({ number }) => number)]).toEqual([
      [[1, pointer]],
      [9],
    ]);
  });

  it("skips an id that no record can have", () => {
    for (const id of ["..", "%2e%2e", "a/b", "", "x".repeat(1_000_000), 5])
      expect(read(intent, { type: "made", entry: 0, operation: "createAlertConfig", id }).skipped).toMatchObject([
        { line: 2, pointer: "/id" },
      ]);
  });

  const cluster = { ...intent, operation: "createCluster", version: "1.0" };
  it.each<[string, readonly (object | string)[], object]>([
    ["JSON", ["{", intent], { line: 1, pointer: "", why: "expected JSON" }],
    [
      "an acceptable length",
      [`"${"x".repeat(4_000_001)}"`],
      { line: 1, pointer: "", why: "expected a line of a journal, received 4000003 characters" },
    ],
    [
      "a mark",
      [{ type: "mark", mark: 1 }],
      { line: 1, pointer: "/mark", why: "expected a mark such as plumbline-0123456789ab, received 1" },
    ],
    [
      "a number",
      [{ ...intent, entry: 1.5 }],
      { line: 1, pointer: "/entry", why: "expected the number of an entry, received 1.5" },
    ],
    [
      "a write",
      [{ ...intent, operation: "getAlert" }],
      { line: 1, pointer: "/operation", why: 'expected an operation that writes, received "getAlert"' },
    ],
    [
      "a write that leaves a record or a change",
      [{ ...intent, operation: "endOutageSimulation" }],
      {
        line: 1,
        pointer: "/operation",
        why: "expected an operation that leaves a record or a change, received endOutageSimulation",
      },
    ],
    [
      "a version",
      [{ ...cluster, version: "2" }],
      { line: 1, pointer: "/version", why: 'expected a version that has createCluster, received "2"' },
    ],
    ["a path", [{ ...intent, path: 1 }], { line: 1, pointer: "/path", why: "expected path parameters, received 1" }],
    [
      "the operation's own path parameters",
      [{ ...intent, path: { ...path, alertId: ID } }],
      { line: 1, pointer: "/path/alertId", why: "expected a path parameter of the operation" },
    ],
    [
      "a valid parameter value",
      [{ ...intent, path: { groupId: 5 } }],
      { line: 1, pointer: "/path/groupId", why: "expected a value of groupId, received 5" },
    ],
    [
      "a valid place of the list",
      [{ ...intent, listedAt: { groupId: "." } }],
      { line: 1, pointer: "/listedAt/groupId", why: 'expected a value of groupId, received "."' },
    ],
    [
      "a state",
      [{ ...setting, before: [] }],
      { line: 1, pointer: "/before", why: "expected the state before the change, received []" },
    ],
    [
      "settable members of the state",
      [{ ...setting, before: { odd: 1 } }],
      { line: 1, pointer: "/before/odd", why: "expected a member that updateAuditing can set" },
    ],
    [
      "the number of a create",
      [setting, { type: "made", entry: 1, id: ID }],
      { line: 2, pointer: "/entry", why: "expected the number of a create" },
    ],
    [
      "a valid record id",
      [intent, { type: "made", entry: 0, id: "5" }],
      { line: 2, pointer: "/id", why: 'expected the id of a record, received "5"' },
    ],
    [
      "a unique number",
      [intent, { ...setting, entry: 0 }],
      { line: 2, pointer: "/entry", why: "expected a unique number, received the number of createAlertConfig" },
    ],
    [
      "a list of created records",
      [{ type: "place", list: "listAlerts", path, ids: [] }],
      {
        line: 1,
        pointer: "/list",
        why: 'expected an operation that lists records of a run, received "listAlerts"',
      },
    ],
    [
      "the ids of a list",
      [{ type: "place", list: "listAlertConfigs", path, ids: "a" }],
      { line: 1, pointer: "/ids", why: 'expected a list of ids, received "a"' },
    ],
    ["an event", [{ type: 5 }], { line: 1, pointer: "/type", why: "expected an event of a run, received 5" }],
  ])("reports a line without %s, with what it expected and received", (_name, lines, skipped) => {
    expect(read(...lines).skipped).toEqual([skipped]);
  });

  it("does not parse events that say nothing about undo", () => {
    const unread = ['{"type":"exchange",', '{"type":"verdict",', " ", ""];
    const known = ["run", "doctor", "plan", "exchange", "verdict", "end"].map((type) => ({ other: 1, type }));
    expect(read(...unread, ...known, intent)).toMatchObject({ skipped: [], entries: [{ number: 0 }] });
    expect(read('{"kind":1,"type":"exchange",', intent).skipped).toHaveLength(1);
    expect(read(`"${"x".repeat(3_999_998)}"`).skipped).toMatchObject([{ pointer: "/type" }]);
  });

  it("replaces an entry if a later line repeats its number", () => {
    const { entries } = read(setting, { ...setting, before: { enabled: true } });
    expect(entries).toMatchObject([{ number: 1, before: { enabled: true } }]);
  });

  it('returns entries that are complete for undo, under the owner "journal"', () => {
    const common = { by: "journal", version: "2", path };
    const { marked: _marked, listedAt: _listedAt, ...bare } = intent;
    const started = { ...bare, operation: "startOutageSimulation", path: { ...path, clusterName: "a" } };
    const { entries } = read(
      intent,
      { ...bare, entry: 1, marked: "yes" },
      { ...setting, entry: 2 },
      { ...started, entry: 3 },
      { ...bare, entry: 4, operation: "disablePrivateIpMode" },
      { ...bare, entry: 5, operation: "replaceCustomAnalyzers", version: "1.0", before: [{ name: "a" }] },
    );
    expect(entries).toMatchObject([
      { ...common, kind: "made", operation: "createAlertConfig", marked: true, listedAt: {}, sent: undefined },
      { ...common, kind: "made", marked: false, listedAt: {} },
      { ...common, kind: "changed", operation: "updateAuditing", before: { enabled: false }, beyond: {} },
      { kind: "started", operation: "startOutageSimulation", started: true, effect: { kind: "starts" } },
      { ...common, kind: "lasting", operation: "disablePrivateIpMode", effect: { kind: "lasting" } },
      { kind: "changed", before: [{ name: "a" }], version: "1.0" },
    ]);
  });

  it("returns the place where a record is listed, and the ids that the list had before", () => {
    const listedAt = { databaseName: "d", collectionName: "c" };
    const index = { ...intent, operation: "createSearchIndex", path: { ...path, clusterName: "a" }, listedAt };
    const place = { ...path, clusterName: "a", ...listedAt };
    const { entries, lists } = read(index, { type: "place", list: "listSearchIndexes", path: place, ids: [ID] });
    expect(entries).toMatchObject([{ listedAt }]);
    expect(lists).toEqual([{ list: "listSearchIndexes", path: place, ids: new Set([ID]) }]);
    const unlisted = { ...intent, operation: "createMigration", listedAt: { groupId: ID } };
    expect(read(unlisted).skipped).toMatchObject([{ pointer: "/listedAt/groupId" }]);
  });

  it("accepts a name instead of an id for a kind that is addressed by name", () => {
    const made = (id: string) => read(cluster, { type: "made", entry: 0, id });
    for (const id of ["Cluster-1", "a.b_c", "x".repeat(64)]) expect(made(id).entries).toMatchObject([{ id }]);
    for (const id of ["..", "a/b", " a", "a b", "x".repeat(65), ""]) expect(made(id).skipped).toHaveLength(1);
  });

  it('counts an "undone" event only with an entry number, and reports a number that is a text', () => {
    const lost = { type: "undone", operation: "deleteSnapshot", id: ID, state: "stays" };
    expect(read(lost, intent)).toMatchObject({ skipped: [], entries: [{ number: 0 }], told: [] });
    const undone = { ...lost, entry: 0 };
    expect(read(intent, undone)).toMatchObject({ entries: [], told: [] });
    expect(read(setting, { ...undone, entry: 1 })).toMatchObject({ entries: [], told: [] });
    expect(read({ ...undone, entry: "0" }).skipped).toMatchObject([{ pointer: "/entry" }]);
    expect(read({ type: "void", entry: "0" }).skipped).toMatchObject([{ pointer: "/entry" }]);
  });
});
