import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { WRITES } from "../writes/table.ts";
import type { Effect } from "../writes/write.ts";
import { madeEntry, RECORD } from "./made-entry.test-support.ts";
import { nothingDone } from "./nothing-done.ts";
import { alertWith, CLUSTER, PROJECT, sceneOf } from "./scene.test-support.ts";

const OLD = "32b6e34b3d91647abb20e7b1";
type Scene = ReturnType<typeof sceneOf>;

/** Whether reads show that a request was not carried out, after `arrange` has set the scene. */
async function untouched(
  call: Call,
  answer: (call: Call, index: number) => Exchange,
  arrange: (scene: Scene) => unknown = () => undefined,
  change: Parameters<typeof sceneOf>[1] = {},
) {
  const scene = sceneOf(answer, change);
  await arrange(scene);
  const request = scene.requestOf(call);
  const effect: Effect = WRITES[request.operation].effect;
  const answered = await nothingDone(request, effect, scene.parts, scene.ledger, scene.lists);
  return { answered, ...scene };
}
const isUntouched = async (...args: Parameters<typeof untouched>): Promise<boolean> =>
  (await untouched(...args)).answered;
const without = (missing: string) => ({ served: (id: string) => (id === missing ? undefined : ("2" as const)) });

describe("nothingDone, for a create", () => {
  const create: Call = { operation: "createAlertConfig", version: "2", body: alertWith("a") };
  const listing = (...ids: readonly string[]) => exchangeOf(200, { results: ids.map((id) => ({ id })) });
  /** The list at each look; the first read, before the create, shows only the old record. */
  const looks = (...pages: readonly Exchange[]) => {
    const all = [listing(OLD), ...pages];
    return (_call: Call, index: number): Exchange => all[Math.min(index, all.length - 1)] ?? listing();
  };
  const knows = ({ lists, requestOf }: Scene) => {
    const { path } = requestOf(create);
    return lists.of({ ...madeEntry(), path })?.known;
  };

  it("is true if two looks in a row show only the records from before", async () => {
    const { answered, calls, waits } = await untouched(create, looks(listing(OLD)), knows);
    expect([answered, calls.length, waits]).toEqual([true, 3, [200]]);
  });

  it("is false if the list shows an unknown record", async () => {
    const { answered, waits } = await untouched(create, looks(listing(OLD, RECORD)), knows);
    expect([answered, waits]).toEqual([false, [200, 200, 200, 200]]);
  });

  it("assigns a new record to another request if an answer names it", async () => {
    const late = looks(listing(OLD, RECORD), listing(OLD), listing(OLD));
    expect(await isUntouched(create, late, knows)).toBe(true);
    const now = looks(listing(RECORD), listing(OLD), listing(RECORD), listing(OLD), listing(RECORD), listing(OLD));
    expect(await isUntouched(create, now, knows)).toBe(false);
    const own = (scene: Scene) => {
      scene.ledger.own.set(RECORD, madeEntry());
      return knows(scene);
    };
    const foreign = (scene: Scene) => {
      scene.ledger.foreign.set(RECORD, "another");
      return knows(scene);
    };
    for (const arrange of [own, foreign])
      expect(await isUntouched(create, looks(listing(OLD, RECORD)), arrange)).toBe(true);
  });

  it("is false if the list cannot be read, now or before", async () => {
    expect(await isUntouched(create, looks(exchangeOf(500)), knows)).toBe(false);
    expect(await isUntouched(create, (_call, index) => (index === 0 ? exchangeOf(500) : listing()))).toBe(false);
    expect(await isUntouched(create, looks(listing(OLD)), undefined, without("listAlertConfigs"))).toBe(false);
  });

  it("reads the list that the body names", async () => {
    const index: Call = {
      operation: "createSearchIndex",
      version: "2",
      body: { database: "d", collectionName: "c", name: "n" },
    };
    const { calls } = await untouched(index, () => exchangeOf(200, []));
    expect(calls[0]?.path).toMatchObject({ ...CLUSTER, databaseName: "d", collectionName: "c" });
    const nowhere = await untouched({ ...index, operation: "createMigration", body: {} }, () => exchangeOf(200, []));
    expect([nowhere.answered, nowhere.calls]).toEqual([false, []]);
  });
});

describe("nothingDone, for a change of a state", () => {
  const change: Call = { operation: "updateCustomDns", version: "2", body: { enabled: false } };
  const { effect } = WRITES.updateCustomDns;
  const shows =
    (enabled: boolean, status = 200) =>
    () =>
      exchangeOf(status, { enabled });
  const borrows =
    (touched?: "accepted" | "perhaps", by = "A") =>
    ({ ledger, requestOf }: Scene): void => {
      if (effect.kind !== "changes") throw new Error("no change");
      const common = ledger.common({ ...requestOf(change, by), path: { groupId: PROJECT } });
      const entry = { kind: "changed", ...common, effect, before: { enabled: true }, beyond: {} } as const;
      ledger.open.add({ ...entry, ...(touched && { touched }) });
    };

  it("is true if the state equals the one read before", async () => {
    const { answered, calls } = await untouched(change, shows(true), borrows());
    expect([answered, calls.length]).toEqual([true, 2]);
    expect(calls[0]).toMatchObject({ operation: "getCustomDns", version: "2", path: { groupId: PROJECT } });
  });

  it("is false if the state differs or cannot be read", async () => {
    expect(await isUntouched(change, shows(false), borrows())).toBe(false);
    expect(await isUntouched(change, shows(true, 500), borrows())).toBe(false);
    expect(await isUntouched(change, shows(true), borrows(), without("getCustomDns"))).toBe(false);
  });

  it("is false if an earlier write may have changed the state, or the state before is unknown", async () => {
    expect(await isUntouched(change, shows(true), borrows("perhaps"))).toBe(false);
    expect(await isUntouched(change, shows(true), borrows(undefined, "B"))).toBe(false);
    expect(await isUntouched(change, shows(true))).toBe(false);
  });
});

describe("nothingDone, for a start or an end", () => {
  const [start, end] = (["startOutageSimulation", "endOutageSimulation"] as const).map(
    (operation): Call => ({ operation, version: "2", body: {} }),
  );
  if (start === undefined || end === undefined) throw new Error("no call");
  const [stands, none, unsaid] = [exchangeOf(200, { state: "SIMULATING" }), exchangeOf(404), exchangeOf(500)];

  it("is true for a start if nothing runs, and for an end if it still runs", async () => {
    const answers = await Promise.all(
      [start, end].map((call) => Promise.all([stands, none, unsaid].map((one) => isUntouched(call, () => one)))),
    );
    expect(answers).toEqual([
      [false, true, false],
      [true, false, false],
    ]);
    const { calls } = await untouched(end, () => stands);
    expect(calls[0]).toMatchObject({ operation: "getOutageSimulation", path: CLUSTER });
  });

  it("is false if no read shows the simulation", async () => {
    for (const call of [start, end])
      expect(await isUntouched(call, () => none, undefined, without("getOutageSimulation"))).toBe(false);
  });
});

describe("nothingDone, for a write to a record of the run", () => {
  const update: Call = {
    operation: "setAlertConfigEnabled",
    version: "2",
    path: { alertConfigId: RECORD },
    body: { enabled: true },
  };
  const remove: Call = { ...update, operation: "deleteAlertConfig", body: undefined };
  const owns = ({ ledger }: Scene): unknown => ledger.own.set(RECORD, madeEntry());
  const shows =
    (record: object, status = 200) =>
    () =>
      exchangeOf(status, record);

  it("is true for an update if the record shows other values than were sent", async () => {
    expect(await isUntouched(update, shows({ id: RECORD, enabled: false }), owns)).toBe(true);
    expect(await isUntouched(update, shows({ id: RECORD, enabled: true }), owns)).toBe(false);
    const several = { ...update, body: { enabled: true, eventTypeName: "X" } };
    expect(await isUntouched(several, shows({ id: RECORD, enabled: true, eventTypeName: "Y" }), owns)).toBe(true);
  });

  it("reads the record from an envelope", async () => {
    const inside = (enabled: boolean) => shows({ status: 200, content: { id: RECORD, enabled } });
    expect(await isUntouched(update, inside(true), owns)).toBe(false);
    expect(await isUntouched(update, inside(false), owns)).toBe(true);
  });

  it("is true for a delete if the record still exists", async () => {
    expect(await isUntouched(remove, shows({ id: RECORD }), owns)).toBe(true);
    expect(await isUntouched(remove, shows({}, 404), owns)).toBe(false);
  });

  it("is false if no read shows the record, or it is not the run's own", async () => {
    expect(await isUntouched(update, shows({}, 500), owns)).toBe(false);
    expect(await isUntouched(update, shows({ enabled: false }))).toBe(false);
    expect(await isUntouched(remove, shows({}), owns, without("getAlertConfig"))).toBe(false);
    const { read: _read, ...effect } = madeEntry().effect;
    const unread = ({ ledger }: Scene): unknown => ledger.own.set(RECORD, madeEntry({ effect }));
    expect(await isUntouched(remove, shows({ id: RECORD }), unread)).toBe(false);
  });
});

describe("nothingDone, for a write that nothing undoes", () => {
  it("is false, without a request", async () => {
    const { answered, calls } = await untouched({ operation: "disablePrivateIpMode", version: "2", body: {} }, () =>
      exchangeOf(200),
    );
    expect([answered, calls]).toEqual([false, []]);
  });
});
