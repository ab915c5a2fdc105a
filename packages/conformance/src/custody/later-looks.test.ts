import type { Exchange } from "@plumbline/client";
import type { WriteId } from "@plumbline/schemas";
import { describe, expect, it, vi } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { testTarget } from "../target/target.test-support.ts";
import { LaterLooks } from "./later-looks.ts";
import { madeEntry } from "./made-entry.test-support.ts";
import { OthersChanges } from "./others-changes.ts";
import { cutOff, PROJECT, sceneOf } from "./scene.test-support.ts";
import { differences, Observer } from "./sightings.ts";
import type { Beside } from "./sweep.ts";

const OWN = "32b6e34b3d91647abb20e7b1";
const MATE = "32b6e34b3d91647abb20e7b2";
const THEIRS = "32b6e34b3d91647abb20e7b3";
const LATER = "32b6e34b3d91647abb20e7b4";
const ELSEWHERE = "32b6e34b3d91647abb20e7ff";
const WHERE = { groupId: PROJECT };

type Records = Map<string, Record<string, unknown>>;

/** Alert configurations and snapshots: one of the user per kind, and one alert configuration of the run. */
function scene(healsAfter = Number.POSITIVE_INFINITY) {
  const configs: Records = new Map([OWN, THEIRS].map((id) => [id, { id, enabled: true }]));
  const snapshots: Records = new Map([[THEIRS, { id: THEIRS, status: "completed", description: "kept" }]]);
  const meanwhile: { wait?: () => void } = {};
  let passed = 0;
  const answer = ({ operation }: Call): Exchange => {
    const all = operation === "listAlertConfigs" ? configs : operation === "listSnapshots" ? snapshots : undefined;
    if (all === undefined) return exchangeOf(404, {});
    const results = [...all.values()].map((one) => ({ ...one }));
    return exchangeOf(200, { results, totalCount: results.length });
  };
  const { parts, ledger, asked } = sceneOf(answer, {
    pass: async () => {
      passed += 1;
      if (passed >= healsAfter) configs.set(THEIRS, { id: THEIRS, enabled: true });
    },
    wait: async () => meanwhile.wait?.(),
  });
  ledger.own.set(OWN, madeEntry({ number: 100, id: OWN }));
  const back = new LaterLooks({ parts, ledger, othersChanges: new OthersChanges() }, new Observer(parts, () => []));
  const write = (does: () => unknown, change: Partial<Beside> = {}): Promise<Exchange> =>
    back.send({ ...BESIDE, ...change }, async () => {
      does();
      return exchangeOf(200, {}, "PATCH");
    });
  const harms = (): unknown => configs.set(THEIRS, { id: THEIRS, enabled: false });
  const told = () => ledger.changes.map(({ id, operation, state, note }) => [id, operation, state, note]);
  return { asked, back, configs, harms, ledger, meanwhile, snapshots, told, write };
}

const BESIDE: Beside = {
  operation: "setAlertConfigEnabled",
  version: "2",
  path: { groupId: PROJECT, alertConfigId: OWN },
  place: WHERE,
  sent: { enabled: false },
  query: {},
  expected: "accepted",
  isTrial: false,
};

describe("LaterLooks, for harm that no comparison saw", () => {
  it("reports a changed or lost record at the last look, with the operation sent", async () => {
    for (const [does, what] of [
      [({ harms }) => harms(), "changed in enabled"],
      [({ configs }) => configs.delete(THEIRS), "vanished"],
    ] as const satisfies readonly (readonly [(all: ReturnType<typeof scene>) => unknown, string])[]) {
      const all = scene();
      await all.back.open();
      await all.write(() => does(all));
      await all.back.settle();
      const note = `this alert configuration that the run did not create ${what} while the run sent setAlertConfigEnabled, and nothing addressed it`;
      expect(all.told()).toEqual([[THEIRS, "setAlertConfigEnabled", "disturbed", note]]);
      expect(all.back.isSuspected("alert configuration")).toBe(true);
      expect(all.back.isSuspected("snapshot")).toBe(false);
    }
  });

  it("reports harm once, and nothing if there was no first look", async () => {
    const { back, harms, told, write } = scene();
    await write(harms);
    await back.settle();
    expect(told()).toEqual([]);
    const other = scene();
    await other.back.open();
    await other.write(other.harms);
    await other.back.settle();
    await other.back.settle();
    expect(other.told()).toHaveLength(1);
  });

  it("reports a lost record of another kind than the write", async () => {
    const { back, snapshots, told, write } = scene();
    await back.open();
    await write(() => snapshots.delete(THEIRS));
    await back.settle();
    expect(told()).toMatchObject([[THEIRS, "setAlertConfigEnabled", "disturbed", expect.stringContaining("snapshot")]]);
  });

  it("reports a changed record of the run that no write addressed", async () => {
    const { back, configs, ledger, told, write } = scene();
    configs.set(MATE, { id: MATE, enabled: true });
    ledger.own.set(MATE, madeEntry({ number: 101, id: MATE }));
    await back.open();
    await write(() => configs.set(MATE, { id: MATE, enabled: false }));
    await back.settle();
    expect(told()).toMatchObject([
      [MATE, "setAlertConfigEnabled", "disturbed", expect.stringContaining("of the run changed")],
    ]);
  });

  it("blocks the operation if it was the only one sent, and none if there were several", async () => {
    const one = scene();
    await one.back.open();
    await one.write(one.harms);
    await one.back.lookAgain("alert configuration", WHERE);
    expect(one.told()).toEqual([]);
    await one.back.lookAgain("alert configuration", WHERE, "at once");
    expect(one.told()).toHaveLength(1);
    expect(one.ledger.whyHarmful("setAlertConfigEnabled")).toContain(THEIRS);
    const two = scene();
    await two.back.open();
    await two.write(two.harms);
    await two.write(() => undefined, { operation: "updateAlertConfig" });
    await two.back.settle();
    expect(two.told()).toHaveLength(1);
    expect(["setAlertConfigEnabled", "updateAlertConfig"].map((id) => two.ledger.whyHarmful(id as WriteId))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("detects harm at the run's own place after a write at another place", async () => {
    const { asked, back, harms, told, write } = scene();
    await back.open();
    const opened = asked().length;
    await back.lookHome("alert configuration", WHERE);
    expect(asked()).toHaveLength(opened);
    await write(harms, { path: { groupId: "32b6e34b3d91647abb20e7ff", alertConfigId: OWN } });
    await back.lookHome("alert configuration", { groupId: "32b6e34b3d91647abb20e7ff" });
    expect(told()).toHaveLength(1);
  });

  it("detects the loss of an unlisted record that the user named", async () => {
    const migrations = new Map([[THEIRS, { _id: THEIRS, status: "WORKING" }]]);
    const answer = ({ operation, path }: Call): Exchange => {
      const found = operation === "getMigration" ? migrations.get(path?.["liveMigrationId"] ?? "") : undefined;
      return found === undefined ? exchangeOf(404, {}) : exchangeOf(200, found);
    };
    const { parts, ledger } = sceneOf(answer, { wait: async () => undefined });
    const observer = new Observer(parts, () => [THEIRS]);
    const back = new LaterLooks({ parts, ledger, othersChanges: new OthersChanges() }, observer);
    await back.open();
    const seen = await observer.look(["migration"], WHERE);
    await back.compare(["migration"], WHERE, seen ?? new Map(), 0);
    await back.send({ ...BESIDE, operation: "cutOverMigration", path: { liveMigrationId: OWN } }, async () => {
      migrations.delete(THEIRS);
      return exchangeOf(400, {}, "PUT");
    });
    await back.settle();
    expect(ledger.changes).toMatchObject([{ id: THEIRS, state: "disturbed" }]);
  });

  it("looks into another project with the key that reads there", async () => {
    const { credentials } = testTarget("http://127.0.0.1:1");
    const { main: key } = credentials;
    for (const given of [true, false]) {
      const theirs = new Map([[THEIRS, { id: THEIRS, enabled: true }]]);
      const settings = { enabled: true };
      const answer = ({ operation, path, who }: Call): Exchange => {
        if (path?.["groupId"] !== ELSEWHERE || who !== "otherProject") return exchangeOf(403, {});
        if (operation === "getCustomDns") return exchangeOf(200, { ...settings });
        const results = operation === "listAlertConfigs" ? [...theirs.values()] : [];
        return exchangeOf(200, { results, totalCount: results.length });
      };
      const { parts, ledger } = sceneOf(
        answer,
        { wait: async () => undefined },
        {
          fixtures: { groupId: PROJECT, otherGroupId: ELSEWHERE },
          credentials: { ...credentials, ...(given && key !== undefined && { otherProject: key }) },
        },
      );
      const observer = new Observer(parts, () => []);
      const back = new LaterLooks({ parts, ledger, othersChanges: new OthersChanges() }, observer);
      await back.open();
      const before = await observer.look(["custom DNS"], WHERE);
      await back.send(BESIDE, async () => {
        theirs.delete(THEIRS);
        settings.enabled = false;
        return exchangeOf(200, {}, "PATCH");
      });
      const after = await observer.look(["custom DNS"], WHERE, before);
      await back.settle();
      const kinds = differences(before ?? new Map(), after ?? new Map(), 0).map(({ sighting }) => sighting.id);
      expect(kinds).toEqual(given ? [ELSEWHERE] : []);
      expect(ledger.changes.map(({ id }) => id)).toEqual(given ? [THEIRS] : []);
    }
  });

  it("detects harm in other visible projects, but ignores records that change all the time", async () => {
    const theirs = new Map([[THEIRS, { id: THEIRS, enabled: true }]]);
    const asked: string[] = [];
    const answer = ({ operation, path }: Call): Exchange => {
      if (path?.["groupId"] !== ELSEWHERE) return exchangeOf(200, { results: [], totalCount: 0 });
      asked.push(operation);
      const results = operation === "listAlertConfigs" ? [...theirs.values()] : [];
      return exchangeOf(200, { results, totalCount: results.length });
    };
    const { parts, ledger } = sceneOf(answer, { wait: async () => undefined, siblings: () => [ELSEWHERE] });
    const back = new LaterLooks({ parts, ledger, othersChanges: new OthersChanges() }, new Observer(parts, () => []));
    await back.open();
    await back.send(BESIDE, async () => {
      theirs.delete(THEIRS);
      return exchangeOf(200, {}, "PATCH");
    });
    await back.settle();
    expect(ledger.changes.map(({ id }) => id)).toEqual([THEIRS]);
    expect(asked).toContain("listExportBuckets");
    expect(asked).not.toContain("listAlerts");
    expect(asked).not.toContain("listClusters");
  });

  it("looks again after some writes, and suspects the kind from then on", async () => {
    const { back, harms, told, write } = scene();
    await back.open();
    for (let time = 0; time < 12; time += 1) {
      await back.lookAgain("alert configuration", WHERE);
      expect(told()).toEqual([]);
      await write(time === 3 ? harms : () => undefined);
    }
    await back.lookAgain("alert configuration", WHERE);
    expect([told().length, back.isSuspected("alert configuration")]).toEqual([1, true]);
  });

  it("detects harm in a plain read by a check, and sends no request if that read shows nothing new", async () => {
    const { asked, back, configs, harms, told, write } = scene();
    const reads = (): void =>
      back.observe(
        { operation: "listAlertConfigs", version: "2" },
        exchangeOf(200, { results: [...configs.values()].map((one) => ({ ...one })), totalCount: configs.size }),
      );
    reads();
    await back.open();
    const opened = asked().length;
    await write(() => configs.set(LATER, { id: LATER, enabled: true }));
    reads();
    expect(asked()).toHaveLength(opened);
    await write(harms);
    const watched = async (): Promise<void> => reads();
    await back.whileWatched(["alert configuration"], watched);
    expect(asked()).toHaveLength(opened);
    reads();
    reads();
    await vi.waitFor(() => expect(told()).toHaveLength(1));
    await back.settle();
    expect(told()).toMatchObject([[THEIRS, "setAlertConfigEnabled", "disturbed", expect.any(String)]]);
  });

  it("draws no conclusion from a single page of a list", async () => {
    const { asked, back, told, write } = scene();
    await back.open();
    const opened = asked().length;
    await write(() => undefined);
    const page = exchangeOf(200, { results: [{ id: OWN, enabled: true }], totalCount: 2 });
    back.observe({ operation: "listAlertConfigs", version: "2" }, page);
    back.observe({ operation: "listAlertConfigs", version: "1.0" }, exchangeOf(200, { results: [], totalCount: 0 }));
    back.observe({ operation: "listAlerts", version: "2" }, exchangeOf(500, {}));
    back.observe({ operation: "getAlertConfig", version: "2" }, exchangeOf(200, {}));
    expect([asked().length, told()]).toEqual([opened, []]);
  });

  it("looks soon at first, then less and less often", async () => {
    const { asked, back, write } = scene();
    await back.open();
    const looks: number[] = [];
    for (let time = 1; time <= 700; time += 1) {
      await write(() => undefined);
      const before = asked().length;
      await back.lookAgain("alert configuration", WHERE);
      if (asked().length > before) looks.push(time);
    }
    expect(looks).toEqual([12, 108, 620]);
  });
});

describe("LaterLooks, for harmless differences", () => {
  it("ignores a record that some write addressed", async () => {
    const { back, harms, told, write } = scene();
    await back.open();
    await write(harms, { path: { groupId: PROJECT, alertConfigId: THEIRS } });
    await write(() => undefined);
    await back.settle();
    expect(told()).toEqual([]);
  });

  it("ignores a record if a write that addressed it has an unknown outcome, however late it changes", async () => {
    const { back, harms, told, write } = scene();
    await back.open();
    const path = { groupId: PROJECT, alertConfigId: THEIRS };
    await back.send({ ...BESIDE, path }, async () => cutOff());
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
    await back.settle();
    await write(harms);
    await back.settle();
    vi.restoreAllMocks();
    expect(told()).toEqual([]);
  });

  it("ignores changes if the run sent nothing", async () => {
    const { back, harms, told } = scene();
    await back.open();
    harms();
    await back.settle();
    expect(told()).toEqual([]);
  });

  it("ignores a late read that corrects itself, and forgets it", async () => {
    const { back, harms, told, write } = scene(2);
    await back.open();
    await write(harms);
    await back.settle();
    await back.settle();
    expect(told()).toEqual([]);
  });

  it("ignores a kind that another client keeps changing while nothing is written", async () => {
    const { back, configs, harms, meanwhile, told, write } = scene();
    await back.open();
    await write(harms);
    meanwhile.wait = () => {
      configs.set(LATER, { id: LATER, enabled: configs.get(LATER)?.["enabled"] !== true });
    };
    await back.settle();
    expect(told()).toEqual([]);
  });

  it("ignores a changed record of another kind than the write", async () => {
    const { back, snapshots, told, write } = scene();
    await back.open();
    await write(() => snapshots.set(THEIRS, { ...snapshots.get(THEIRS), description: "other" }));
    await back.settle();
    expect(told()).toEqual([]);
  });

  it("ignores a record that was created after the first look and deleted later", async () => {
    const { back, configs, told, write } = scene();
    await back.open();
    await write(() => configs.set(LATER, { id: LATER, enabled: true }));
    await back.settle();
    await write(() => configs.delete(LATER));
    await back.settle();
    expect(told()).toEqual([]);
  });

  it("ignores a kind that the write reaches", async () => {
    const { back, snapshots, told, write } = scene();
    await back.open();
    const sent = { updateSnapshots: true };
    const path = { groupId: PROJECT, clusterName: "Cluster0" };
    const prolong = (): unknown => snapshots.set(THEIRS, { id: THEIRS, status: "completed", description: "other" });
    await write(prolong, { operation: "updateBackupSchedule", path, place: path, sent });
    await back.settle();
    expect(told()).toEqual([]);
  });
});
