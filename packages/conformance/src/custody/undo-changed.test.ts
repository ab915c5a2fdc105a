import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { alertWrites } from "../writes/alerts.ts";
import { backupPolicyWrites } from "../writes/backup-policies.ts";
import { searchWrites } from "../writes/search.ts";
import { settingsWrites } from "../writes/settings.ts";
import type { ChangedEntry } from "./entry.ts";
import { GROUP } from "./made-entry.test-support.ts";
import { undoChanged } from "./undo-changed.ts";
import { undoPartsOf } from "./undo-parts.test-support.ts";

const { effect } = settingsWrites.updateAuditing;
const BEFORE = { enabled: true, auditFilter: '{"a": 1}' };
const entryOf = (change: Partial<ChangedEntry> = {}): ChangedEntry => ({
  kind: "changed",
  number: 0,
  by: "A",
  operation: "updateAuditing",
  version: "2",
  path: { groupId: GROUP },
  effect,
  before: BEFORE,
  beyond: {},
  touched: "accepted",
  ...change,
});

/** A setting that shows the last write, `late` reads later. */
function setting(state: unknown, write: (sent: unknown) => unknown = (sent) => sent, status = 200, late = 0) {
  let [shown, reads] = [state, late];
  return ({ operation, rawBody }: Call) => {
    if (operation !== "updateAuditing") {
      if (reads > 0) reads -= 1;
      else return exchangeOf(200, shown);
      return exchangeOf(200, state);
    }
    shown = write(JSON.parse(rawBody ?? ""));
    return exchangeOf(status, shown);
  };
}

describe("a state that was changed", () => {
  it("is written as it was, and restored when a read shows it", async () => {
    const { parts, calls } = undoPartsOf(setting({ enabled: false }));
    expect(await undoChanged(entryOf(), parts)).toEqual({ state: "restored" });
    expect(calls[0]).toMatchObject({ operation: "updateAuditing", rawBody: JSON.stringify(BEFORE) });
    expect(calls[1]).toMatchObject({ operation: "getAuditing" });
  });

  it("may show later, and be printed in another way", async () => {
    const printed = undoPartsOf(setting({ enabled: false }, () => ({ ...BEFORE, auditFilter: '{"a":1}' }), 200, 2));
    expect(await undoChanged(entryOf(), printed.parts)).toEqual({ state: "restored" });
    expect(printed.waited()).toBeGreaterThan(0);
  });

  it("is left by the names of what differs, with how putting it back was answered", async () => {
    const { parts } = undoPartsOf(
      setting({ enabled: false, auditFilter: '{"a": 1}' }, () => ({ enabled: false }), 500),
    );
    const undone = await undoChanged(entryOf(), parts);
    expect(undone).toMatchObject({
      state: "left",
      note: expect.stringMatching(/^not restored: .*enabled.*returned 500/),
    });
    expect(parts.inVain.has("updateAuditing")).toBe(true);
  });

  it("is not written to where every request was refused and it is as it was", async () => {
    const { touched: _touched, ...refused } = entryOf();
    const { parts, asked } = undoPartsOf(setting(BEFORE));
    expect(await undoChanged(refused, parts)).toEqual({ state: "nothing" });
    expect(asked()).toEqual(["getAuditing"]);
  });

  it("is put back though every request was refused, where it is not as it was", async () => {
    const { touched: _touched, ...refused } = entryOf();
    const { parts, asked } = undoPartsOf(setting({ enabled: false }));
    expect(await undoChanged(refused, parts)).toEqual({ state: "restored" });
    expect(asked()).toContain("updateAuditing");
  });

  it("is stated without what no request may state, where it is refused with that", async () => {
    const before = { ...BEFORE, links: [] };
    let shown: unknown = { enabled: false };
    const { parts, calls } = undoPartsOf(({ operation, rawBody = "" }) => {
      if (operation === "getAuditing") return exchangeOf(200, shown);
      if (rawBody.includes("links")) return exchangeOf(400);
      shown = JSON.parse(rawBody);
      return exchangeOf(200, shown);
    });
    expect(await undoChanged(entryOf({ before }), parts)).toEqual({ state: "restored" });
    expect(calls.map(({ rawBody }) => rawBody)).toEqual([JSON.stringify(before), JSON.stringify(BEFORE), undefined]);
  });

  it("is written once where it is refused for another reason", async () => {
    const { parts, asked } = undoPartsOf(setting({ enabled: false }, () => ({ enabled: false }), 400));
    expect(await undoChanged(entryOf(), parts)).toMatchObject({ state: "left" });
    expect(asked().filter((operation) => operation === "updateAuditing")).toHaveLength(1);
  });

  it("is left where the target has nothing to write or to read it with", async () => {
    const without = (missing: string) =>
      undoPartsOf(setting(BEFORE), { served: (operation) => (operation === missing ? undefined : "2") }).parts;
    for (const missing of ["updateAuditing", "getAuditing"])
      expect(await undoChanged(entryOf(), without(missing))).toEqual({
        state: "left",
        note: `the target has no ${missing}`,
      });
  });
});

describe("what puts a state back", () => {
  it("says what was done beyond it as well, with the query that its write needs", async () => {
    const { parts, calls } = undoPartsOf(setting({ enabled: false }));
    const query = { overwriteBackupPolicies: "false" };
    await undoChanged(entryOf({ beyond: { updateSnapshots: true }, effect: { ...effect, query } }), parts);
    expect(calls[0]).toEqual({
      operation: "updateAuditing",
      version: "2",
      path: { groupId: GROUP },
      rawBody: JSON.stringify({ ...BEFORE, updateSnapshots: true }),
      query,
    });
    expect(calls[1]).toEqual({ operation: "getAuditing", version: "2", path: { groupId: GROUP } });
    expect([...parts.inVain]).toEqual([]);
  });

  it("may be a list", async () => {
    const { effect: analyzers } = searchWrites.replaceCustomAnalyzers;
    const { parts, calls } = undoPartsOf(({ operation }) =>
      exchangeOf(200, operation === "listCustomAnalyzers" ? [{ name: "a" }] : {}),
    );
    const entry = entryOf({ operation: "replaceCustomAnalyzers", effect: analyzers, before: [{ name: "a" }] });
    expect(await undoChanged(entry, parts)).toEqual({ state: "restored" });
    expect(calls[0]?.rawBody).toBe('[{"name":"a"}]');
  });

  it("is not sent where nobody knows whether anything was changed, nothing was, and it was in vain before", async () => {
    const { parts, asked } = undoPartsOf(setting(BEFORE), { inVain: new Set(["updateAuditing"]) });
    expect(await undoChanged(entryOf({ touched: "perhaps" }), parts)).toEqual({ state: "restored" });
    expect(asked()).toEqual(["getAuditing"]);
    await undoChanged(entryOf({ touched: "accepted" }), parts);
    expect(asked()).toContain("updateAuditing");
    const first = undoPartsOf(setting(BEFORE));
    await undoChanged(entryOf({ touched: "perhaps" }), first.parts);
    expect(first.asked()[0]).toBe("updateAuditing");
  });

  it("is told with how reading it was answered, and without how it was put back where that was accepted", async () => {
    const undone = (read: number, write: number) =>
      undoChanged(
        entryOf(),
        undoPartsOf(({ operation }) => exchangeOf(operation === "getAuditing" ? read : write, {})).parts,
      );
    expect(await undone(500, 200)).toEqual({
      state: "left",
      note: "not restored: its read returned 500 with {}",
    });
    expect(await undone(200, 403)).toEqual({
      state: "left",
      note: "not restored: enabled, auditFilter, and the write that should restore it returned 403 with {}",
    });
  });

  it("is stated in short where it is refused as a body that cannot be processed, and only then", async () => {
    for (const [status, times] of [
      [400, 2],
      [422, 2],
      [403, 1],
    ] as const) {
      const { parts, asked } = undoPartsOf(({ operation }) =>
        exchangeOf(operation === "getAuditing" ? 200 : status, {}),
      );
      await undoChanged(entryOf({ before: { ...BEFORE, links: [] } }), parts);
      expect(asked().filter((operation) => operation === "updateAuditing")).toHaveLength(times);
    }
  });
});

describe("a state that is as it was in all that a request can state", () => {
  const { effect: schedule } = backupPolicyWrites.updateBackupSchedule;
  const policies = (id: string) => [{ id, policyItems: [{ id: `${id}-1`, frequencyInterval: 1, retentionValue: 7 }] }];
  const entry = (change: Partial<ChangedEntry> = {}) =>
    entryOf({
      operation: "updateBackupSchedule",
      path: { groupId: GROUP, clusterName: "Cluster0" },
      effect: schedule,
      before: { referenceHourOfDay: 3, policies: policies("5") },
      ...change,
    });
  const undone = async (change: Partial<ChangedEntry>, shown: unknown) =>
    undoChanged(entry(change), undoPartsOf(() => exchangeOf(200, shown)).parts);

  it("is restored with a note where the target gave new ids to what is inside", async () => {
    const shown = { referenceHourOfDay: 3, policies: policies("6") };
    expect(await undone({}, shown)).toEqual({
      state: "restored",
      note: "the run restored every value that a request can set; the id /policies/0/id was 5 and is 6 (and 1 more)",
    });
    expect(await undone({}, { ...shown, policies: policies("5") })).toEqual({ state: "restored" });
  });

  it.each([
    ["under the id that the target shows", policies("6")],
    ["without an id, if the target shows none", []],
  ])("is written %s, where the target knows the former id no more", async (_how, left) => {
    let shown: { readonly policies: readonly { readonly id: string }[] } = { policies: left };
    const { parts, asked } = undoPartsOf(({ operation, rawBody = "" }) => {
      if (operation !== "updateBackupSchedule") return exchangeOf(200, shown);
      const sent = JSON.parse(rawBody);
      if (sent.policies[0].id !== shown.policies[0]?.id) return exchangeOf(400);
      shown = { ...sent, policies: policies("6") };
      return exchangeOf(200, shown);
    });
    expect(await undoChanged(entry(), parts)).toMatchObject({
      state: "restored",
      note: expect.stringContaining("/policies/0/id was 5 and is 6"),
    });
    expect(asked().filter((operation) => operation === "updateBackupSchedule")).toHaveLength(3);
  });

  it("is restored with a note where a read shows another trace of the change", async () => {
    const acknowledged = (seen: unknown, shown: unknown) =>
      undoChanged(
        entryOf({
          operation: "acknowledgeAlert",
          path: { groupId: GROUP, alertId: GROUP },
          effect: alertWrites.acknowledgeAlert.effect,
          before: {},
          seen,
        }),
        undoPartsOf(() => exchangeOf(200, shown)).parts,
      );
    const alert = { id: GROUP, eventTypeName: "NO_PRIMARY" };
    expect(await acknowledged(alert, { ...alert, eventTypeName: "JOINED_GROUP" })).toEqual({
      state: "restored",
      note: 'the run restored every value that a request can set; eventTypeName was "NO_PRIMARY" and is "JOINED_GROUP"',
    });
    expect(await acknowledged(alert, { ...alert, updated: "2026-01-01T00:00:00Z" })).toEqual({ state: "restored" });
    // Without an earlier read, there is nothing to compare.
    expect(await acknowledged(undefined, { ...alert, eventTypeName: "JOINED_GROUP" })).toEqual({ state: "restored" });
  });

  it("names the new ids first, and counts the rest", async () => {
    const seen = { referenceHourOfDay: 3, policies: policies("5"), clusterId: "1" };
    const shown = { referenceHourOfDay: 3, policies: policies("6"), clusterId: "2" };
    expect(await undone({ seen }, shown)).toEqual({
      state: "restored",
      note: "the run restored every value that a request can set; the id /policies/0/id was 5 and is 6 (and 2 more)",
    });
  });
});

describe("a state that nothing unsets", () => {
  const unsettable = { ...effect, stays: () => "nothing unsets it" };
  const undone = (before: object, answer: Parameters<typeof undoPartsOf>[0]) =>
    undoChanged(entryOf({ effect: unsettable, before }), undoPartsOf(answer).parts);

  it("stays when it is put back, and is said to", async () => {
    expect(await undone(BEFORE, setting({ enabled: false }))).toEqual({ state: "stays", note: "nothing unsets it" });
  });

  it("may not be there for a read, which then shows nothing that differs", async () => {
    const gone = ({ operation }: Call) => exchangeOf(operation === "updateAuditing" ? 200 : 404);
    expect(await undone(BEFORE, gone)).toMatchObject({ state: "stays" });
    const failing = ({ operation }: Call) => exchangeOf(operation === "updateAuditing" ? 200 : 403);
    expect(await undone(BEFORE, failing)).toMatchObject({ state: "left", note: expect.stringContaining("403") });
    const { parts } = undoPartsOf(gone);
    expect(await undoChanged(entryOf(), parts)).toMatchObject({ state: "left" });
  });

  it("is left by name where it was more than what stands in for it", async () => {
    const ignored = setting({ enabled: false }, () => ({ enabled: false }));
    expect(await undone(BEFORE, ignored)).toMatchObject({ state: "left" });
    expect(
      await undone(
        { enabled: true },
        setting({ enabled: false }, () => ({ enabled: false })),
      ),
    ).toMatchObject({
      state: "stays",
    });
  });
});
