import type { Exchange } from "@plumbline/client";
import type { RouteVersion, WriteId } from "@plumbline/schemas";
import { describe, expect, it, vi } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { custodyParts } from "../kernel/custody-parts.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { migrationWrites } from "../writes/migrations.ts";
import { Bystanders } from "./bystanders.ts";
import { Custody } from "./custody.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { madeEntry } from "./made-entry.test-support.ts";
import type { CustodyParts } from "./request.ts";
import { alertWith, CLUSTER, cutOff, PROJECT, sceneOf } from "./scene.test-support.ts";
import type { Beside } from "./sweep.ts";
import { MARK } from "./undo-parts.test-support.ts";

const OWN = "32b6e34b3d91647abb20e7b1";
const MATE = "32b6e34b3d91647abb20e7b2";
const THEIRS = "32b6e34b3d91647abb20e7b3";
const LATER = "32b6e34b3d91647abb20e7b4";
const DAY = 86_400_000;

type Records = Map<string, Record<string, unknown>>;

/** Effects that happen while the code waits, on a clock that only adds up the waits. */
interface Meanwhile {
  pass?: () => void;
  wait?: () => void;
  read?: (call: Call) => Exchange | undefined;
}

/** A list of three records: two of the run, of which the first is written, and one of the user. */
function scene(change: Partial<CustodyParts> = {}) {
  const records: Records = new Map(
    [OWN, MATE, THEIRS].map((id) => [id, { id, enabled: true, eventTypeName: "NO_PRIMARY" }]),
  );
  const meanwhile: Meanwhile = {};
  const controls: number[] = [];
  const { parts, ledger, asked, calls, journal } = sceneOf(
    (call) =>
      meanwhile.read?.(call) ??
      exchangeOf(200, { results: [...records.values()].map((one) => ({ ...one })), totalCount: records.size }),
    {
      bystanders: "watched",
      pass: async () => meanwhile.pass?.(),
      wait: async (milliseconds) => {
        controls.push(milliseconds);
        meanwhile.wait?.();
      },
      ...change,
    },
  );
  for (const [number, id] of [OWN, MATE].entries()) ledger.own.set(id, madeEntry({ number: number + 100, id }));
  const bystanders = new Bystanders(parts, ledger);
  const set = (id: string, members: object): unknown => records.set(id, { ...records.get(id), ...members });
  const write = (does: () => unknown = () => undefined, more: Partial<Beside> = {}, status = 200): Promise<Exchange> =>
    bystanders.send(besideOf(more), async () => {
      does();
      return exchangeOf(status, {}, "PATCH");
    });
  const sweep = (
    outcome: "accepted" | "refused" = "accepted",
    operation: WriteId = "setAlertConfigEnabled",
    version: RouteVersion = "2",
  ) => bystanders.sweepOf(operation, version, outcome);
  return { bystanders, ledger, records, meanwhile, controls, asked, calls, journal, set, write, sweep };
}

const besideOf = (change: Partial<Beside> = {}): Beside => ({
  operation: "setAlertConfigEnabled",
  version: "2",
  path: { groupId: PROJECT, alertConfigId: OWN },
  place: change.path ?? { groupId: PROJECT },
  sent: { enabled: false },
  query: {},
  expected: "accepted",
  isTrial: false,
  ...change,
});

describe("Bystanders.send, for the first write of an operation, version and outcome", () => {
  it("lists all records before and after it, also in the older version, and nothing for the second write", async () => {
    const { write, asked, calls, sweep } = scene();
    const order: (readonly string[])[] = [];
    await write(() => order.push([...asked()]));
    expect(order).toEqual([["listAlertConfigs"]]);
    expect(calls.map(({ operation, version }) => [operation, version])).toEqual([
      ["listAlertConfigs", "2"],
      ["listAlertConfigs", "2"],
      ["listAlertConfigs", "1.0"],
    ]);
    expect(sweep()).toEqual({ own: 1, others: 1, disturbed: [] });
    await write();
    expect(asked()).toHaveLength(3);
  });

  it("compares again for another version, another operation, or an expected refusal", async () => {
    const { write, asked, sweep } = scene();
    await write();
    const reads = async (more: Partial<Beside>, status = 200): Promise<number> => {
      const before = asked().length;
      await write(undefined, more, status);
      return asked().length - before;
    };
    const refused = { path: { groupId: PROJECT, alertConfigId: LATER }, expected: "refused" } as const;
    // The look after one write is also the look before the next, if nothing was sent in between.
    for (const [more, status, looks] of [
      [{ version: "1.0" }, 200, 1],
      [{ operation: "updateAlertConfig" }, 200, 3],
      [refused, 404, 2],
    ] as const) {
      expect(await reads(more, status), JSON.stringify(more)).toBe(looks);
      expect(await reads(more, status), JSON.stringify(more)).toBe(0);
    }
    expect(sweep("refused")).toEqual({ own: 2, others: 1, disturbed: [] });
    expect(sweep("accepted", "setAlertConfigEnabled", "1.0")).toBeDefined();
    expect(sweep("refused", "updateAlertConfig")).toBeUndefined();
  });

  it("does not count the addressed record as a bystander", async () => {
    const { write, sweep, records } = scene();
    records.delete(THEIRS);
    records.delete(MATE);
    await write();
    expect(sweep()).toEqual({ own: 0, others: 0, disturbed: [] });
    const theirs = { path: { groupId: PROJECT, alertConfigId: THEIRS }, expected: "refused" } as const;
    records.set(THEIRS, { id: THEIRS });
    await write(undefined, theirs, 404);
    expect(sweep("refused")).toEqual({ own: 1, others: 0, disturbed: [] });
  });

  it("lists at the place that the body of the write names", async () => {
    const { write, calls } = scene();
    const listedAt = { databaseName: "shop", collectionName: "orders" };
    await write(undefined, { operation: "createSearchIndex", path: CLUSTER, place: { ...CLUSTER, ...listedAt } });
    expect(calls.map(({ operation, path }) => [operation, path])).toEqual(
      Array(3).fill(["listSearchIndexes", { ...CLUSTER, ...listedAt }]),
    );
  });

  it("files the sweep under the actual outcome, not under the expected one", async () => {
    const { write, sweep, asked } = scene();
    await write(undefined, {}, 403);
    expect([sweep("accepted"), sweep("refused")]).toMatchObject([undefined, { disturbed: [] }]);
    await write();
    expect([sweep("accepted"), asked().length]).toMatchObject([{ disturbed: [] }, 4]);
  });

  it("lists again before the write if the last look is old or the kind has one state per place", async () => {
    const { write, asked } = scene();
    await write();
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2_001);
    await write(undefined, { version: "1.0" });
    vi.restoreAllMocks();
    expect(asked()).toHaveLength(5);
    const places = scene({ projects: () => [PROJECT, LATER] });
    for (const version of ["2", "1.0"] as const)
      await places.write(undefined, { operation: "updateAuditing", version });
    expect(places.asked()).toHaveLength(4);
  });

  it("sends it alone: other writes of the kind wait for its comparison, and run in parallel afterwards", async () => {
    const { bystanders } = scene();
    const log: string[] = [];
    const slow = (name: string, more: Partial<Beside> = {}): Promise<Exchange> =>
      bystanders.send(besideOf(more), async () => {
        log.push(`${name} begins`);
        for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        log.push(`${name} ends`);
        return exchangeOf(200, {}, "PATCH");
      });
    await Promise.all([slow("A"), slow("B", { operation: "updateAlertConfig" })]);
    expect(log.splice(0)).toEqual(["A begins", "A ends", "B begins", "B ends"]);
    await Promise.all([slow("C"), slow("D"), slow("E", { operation: "deleteAlertConfig" })]);
    expect(log).toEqual(["C begins", "D begins", "C ends", "D ends", "E begins", "E ends"]);
  });

  it("sends it without a look if bystanders are switched off or no operation shows the kind", async () => {
    const off = scene({ bystanders: "none" });
    await off.write();
    expect([off.asked(), off.sweep()]).toEqual([[], undefined]);
    const blind = scene({ served: () => undefined });
    await blind.write();
    expect([blind.asked(), blind.sweep()]).toEqual([[], undefined]);
    const { write, asked, sweep } = scene();
    await write(undefined, { operation: "disablePrivateIpMode" });
    expect([asked(), sweep("accepted", "disablePrivateIpMode")]).toEqual([[], undefined]);
  });

  it("does not look if the caller may not write", async () => {
    const { write, asked, sweep } = scene();
    await write(undefined, { expected: undefined }, 401);
    expect([asked(), sweep("refused")]).toEqual([[], undefined]);
  });

  it("still sends it but records no sweep if the list cannot be read before or after it", async () => {
    for (const readable of [0, 1]) {
      const { write, sweep, meanwhile, ledger, records } = scene();
      let reads = 0;
      meanwhile.read = () => {
        reads += 1;
        return reads > readable ? exchangeOf(500) : undefined;
      };
      const exchange = await write(() => records.delete(MATE));
      expect(exchange.response).toMatchObject({ status: 200 });
      expect([sweep(), ledger.changes], `${readable} reads`).toEqual([undefined, []]);
    }
  });

  it("records no sweep if the outcome is unknown, but still reports harm", async () => {
    for (const [answer, words] of [
      [cutOff(), "was not answered"],
      [exchangeOf(500, {}, "PATCH"), "was answered with an error"],
    ] as const) {
      const { bystanders, sweep, records, ledger, write } = scene();
      await bystanders.send(besideOf(), async () => {
        records.delete(MATE);
        return answer;
      });
      expect([sweep("accepted"), sweep("refused")]).toEqual([undefined, undefined]);
      expect(ledger.changes).toMatchObject([{ id: MATE, state: "disturbed", note: expect.stringContaining(words) }]);
      await expect(write()).rejects.toThrow(HandsOffError);
    }
  });
});

describe("Bystanders, for a record that no write addressed", () => {
  it.each([
    ["of the run that vanishes", MATE, true, "vanished", (all: Records) => all.delete(MATE)],
    [
      "of the run that changes",
      MATE,
      true,
      "changed in enabled",
      (all: Records) => all.set(MATE, { ...all.get(MATE), enabled: false }),
    ],
    ["of the user that vanishes", THEIRS, false, "vanished", (all: Records) => all.delete(THEIRS)],
    [
      "of the user that changes",
      THEIRS,
      false,
      "changed in enabled",
      (all: Records) => all.set(THEIRS, { ...all.get(THEIRS), enabled: false }),
    ],
  ] as const)(
    "reports a record %s as disturbed, and blocks the operation in every version",
    async (_what, id, isOwn, what, harm) => {
      const { write, sweep, ledger, records, controls, journal } = scene();
      await write(() => harm(records));
      expect(sweep()?.disturbed).toEqual([{ kind: "alert configuration", id, isOwn, what }]);
      const whose = isOwn ? "of the run" : "that the run did not create";
      const note = `this alert configuration ${whose} ${what} when setAlertConfigEnabled (version v2) was accepted, which did not address it`;
      expect(ledger.changes).toEqual([{ operation: "setAlertConfigEnabled", id, state: "disturbed", note }]);
      expect(journal.at(-1)).toMatchObject({ type: "undone", state: "disturbed", id });
      // The control ran. Another client may pause for longer than one look, so there are several.
      expect(controls).toHaveLength(isOwn ? 1 : 10);
      expect(controls[0]).toBeGreaterThanOrEqual(150);
      for (const version of ["2", "1.0"] as const) {
        let isSent = false;
        const again = write(() => (isSent = true), { version });
        await expect(again).rejects.toThrow(HandsOffError);
        await expect(again).rejects.toThrow(
          `setAlertConfigEnabled is not sent any more: alert configuration ${id} ${what} when it was accepted`,
        );
        expect(isSent).toBe(false);
      }
      await expect(write(undefined, { operation: "updateAlertConfig" })).resolves.toBeDefined();
    },
  );

  it("reports harm by a refused write too", async () => {
    const { write, sweep, records } = scene();
    await write(() => records.delete(MATE), { expected: "refused" }, 400);
    expect([sweep("accepted"), sweep("refused")?.disturbed]).toMatchObject([undefined, [{ id: MATE }]]);
    await expect(write()).rejects.toThrow(`alert configuration ${MATE} vanished when it was refused`);
  });

  it("sends none of the writes that waited for a harmful one", async () => {
    const { write, records } = scene();
    let sent = 0;
    const [first, ...others] = await Promise.allSettled([
      write(() => records.delete(MATE)),
      ...[1, 2].map(() =>
        write(() => {
          sent += 1;
        }),
      ),
    ]);
    expect([first?.status, others.map(({ status }) => status), sent]).toEqual([
      "fulfilled",
      ["rejected", "rejected"],
      0,
    ]);
  });

  it("blocks the harmful operation at once, without waiting for other pending writes", async () => {
    const { bystanders, write, records } = scene();
    await write(undefined, { operation: "updateAlertConfig" });
    await write(() => records.delete(MATE));
    const log: string[] = [];
    const slow = bystanders.send(besideOf({ operation: "updateAlertConfig" }), async () => {
      for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      log.push("answered");
      return exchangeOf(200, {}, "PATCH");
    });
    // A trial must run alone, so it waits, and a later write would wait for it.
    const trial = write(undefined, { isTrial: true });
    const refusal = write().catch((error: unknown) => log.push(error instanceof HandsOffError ? "refused" : "failed"));
    await Promise.all([slow, trial, refusal]);
    expect(log).toEqual(["refused", "answered"]);
  });

  it("compares again in every trial, even though the operation is blocked", async () => {
    const { write, sweep, records, set } = scene();
    await write(() => records.delete(MATE));
    await write(() => set(THEIRS, { enabled: false }), { isTrial: true });
    expect(sweep()?.disturbed).toMatchObject([{ id: THEIRS, what: "changed in enabled" }]);
    const log: string[] = [];
    const trial = write(() => log.push("trial"), { isTrial: true });
    const other = write(() => log.push("other"), { operation: "updateAlertConfig", expected: undefined });
    await Promise.all([trial, other]);
    expect(log).toEqual(["trial", "other"]);
    expect(sweep()).toEqual({ own: 0, others: 1, disturbed: [] });
    await expect(write()).rejects.toThrow(HandsOffError);
  });

  it("reports harm to a user's record even if one of the run's own records keeps changing", async () => {
    const { write, sweep, records, set, meanwhile } = scene();
    meanwhile.wait = () => set(MATE, { enabled: false });
    await write(() => records.delete(THEIRS));
    expect(sweep()?.disturbed).toMatchObject([{ id: THEIRS }]);
  });

  it("does not excuse harm by a write of another kind that addressed the same name", async () => {
    const { bystanders, write, sweep, set } = scene();
    const path = { groupId: PROJECT, clusterName: MATE };
    await bystanders.send(besideOf({ path, operation: "replaceCustomAnalyzers" }), async () => cutOff());
    await write(() => set(MATE, { enabled: false }));
    expect(sweep()?.disturbed).toMatchObject([{ id: MATE, what: "changed in enabled" }]);
  });

  it("does not excuse harm by a write that addressed the record long ago", async () => {
    const { write, sweep, set } = scene();
    await write(undefined, { path: { groupId: PROJECT, alertConfigId: MATE } });
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    await write(() => set(MATE, { enabled: false }), { version: "1.0" });
    expect(sweep("accepted", "setAlertConfigEnabled", "1.0")?.disturbed).toMatchObject([{ id: MATE }]);
    vi.restoreAllMocks();
  });

  it("lists every member that changed", async () => {
    const { write, sweep, set } = scene();
    await write(() => set(MATE, { enabled: false, eventTypeName: "OUTSIDE_METRIC_THRESHOLD" }));
    expect(sweep()?.disturbed).toMatchObject([{ what: "changed in enabled, eventTypeName" }]);
  });
});

describe("Bystanders, for changes that may be harmless", () => {
  it("ignores a difference that disappears while the custody waits", async () => {
    const { write, sweep, records, meanwhile, controls } = scene();
    const mate = records.get(MATE) ?? {};
    let rounds = 0;
    meanwhile.pass = () => {
      rounds += 1;
      if (rounds === 3) records.set(MATE, mate);
    };
    await write(() => records.delete(MATE));
    expect([rounds, sweep()?.disturbed, controls]).toEqual([3, [], []]);
    await expect(write()).resolves.toBeDefined();
  });

  it("ignores a record that another client keeps changing, and delays no further write for it", async () => {
    const { write, sweep, set, meanwhile, controls } = scene();
    let reads = 0;
    meanwhile.read = () => {
      reads += 1;
      set(THEIRS, { eventTypeName: `KIND_${reads}` });
      return undefined;
    };
    const waits: number[] = [];
    for (const operation of ["setAlertConfigEnabled", "updateAlertConfig"] as const)
      for (const version of ["2", "1.0"] as const) {
        await write(undefined, { operation, version });
        expect(sweep("accepted", operation, version)?.disturbed).toEqual([]);
        waits.push(controls.length);
      }
    expect(waits[0]).toBeGreaterThan(0);
    expect(waits.at(-1)).toBe(waits[1]);
  });

  it("ignores a member that changes by itself, but reports a change of another member of that record", async () => {
    const { write, sweep, set, meanwhile } = scene();
    let count = 0;
    meanwhile.read = () => {
      count += 1;
      set(MATE, { eventTypeName: `EVENT_${count}` });
      return undefined;
    };
    await write();
    expect(sweep()?.disturbed).toEqual([]);
    await write(() => set(MATE, { enabled: false }), { version: "1.0" });
    expect(sweep("accepted", "setAlertConfigEnabled", "1.0")?.disturbed).toMatchObject([
      { id: MATE, what: "changed in enabled, eventTypeName" },
    ]);
  });

  it("counts changes by another client as harmless for the user's records, but as harm for the run's own", async () => {
    const { write, sweep, set, records, meanwhile } = scene();
    records.set(LATER, { id: LATER, enabled: true });
    let count = 0;
    meanwhile.wait = () => {
      count += 1;
      set(LATER, { eventTypeName: `EVENT_${count}` });
    };
    await write(() => records.delete(THEIRS));
    expect(sweep()?.disturbed).toEqual([]);
    records.set(THEIRS, { id: THEIRS });
    await write(
      () => {
        records.delete(THEIRS);
        records.delete(MATE);
      },
      { version: "1.0" },
    );
    expect(sweep("accepted", "setAlertConfigEnabled", "1.0")?.disturbed).toMatchObject([{ id: MATE }]);
  });

  it("ignores lost user records if others appear while nothing is written, but never a lost own record", async () => {
    const { write, sweep, records, meanwhile } = scene();
    // A record of the user appears during the control, so another client is at work.
    meanwhile.wait = () => records.set(LATER, { id: LATER });
    await write(() => records.delete(THEIRS));
    expect(sweep()?.disturbed).toEqual([]);
    const own = scene();
    // Changes by another client do not explain a change of the run's own record.
    own.meanwhile.wait = () => own.records.delete(THEIRS);
    await own.write(() => own.records.delete(MATE));
    expect(own.sweep()?.disturbed).toMatchObject([{ id: MATE }]);
  });

  it("reports nothing if the control read fails", async () => {
    const { write, sweep, records, meanwhile } = scene();
    meanwhile.wait = () => {
      meanwhile.read = () => exchangeOf(500);
    };
    await write(() => records.delete(MATE));
    expect(sweep()?.disturbed).toEqual([]);
  });

  it("ignores changes of the record that the write addresses, by id or by name", async () => {
    const { write, sweep, records, set } = scene();
    await write(() => set(OWN, { enabled: false }));
    expect(sweep()?.disturbed).toEqual([]);
    await write(() => records.delete(OWN), { operation: "deleteAlertConfig" });
    expect(sweep("accepted", "deleteAlertConfig")?.disturbed).toEqual([]);
    const named = scene();
    named.set(THEIRS, { indexID: THEIRS, name: "theirs" });
    named.meanwhile.read = () =>
      exchangeOf(
        200,
        [...named.records.values()].map((one) => ({ indexID: one["id"], ...one })),
      );
    const operation = "deleteSearchIndexByName";
    await named.write(() => named.records.delete(THEIRS), { operation, path: { ...CLUSTER, indexName: "theirs" } });
    expect(named.sweep("accepted", operation)).toMatchObject({ others: 0, disturbed: [] });
  });

  it("ignores a late change of a record that an earlier write addressed, but reports its disappearance", async () => {
    const { write, sweep, set, records } = scene();
    const mate = { path: { groupId: PROJECT, alertConfigId: MATE } };
    await write(undefined, mate);
    await write(() => set(MATE, { enabled: false }), { version: "1.0" });
    expect(sweep("accepted", "setAlertConfigEnabled", "1.0")?.disturbed).toEqual([]);
    await write(() => records.delete(MATE), { operation: "updateAlertConfig" });
    expect(sweep("accepted", "updateAlertConfig")?.disturbed).toMatchObject([{ id: MATE, what: "vanished" }]);
  });

  it("ignores a late change of a record that an earlier write addressed by name", async () => {
    const { write, sweep, set, records } = scene();
    records.set(MATE, { ...records.get(MATE), name: "mate" });
    await write(undefined, { path: { groupId: PROJECT, alertConfigId: "mate" } });
    await write(() => set(MATE, { enabled: false }), { version: "1.0" });
    expect(sweep("accepted", "setAlertConfigEnabled", "1.0")?.disturbed).toEqual([]);
    await write(() => set(THEIRS, { enabled: false }), { operation: "updateAlertConfig" });
    expect(sweep("accepted", "updateAlertConfig")?.disturbed).toMatchObject([{ id: THEIRS }]);
  });

  it("ignores a record that a read by id shows for the first time", async () => {
    const { bystanders, ledger, meanwhile, sweep } = scene();
    const made = { operation: "validateMigration", path: { groupId: PROJECT } } as const;
    const { effect } = migrationWrites.validateMigration;
    ledger.own.set(LATER, madeEntry({ ...made, number: 200, id: LATER, effect }));
    let status = 404;
    meanwhile.read = (call) =>
      call.operation === "getMigrationValidation" ? exchangeOf(status, { _id: LATER }) : undefined;
    const send = (then: number) =>
      bystanders.send(besideOf(made), async () => {
        status = then;
        return exchangeOf(200, {}, "POST");
      });
    await send(200);
    expect(sweep("accepted", "validateMigration")?.disturbed).toEqual([]);
  });

  it("ignores the disappearance of a record that a write with unknown outcome addressed", async () => {
    const { bystanders, write, sweep, records } = scene();
    const path = { groupId: PROJECT, alertConfigId: MATE };
    await bystanders.send(besideOf({ path, operation: "deleteAlertConfig" }), async () => cutOff());
    await write(() => records.delete(MATE));
    expect(sweep()?.disturbed).toEqual([]);
  });

  it("ignores changes of a record that appeared after the first look at its kind", async () => {
    const { write, sweep, records } = scene();
    await write();
    records.set(LATER, { id: LATER, enabled: true });
    await write();
    await write(() => records.delete(LATER), { version: "1.0" });
    expect(sweep("accepted", "setAlertConfigEnabled", "1.0")).toEqual({ own: 1, others: 2, disturbed: [] });
    await write(() => records.delete(THEIRS), { operation: "updateAlertConfig" });
    expect(sweep("accepted", "updateAlertConfig")?.disturbed).toMatchObject([{ id: THEIRS }]);
  });

  it("ignores the disappearance of an own record that the run removed", async () => {
    for (const how of ["removed", "removedByName"] as const) {
      const { write, sweep, records, ledger } = scene();
      ledger.own.set(MATE, madeEntry({ number: 7, id: MATE, [how]: true }));
      await write(() => records.delete(MATE));
      expect(sweep(), how).toEqual({ own: 0, others: 2, disturbed: [] });
    }
    const closed = scene();
    const entry = madeEntry({ number: 7, id: MATE });
    closed.ledger.own.set(MATE, entry);
    closed.ledger.close(entry, { state: "removed" });
    await closed.write(() => closed.records.delete(MATE));
    expect(closed.sweep()).toMatchObject({ own: 0, disturbed: [] });
  });
});

describe("Bystanders, for records at another address", () => {
  const [FIRST, SECOND] = ["32b6e34b3d91647abb20e7c1", "32b6e34b3d91647abb20e7c2"];

  it("counts records as the user's from the first look at that address", async () => {
    const { write, sweep, meanwhile, records } = scene();
    await write();
    records.set(FIRST, { id: FIRST });
    const path = { groupId: SECOND, alertConfigId: OWN };
    meanwhile.read = ({ path: at }) =>
      at?.["groupId"] === SECOND ? exchangeOf(200, { results: records.has(FIRST) ? [{ id: FIRST }] : [] }) : undefined;
    await write(() => records.delete(FIRST), { version: "1.0", path });
    expect(sweep("accepted", "setAlertConfigEnabled", "1.0")?.disturbed).toMatchObject([{ id: FIRST }]);
  });
});

describe("Bystanders, for what a write reaches", () => {
  /** A cluster with a schedule, another cluster, and two snapshots, of which one has expired. */
  function backups() {
    const { records, meanwhile, ...rest } = scene();
    records.clear();
    const snapshots: Records = new Map([
      [OWN, { id: OWN, status: "completed", expiresAt: new Date(Date.now() + DAY).toISOString() }],
      [MATE, { id: MATE, status: "completed", expiresAt: new Date(Date.now() - DAY).toISOString() }],
    ]);
    const beside: Record<string, unknown> = { clusterName: "Cluster1", referenceHourOfDay: 3 };
    meanwhile.read = ({ operation }) => {
      if (operation === "listClusters")
        return exchangeOf(200, { results: [{ name: "Cluster0" }, { name: "Cluster1" }] });
      if (operation === "getBackupSchedule") return exchangeOf(200, { ...beside });
      return exchangeOf(200, { results: [...snapshots.values()].map((one) => ({ ...one })) });
    };
    rest.ledger.own.clear();
    const update = (does: () => unknown, sent: object, more: Partial<Beside> = {}) =>
      rest.write(does, { operation: "updateBackupSchedule", path: CLUSTER, sent, ...more });
    const disturbed = () => rest.sweep("accepted", "updateBackupSchedule")?.disturbed;
    return { ...rest, meanwhile, snapshots, beside, update, disturbed };
  }
  const longer = { expiresAt: new Date(Date.now() + 9 * DAY).toISOString() };

  it("counts a difference right after the run's own write as a late read, unless that state was never seen before", async () => {
    const changedAfter = async (hour: number) => {
      const { write, update, beside, disturbed, sweep } = backups();
      const other = { operation: "deleteBackupSchedules", path: { ...CLUSTER, clusterName: "Cluster1" } } as const;
      // Looks at Cluster1 before its change, and then writes there.
      await update(() => undefined, {}, { version: "1.0" });
      await new Promise((resolve) => setTimeout(resolve, 2));
      await write(() => Object.assign(beside, { referenceHourOfDay: 4 }), { ...other, expected: undefined });
      await update(() => Object.assign(beside, { referenceHourOfDay: hour }), {});
      expect(sweep("accepted", "updateBackupSchedule", "1.0")?.disturbed).toEqual([]);
      return disturbed();
    };
    // A late read may show the state before the write.
    expect(await changedAfter(3)).toEqual([]);
    expect(await changedAfter(8)).toMatchObject([{ id: "Cluster1", what: "changed in referenceHourOfDay" }]);
  });

  it("allows changes of reached records only if the request asks for them", async () => {
    const reached = backups();
    const change = () => reached.snapshots.set(OWN, { ...reached.snapshots.get(OWN), ...longer });
    await reached.update(change, { updateSnapshots: true });
    expect(reached.disturbed()).toEqual([]);
    const plain = backups();
    await plain.update(() => plain.snapshots.set(OWN, { ...plain.snapshots.get(OWN), ...longer }), {
      updateSnapshots: false,
    });
    expect(plain.disturbed()).toMatchObject([{ kind: "snapshot", id: OWN, what: "changed in expiresAt" }]);
  });

  it("compares the schedules of other clusters too, and reports a change", async () => {
    const { update, disturbed, beside, asked } = backups();
    await update(() => Object.assign(beside, { referenceHourOfDay: 4 }), { updateSnapshots: true });
    expect(disturbed()).toMatchObject([{ kind: "backup schedule", id: "Cluster1", isOwn: false }]);
    expect(new Set(asked())).toEqual(new Set(["listClusters", "getBackupSchedule", "listSnapshots"]));
  });

  it("compares again with another value if the other cluster already had the value sent", async () => {
    const { update, disturbed, beside, asked } = backups();
    for (const hour of [3, 3, 3, 3, 3]) await update(() => undefined, { referenceHourOfDay: hour });
    const before = asked().length;
    await update(() => Object.assign(beside, { referenceHourOfDay: 4 }), { referenceHourOfDay: 4 });
    expect(asked().length).toBeGreaterThan(before);
    expect(disturbed()).toMatchObject([{ id: "Cluster1", what: "changed in referenceHourOfDay" }]);
    const other = backups();
    await other.update(() => undefined, { referenceHourOfDay: 4 });
    const looked = other.asked().length;
    await other.update(() => undefined, { referenceHourOfDay: 5 });
    expect(other.asked()).toHaveLength(looked);
  });

  it("does not excuse a lost snapshot by changes among records of another kind", async () => {
    const { update, disturbed, beside, meanwhile, snapshots } = backups();
    let hour = 5;
    meanwhile.wait = () => Object.assign(beside, { referenceHourOfDay: hour++ });
    await update(() => snapshots.delete(OWN), {});
    expect(disturbed()).toMatchObject([{ kind: "snapshot", id: OWN, what: "vanished" }]);
  });

  it("accepts that an expired snapshot is missing, but not one that has not expired", async () => {
    const expired = backups();
    await expired.update(() => expired.snapshots.delete(MATE), {});
    expect(expired.disturbed()).toEqual([]);
    const early = backups();
    await early.update(() => early.snapshots.delete(OWN), {});
    expect(early.disturbed()).toMatchObject([{ kind: "snapshot", id: OWN, what: "vanished" }]);
  });
});

describe("Bystanders, for a write that no comparison could judge yet", () => {
  const tries = async (
    more: Partial<Beside> | ((time: number) => Partial<Beside>),
    status: (time: number) => number,
    change: Partial<CustodyParts> = {},
    prepare: (all: ReturnType<typeof scene>) => void = () => undefined,
  ): Promise<number> => {
    const all = scene(change);
    prepare(all);
    let looked = 0;
    for (let time = 0; time < 30; time += 1) {
      const before = all.asked().length;
      await all.write(undefined, typeof more === "function" ? more(time) : more, status(time));
      if (all.asked().length > before) looked += 1;
    }
    return looked;
  };
  const refusal = { expected: "refused" } as const;
  /** Adds another record of the run, so that there are two besides the addressed one. */
  const stand = ({ ledger, records }: ReturnType<typeof scene>): void => {
    ledger.own.set(LATER, madeEntry({ number: 102, id: LATER }));
    records.set(LATER, { id: LATER });
  };

  it("compares at most three times", async () => {
    expect(await tries({}, () => 500)).toBe(3);
    expect(await tries({}, () => 403)).toBe(3);
    expect(await tries({}, (time) => (time === 1 ? 200 : 403))).toBe(2);
  });

  it("compares up to twenty times if the write may have to wait for another one to finish", async () => {
    const snapshot = { operation: "takeSnapshot", path: CLUSTER } as const;
    expect(await tries(snapshot, () => 409)).toBe(20);
    expect(await tries(snapshot, (time) => (time < 7 ? 409 : 200))).toBe(8);
  });

  it("compares up to three times until two own records exist beside the addressed one", async () => {
    const accompanied = { bystanders: "accompanied" } as const;
    const alone = (): void => undefined;
    expect(await tries({}, () => 200, accompanied, stand)).toBe(1);
    expect(await tries({}, () => 200, accompanied, alone)).toBe(3);
    expect(await tries({}, () => 200, { bystanders: "watched" }, alone)).toBe(1);
    const acknowledge = { operation: "acknowledgeAlert", path: { groupId: PROJECT, alertId: OWN } } as const;
    expect(await tries(acknowledge, () => 200, accompanied, alone)).toBe(1);
    const served = (operation: string) => (operation === "createAlertConfig" ? undefined : ("2" as const));
    expect(await tries({}, () => 200, { ...accompanied, served }, alone)).toBe(1);
  });

  it("compares once more as soon as an own record exists that the run does not create as a companion", async () => {
    const deletion = { operation: "deleteSnapshot", path: { groupId: PROJECT, snapshotId: OWN } } as const;
    const taken = ({ ledger, records }: ReturnType<typeof scene>): void => {
      ledger.own.set(LATER, madeEntry({ number: 102, id: LATER, operation: "takeSnapshot" }));
      records.set(LATER, { id: LATER });
    };
    const forget = ({ ledger }: ReturnType<typeof scene>): boolean => ledger.own.delete(MATE);
    const snapshot = (time: number, all: ReturnType<typeof scene>): number => {
      if (time === 5) taken(all);
      return 200;
    };
    let all: ReturnType<typeof scene> | undefined;
    const later = await tries(
      deletion,
      (time) => (all === undefined ? 200 : snapshot(time, all)),
      { bystanders: "watched" },
      (one) => {
        forget(one);
        all = one;
      },
    );
    expect(later).toBe(2);
    expect(await tries(deletion, () => 200, { bystanders: "watched" }, forget)).toBe(1);
    expect(await tries(deletion, () => 200, { bystanders: "watched" }, taken)).toBe(1);
  });

  it("compares until the only own record beside it no longer changes by itself", async () => {
    let all: ReturnType<typeof scene> | undefined;
    const looked = await tries(
      (time) => {
        if (time === 1) all?.ledger.own.set(LATER, madeEntry({ number: 102, id: LATER, operation: "takeSnapshot" }));
        if (time === 1 || time === 6)
          all?.records.set(LATER, { id: LATER, status: time === 1 ? "queued" : "completed" });
        return { operation: "takeSnapshot", path: CLUSTER };
      },
      () => 200,
      { bystanders: "watched" },
      (one) => {
        for (const id of [OWN, MATE]) one.ledger.own.delete(id);
        all = one;
      },
    );
    expect(looked).toBe(7);
    expect(all?.sweep("accepted", "takeSnapshot")).toMatchObject({ own: 1, disturbed: [] });
  });

  it("compares once for each way in which the address is wrong, if own records exist beside it", async () => {
    const accompanied = { bystanders: "accompanied" } as const;
    const place = { groupId: PROJECT, alertConfigId: OWN };
    const wrong = (...names: readonly string[]): Partial<Beside> => {
      return { ...refusal, place, path: { ...place, ...Object.fromEntries(names.map((name) => [name, "f"])) } };
    };
    const ways = [wrong("alertConfigId"), wrong(), wrong("clusterName"), wrong("clusterName", "alertConfigId")];
    const each = (time: number): Partial<Beside> => ways[time % ways.length] ?? {};
    expect(await tries(wrong("alertConfigId"), () => 404, accompanied, stand)).toBe(1);
    expect(await tries(each, () => 404, accompanied, stand)).toBe(4);
    expect(
      await tries(
        (time) => (time < 4 ? each(time) : wrong("more")),
        () => 404,
        accompanied,
        stand,
      ),
    ).toBe(4);
    // A second kind of wrong address that is never refused is compared as often as the first.
    const errs = (time: number): number => (time === 0 ? 404 : 500);
    expect(await tries((time) => (time === 0 ? wrong("alertConfigId") : wrong()), errs, accompanied, stand)).toBe(7);
    const create = { ...wrong(), operation: "createExportBucket" } as const;
    expect(
      await tries(
        (time) => ({ ...create, ...each(time) }),
        () => 404,
      ),
    ).toBe(1);
  });

  it("does not compare if the address names a project that does not exist", async () => {
    const elsewhere = { ...refusal, place: { groupId: PROJECT }, path: { groupId: "f" } };
    expect(await tries(elsewhere, () => 404)).toBe(0);
  });
});

describe("Custody with watched bystanders", () => {
  /** Alert configurations; removing the first also removes the second. */
  function harmful() {
    const records: Records = new Map();
    const answer = ({ operation, body, path, who }: Call): Exchange => {
      const id = path?.["alertConfigId"] ?? "";
      if (who !== undefined) return exchangeOf(who === "none" ? 401 : 403);
      switch (operation) {
        case "createAlertConfig": {
          const made = `32b6e34b3d91647abb20e7d${records.size}`;
          records.set(made, { id: made, ...(body as object) });
          return exchangeOf(201, records.get(made), "POST");
        }
        case "listAlertConfigs":
          return exchangeOf(200, { results: [...records.values()], totalCount: records.size });
        case "deleteAlertConfig":
          if (records.delete(id)) records.delete("32b6e34b3d91647abb20e7d1");
          return exchangeOf(204, undefined, "DELETE");
        default:
          return records.has(id) ? exchangeOf(200, records.get(id)) : exchangeOf(404);
      }
    };
    const target = testTarget("http://127.0.0.1:1", { allow: new Set(["read", "create", "update", "delete"]) });
    const calls: Call[] = [];
    const ask = async (call: Call): Promise<Exchange> => {
      calls.push(call);
      return answer(call);
    };
    const custody = new Custody(
      custodyParts(target, () => emptyWorld(target), {
        ask,
        pass: async () => undefined,
        mark: MARK,
        bystanders: "watched",
      }),
      { append: () => undefined },
    );
    const carry = (call: Call): Promise<Exchange> => custody.carry(call, "A", () => ask(call));
    const create = (): Promise<Exchange> =>
      carry({ operation: "createAlertConfig", version: "2", body: alertWith(MARK) });
    return { custody, carry, create, calls, records };
  }
  const [FIRST, SECOND, THIRD] = [0, 1, 2].map((digit) => `32b6e34b3d91647abb20e7d${digit}`);
  const remove = (alertConfigId = "", more: Partial<Call> = {}): Call => ({
    operation: "deleteAlertConfig",
    version: "2",
    path: { alertConfigId },
    ...more,
  });

  it("blocks a harmful delete in its own cleanup too, and creates nothing that it could no longer remove", async () => {
    const { custody, carry, create, calls } = harmful();
    for (let time = 0; time < 3; time += 1) await create();
    await carry(remove(FIRST));
    expect(custody.whyHarmful("deleteAlertConfig")).toBe(`alert configuration ${SECOND} vanished when it was accepted`);
    await expect(create()).rejects.toThrow(HandsOffError);
    // Only the owner of the record counts as having lost it.
    expect(custody.whyDisturbed("A")).toMatch(new RegExp(`^${SECOND} has changed: .* vanished when deleteAlertConfig`));
    expect(custody.whyDisturbed("B")).toBeUndefined();
    await custody.settle();
    const note = expect.stringContaining("deleteAlertConfig is not sent any more");
    expect(custody.changes).toMatchObject([
      { operation: "deleteAlertConfig", id: SECOND, state: "disturbed" },
      { operation: "createAlertConfig", id: THIRD, state: "left", note },
      { operation: "createAlertConfig", id: FIRST, state: "removed" },
    ]);
    expect(calls.filter(({ operation }) => operation === "deleteAlertConfig")).toHaveLength(1);
  });

  it("detects harm by its own cleanup", async () => {
    const { custody, create } = harmful();
    for (let time = 0; time < 3; time += 1) await create();
    await custody.release("A");
    // The undo removes the newest record first, and the target removes the second with it.
    expect(custody.sweepOf("deleteAlertConfig", "2", "accepted")?.disturbed).toMatchObject([
      { id: SECOND, isOwn: true, what: "vanished" },
    ]);
    expect(custody.changes).toContainEqual(expect.objectContaining({ id: FIRST, state: "left" }));
  });

  it("lists at the place of a valid request if the address is wrong on purpose", async () => {
    const { carry, create, calls } = harmful();
    await create();
    const before = calls.length;
    await carry(remove("fedcba9876543210fedcba98", { due: "refusal", path: { alertConfigId: "f" } }));
    const looks = calls.slice(before).filter(({ operation }) => operation === "listAlertConfigs");
    // The look after the create serves as the look before the removal. The removal is accepted, so the older version is
    // read too.
    expect(looks.map(({ version }) => version)).toEqual(["2", "1.0"]);
    await carry(remove("fedcba9876543210fedcba98", { due: "refusal", path: { groupId: "32b6", alertConfigId: "f" } }));
    for (const { operation, path } of calls.slice(before))
      if (operation === "listAlertConfigs") expect(path?.["groupId"]).not.toBe("32b6");
  });

  it("looks for a key without a role and for refusals of missing records, but for no other unauthorized caller", async () => {
    const { custody, carry, create, calls } = harmful();
    await create();
    const reads = async (call: Call): Promise<number> => {
      const before = calls.length;
      await carry(call);
      return calls.slice(before).filter(({ operation }) => operation === "listAlertConfigs").length;
    };
    for (const who of ["none", "wrongSecret"] as const)
      expect(await reads(remove("fedcba9876543210fedcba98", { who })), who).toBe(0);
    for (const who of ["noRole", "otherProject", { role: "Project Read Only" }] as const)
      expect(await reads(remove("fedcba9876543210fedcba98", { who }))).toBe(who === "noRole" ? 2 : 0);
    expect(await reads(remove("fedcba9876543210fedcba98"))).toBe(3);
    expect(custody.sweepOf("deleteAlertConfig", "2", "accepted")).toMatchObject({ own: 1, disturbed: [] });
  });
});
