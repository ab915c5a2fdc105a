import type { Exchange } from "@plumbline/client";
import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import type { JournalEntry } from "../ground/journal.ts";
import { madeEntry } from "./made-entry.test-support.ts";
import { PendingUndoReader } from "./pending-undo.ts";
import { Reached } from "./reached.ts";
import type { CustodyParts } from "./request.ts";
import { CLUSTER, PROJECT, sceneOf } from "./scene.test-support.ts";

const FIRST = "32b6e34b3d91647abb20e7b1";
const SECOND = "32b6e34b3d91647abb20e7b2";
const OWN = "32b6e34b3d91647abb20e7b3";
const [SOON, LATE] = ["2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z"];

const update = (body: object, change: Partial<Call> = {}): Call => ({
  operation: "updateBackupSchedule",
  version: "2",
  body,
  ...change,
});

/** Snapshots of clusters; the run took one of them. */
function scene(change: Partial<CustodyParts> = {}) {
  const snapshots = new Map<string, Record<string, unknown>>(
    [FIRST, SECOND, OWN].map((id) => [id, { id, expiresAt: SOON, status: "completed" }]),
  );
  const override: { read?: () => Exchange } = {};
  const { parts, ledger, requestOf, calls, asked, journal } = sceneOf(
    () => override.read?.() ?? exchangeOf(200, { results: [...snapshots.values()], totalCount: snapshots.size }),
    change,
  );
  ledger.own.set(OWN, madeEntry({ number: 100, id: OWN }));
  const log = { append: (line: JournalEntry): void => void journal.push(line) };
  const reached = new Reached(parts, ledger, log);
  const before = (call: Call): Promise<void> => reached.before(requestOf(call));
  const set = (id: string, members: object): unknown => snapshots.set(id, { ...snapshots.get(id), ...members });
  const another = (): Reached => new Reached(parts, ledger, log);
  return { reached, another, before, journal, ledger, snapshots, override, calls, asked, set };
}

describe("Reached, for an update that reaches existing snapshots", () => {
  it("reads the snapshots before the update, once per cluster", async () => {
    const { before, calls } = scene();
    await before(update({ updateSnapshots: true }));
    expect(calls).toMatchObject([{ operation: "listSnapshots", path: CLUSTER, query: { pageNum: "1" } }]);
    await Promise.all([before(update({ updateSnapshots: true })), before(update({ updateSnapshots: true }))]);
    expect(calls).toHaveLength(1);
    await before(update({ updateSnapshots: true }, { path: { clusterName: "Cluster1" } }));
    expect(calls[1]?.path).toEqual({ groupId: PROJECT, clusterName: "Cluster1" });
  });

  it("journals the snapshots before the update, so that cleanup after a kill reports the same changes", async () => {
    const { another, before, journal, ledger, set } = scene();
    await before(update({ updateSnapshots: true }));
    const [line] = journal;
    const reader = new PendingUndoReader(bindContract(neutral));
    expect(line).toMatchObject({ type: "reached", records: { [FIRST]: { expiresAt: SOON, copyRegions: null } } });
    reader.read(JSON.stringify(line));
    const [kept] = reader.pending.reached;
    if (kept === undefined) throw new Error("the reader found nothing that was reached");
    set(FIRST, { expiresAt: LATE });
    const later = another();
    later.adopt(kept);
    await later.settle();
    expect(ledger.changes).toMatchObject([{ operation: "updateBackupSchedule", id: FIRST, state: "stays" }]);
  });

  it("reports unknown changes after a kill if the run could not read the list before", async () => {
    const { another, before, journal, ledger, override } = scene();
    override.read = () => exchangeOf(500);
    await before(update({ updateSnapshots: true }));
    const reader = new PendingUndoReader(bindContract(neutral));
    reader.read(JSON.stringify(journal[0]));
    delete override.read;
    const later = another();
    for (const kept of reader.pending.reached) later.adopt(kept);
    await later.settle();
    const note = "it may have changed any snapshot, and the run could not read their list";
    expect(ledger.changes).toMatchObject([{ operation: "updateBackupSchedule", state: "stays", note }]);
  });

  it.each([
    ["/operation", { operation: "updateAuditing" }],
    ["/operation", { operation: "listAlerts" }],
    ["/records", { records: [] }],
    ["/records", { records: { nobody: {} } }],
    ["/path/clusterName", { path: { clusterName: ".." } }],
  ])("skips a journal line that no run can have written, at %s", (pointer, change) => {
    const reader = new PendingUndoReader(bindContract(neutral));
    const line = { type: "reached", operation: "updateBackupSchedule", version: "2", path: CLUSTER, records: {} };
    reader.read(JSON.stringify({ ...line, ...change }));
    expect(reader.pending).toMatchObject({ reached: [], skipped: [{ line: 1, pointer }] });
  });

  it("reports each changed member of a snapshot at the end, with its old and new value", async () => {
    const { before, reached, ledger, set } = scene();
    await before(update({ updateSnapshots: true }));
    set(SECOND, { expiresAt: LATE, copyRegions: ["EU_WEST_1"], status: "expiring" });
    await reached.settle();
    expect(ledger.changes).toEqual([
      {
        operation: "updateBackupSchedule",
        id: SECOND,
        state: "stays",
        note: `expiresAt of the snapshot was "${SOON}" and is "${LATE}": no operation undoes that`,
      },
      {
        operation: "updateBackupSchedule",
        id: SECOND,
        state: "stays",
        note: 'copyRegions of the snapshot was nothing and is ["EU_WEST_1"]: no operation undoes that',
      },
    ]);
  });

  it("reports deleted snapshots and ignores new ones", async () => {
    const { before, reached, ledger, snapshots } = scene();
    await before(update({ updateSnapshots: true }));
    snapshots.delete(FIRST);
    snapshots.set("later", { id: "later", expiresAt: LATE });
    await reached.settle();
    expect(ledger.changes).toEqual([
      {
        operation: "updateBackupSchedule",
        id: FIRST,
        state: "stays",
        note: "the snapshot is gone: no operation undoes that",
      },
    ]);
  });

  it("ignores members that do not matter, and snapshots of the run", async () => {
    const { before, reached, ledger, set, snapshots } = scene();
    await before(update({ updateSnapshots: true }));
    set(OWN, { expiresAt: LATE });
    set(FIRST, { status: "failed", storageSizeBytes: 9 });
    snapshots.set("nameless", { expiresAt: LATE });
    await reached.settle();
    expect(ledger.changes).toEqual([]);
  });

  it("reports that any snapshot may have changed if the list cannot be read, before or at the end", async () => {
    const note = "it may have changed any snapshot, and the run could not read their list";
    const unread = [{ operation: "updateBackupSchedule", id: "Cluster0", state: "stays", note }];
    const first = scene();
    first.override.read = () => exchangeOf(500);
    await first.before(update({ updateSnapshots: true }));
    delete first.override.read;
    await first.reached.settle();
    expect([first.ledger.changes, first.calls.length]).toEqual([unread, 1]);
    const last = scene();
    await last.before(update({ updateSnapshots: true }));
    last.override.read = () => exchangeOf(403);
    await last.reached.settle();
    expect(last.ledger.changes).toEqual(unread);
    const blind = scene({ served: () => undefined });
    await blind.before(update({ updateSnapshots: true }));
    await blind.reached.settle();
    expect([blind.ledger.changes, blind.asked()]).toEqual([unread, []]);
  });

  it("reports each cluster separately, even if the list of another cannot be read", async () => {
    const { before, reached, ledger, set, override } = scene();
    override.read = () => exchangeOf(500);
    await before(update({ updateSnapshots: true }));
    delete override.read;
    await before(update({ updateSnapshots: true }, { path: { clusterName: "Cluster1" } }));
    set(FIRST, { expiresAt: LATE });
    await reached.settle();
    expect(ledger.changes.map(({ id }) => id)).toEqual(["Cluster0", FIRST]);
  });

  it("reports changes once, even if the run settles twice", async () => {
    const { before, reached, ledger, set } = scene();
    await before(update({ updateSnapshots: true }));
    set(FIRST, { expiresAt: LATE });
    await reached.settle();
    await reached.settle();
    expect(ledger.changes).toHaveLength(1);
  });
});

describe("Reached, for a request that reaches no snapshot", () => {
  it("sends no read and reports nothing", async () => {
    const { before, reached, ledger, asked, set } = scene();
    for (const call of [
      update({ referenceHourOfDay: 3 }),
      update({ updateSnapshots: false }),
      { operation: "deleteBackupSchedules", version: "2" },
      { operation: "updateBackupCompliancePolicy", version: "2", body: { updateSnapshots: true } },
      // The run restores the schedules that this request overwrites.
      { operation: "updateBackupCompliancePolicy", version: "2", body: {}, query: { overwriteBackupPolicies: "true" } },
      { operation: "createAlertConfig", version: "2", body: {} },
    ] as const)
      await before(call);
    set(FIRST, { expiresAt: LATE });
    await reached.settle();
    expect([asked(), ledger.changes]).toEqual([[], []]);
  });
});
