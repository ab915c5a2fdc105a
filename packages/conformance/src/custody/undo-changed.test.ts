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

describe("undoChanged", () => {
  it('writes the original state, and reports "restored" once a read shows it', async () => {
    const { parts, calls } = undoPartsOf(setting({ enabled: false }));
    expect(await undoChanged(entryOf(), parts)).toEqual({ state: "restored" });
    expect(calls[0]).toMatchObject({ operation: "updateAuditing", rawBody: JSON.stringify(BEFORE) });
    expect(calls[1]).toMatchObject({ operation: "getAuditing" });
  });

  it("waits for late reads, and accepts other formatting", async () => {
    const printed = undoPartsOf(setting({ enabled: false }, () => ({ ...BEFORE, auditFilter: '{"a":1}' }), 200, 2));
    expect(await undoChanged(entryOf(), printed.parts)).toEqual({ state: "restored" });
    expect(printed.waited()).toBeGreaterThan(0);
  });

  it('reports "left" with the members that differ and the answer to the write', async () => {
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

  it("sends no write if every request was refused and the state is unchanged", async () => {
    const { touched: _touched, ...refused } = entryOf();
    const { parts, asked } = undoPartsOf(setting(BEFORE));
    expect(await undoChanged(refused, parts)).toEqual({ state: "nothing" });
    expect(asked()).toEqual(["getAuditing"]);
  });

  it("restores a state that differs even though every request was refused", async () => {
    const { touched: _touched, ...refused } = entryOf();
    const { parts, asked } = undoPartsOf(setting({ enabled: false }));
    expect(await undoChanged(refused, parts)).toEqual({ state: "restored" });
    expect(asked()).toContain("updateAuditing");
  });

  it("retries the restore without read-only members after a 400", async () => {
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

  it.each([429, 503])("retries the restore after %i, which says nothing about the write", async (status) => {
    const { parts, asked, waited } = undoPartsOf(
      (() => {
        let [shown, writes]: [unknown, number] = [{ enabled: false }, 0];
        return ({ operation, rawBody = "" }: Call) => {
          if (operation === "getAuditing") return exchangeOf(200, shown);
          writes += 1;
          if (writes < 3) return exchangeOf(status);
          shown = JSON.parse(rawBody);
          return exchangeOf(200, shown);
        };
      })(),
    );
    expect(await undoChanged(entryOf(), parts)).toEqual({ state: "restored" });
    expect(asked().filter((operation) => operation === "updateAuditing")).toHaveLength(3);
    expect(waited()).toBe(1_500);
  });

  it("writes once if the refusal has another reason", async () => {
    const { parts, asked } = undoPartsOf(setting({ enabled: false }, () => ({ enabled: false }), 400));
    expect(await undoChanged(entryOf(), parts)).toMatchObject({ state: "left" });
    expect(asked().filter((operation) => operation === "updateAuditing")).toHaveLength(1);
  });

  it('reports "left" if the target offers no write or no read', async () => {
    const without = (missing: string) =>
      undoPartsOf(setting(BEFORE), { served: (operation) => (operation === missing ? undefined : "2") }).parts;
    for (const missing of ["updateAuditing", "getAuditing"])
      expect(await undoChanged(entryOf(), without(missing))).toEqual({
        state: "left",
        note: `the target has no ${missing}`,
      });
  });
});

describe("undoChanged, for the request that restores", () => {
  it("includes effects beyond the state, and the query that the write needs", async () => {
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

  it("restores a list", async () => {
    const { effect: analyzers } = searchWrites.replaceCustomAnalyzers;
    const { parts, calls } = undoPartsOf(({ operation }) =>
      exchangeOf(200, operation === "listCustomAnalyzers" ? [{ name: "a" }] : {}),
    );
    const entry = entryOf({ operation: "replaceCustomAnalyzers", effect: analyzers, before: [{ name: "a" }] });
    expect(await undoChanged(entry, parts)).toEqual({ state: "restored" });
    expect(calls[0]?.rawBody).toBe('[{"name":"a"}]');
  });

  it("skips the restore if the state is unchanged and an earlier restore failed", async () => {
    const { parts, asked } = undoPartsOf(setting(BEFORE), { inVain: new Set(["updateAuditing"]) });
    expect(await undoChanged(entryOf({ touched: "perhaps" }), parts)).toEqual({ state: "restored" });
    expect(asked()).toEqual(["getAuditing"]);
    await undoChanged(entryOf({ touched: "accepted" }), parts);
    expect(asked()).toContain("updateAuditing");
    const first = undoPartsOf(setting(BEFORE));
    await undoChanged(entryOf({ touched: "perhaps" }), first.parts);
    expect(first.asked()[0]).toBe("updateAuditing");
  });

  it("reports the answer to the read if that failed, and to the write only if it was refused", async () => {
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

  it("retries with a reduced body after 400 and 422 only", async () => {
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

describe("undoChanged, for a state that equals the original in all settable members", () => {
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

  it('reports "restored" with a note if the target issued new ids inside', async () => {
    const shown = { referenceHourOfDay: 3, policies: policies("6") };
    expect(await undone({}, shown)).toEqual({
      state: "restored",
      note: "the run restored every value that a request can set; the id /policies/0/id was 5 and is 6 (and 1 more)",
    });
    expect(await undone({}, { ...shown, policies: policies("5") })).toEqual({ state: "restored" });
  });

  it.each([
    ["under the new id that the target shows", policies("6")],
    ["without an id, if the target shows none", []],
  ])("writes the state %s, after the target refused the old id", async (_how, left) => {
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

  it('reports "restored" with a note if a read shows another trace of the change', async () => {
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

describe("undoChanged, for a state that nothing can clear", () => {
  const unsettable = { ...effect, stays: () => "nothing unsets it" };
  const undone = (before: object, answer: Parameters<typeof undoPartsOf>[0]) =>
    undoChanged(entryOf({ effect: unsettable, before }), undoPartsOf(answer).parts);

  it('restores it and reports "stays"', async () => {
    expect(await undone(BEFORE, setting({ enabled: false }))).toEqual({ state: "stays", note: "nothing unsets it" });
  });

  it('accepts a 404 of the read, but reports "left" for other failures', async () => {
    const gone = ({ operation }: Call) => exchangeOf(operation === "updateAuditing" ? 200 : 404);
    expect(await undone(BEFORE, gone)).toMatchObject({ state: "stays" });
    const failing = ({ operation }: Call) => exchangeOf(operation === "updateAuditing" ? 200 : 403);
    expect(await undone(BEFORE, failing)).toMatchObject({ state: "left", note: expect.stringContaining("403") });
    const { parts } = undoPartsOf(gone);
    expect(await undoChanged(entryOf(), parts)).toMatchObject({ state: "left" });
  });

  it('reports a state as "left" if its placeholder is weaker than the original', async () => {
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
