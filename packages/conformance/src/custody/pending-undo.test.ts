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

describe("the journal of a run that was killed", () => {
  it("tells the records that the run gave account of from those that it lost", () => {
    const made = { type: "made", entry: 0, operation: "createAlertConfig", id: ID };
    const undone = { type: "undone", entry: 0, operation: "createAlertConfig", id: ID, state: "removed" };
    expect(read(intent, made, undone)).toMatchObject({ entries: [], told: [ID] });
    expect(read(intent, made)).toMatchObject({ entries: [{ number: 0 }], told: [] });
    expect(read(intent, made, { ...undone, state: "left" })).toMatchObject({ entries: [{ number: 0 }], told: [] });
  });

  it("has to put back what was asked for and is not undone", () => {
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

  it("may end with half a line, and with no other", () => {
    expect(read(intent, '{"type":"inte').skipped).toEqual([]);
    expect(read('{"type":"inte', intent).skipped).toMatchObject([{ line: 1, why: "expected JSON" }]);
  });

  it.each<[string, object | string, string]>([
    ["a mark that is none", { type: "mark", mark: "" }, "/mark"],
    ["a mark of another form", { type: "mark", mark: "plumbline-x" }, "/mark"],
    ["an operation that reads", { ...intent, operation: "listAlerts" }, "/operation"],
    ["an operation that removes", { ...intent, operation: "deleteAlertConfig" }, "/operation"],
    ["an operation that nobody knows", { ...intent, operation: "__proto__" }, "/operation"],
    ["a version without the operation", { ...intent, version: "9" }, "/version"],
    ["a path with something more", { ...intent, path: { ...path, extra: "1" } }, "/path/extra"],
    ["a path that leads away", { ...intent, path: { groupId: ".." } }, "/path/groupId"],
    ["an id of another form", { ...intent, path: { groupId: "a/b" } }, "/path/groupId"],
    ["a path that is a list", { ...intent, path: [] }, "/path"],
    ["a number that is none", { ...intent, entry: -1 }, "/entry"],
    ["a state that is none", { ...setting, before: "x" }, "/before"],
    ["a state with something more", { ...setting, before: { enabled: true, extra: 1 } }, "/before/extra"],
    ["an id for nothing", { type: "made", entry: 7, operation: "createAlertConfig", id: ID }, "/entry"],
    ["a list of something else", { type: "place", list: "listAlerts", path, ids: [] }, "/list"],
    ["ids that are none", { type: "place", list: "listAlertConfigs", path, ids: [1] }, "/ids"],
    ["an event of another kind", { type: "party" }, "/type"],
    ["a list in the place of an event", "[]", "/type"],
    ["a line of five megabytes", `{"type":"${"x".repeat(5_000_000)}"}`, ""],
  ])("leaves out %s, says where, and takes the rest", (_name, line, pointer) => {
    const { entries, skipped } = read(line, { ...intent, entry: 9 });
    expect([skipped.map((one) => [one.line, one.pointer]), entries.map(({ number }) => number)]).toEqual([
      [[1, pointer]],
      [9],
    ]);
  });

  it("takes no id that a record cannot have", () => {
    for (const id of ["..", "%2e%2e", "a/b", "", "x".repeat(1_000_000), 5])
      expect(read(intent, { type: "made", entry: 0, operation: "createAlertConfig", id }).skipped).toMatchObject([
        { line: 2, pointer: "/id" },
      ]);
  });
});
