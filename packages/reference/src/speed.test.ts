import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it, test } from "vitest";
import type { Call } from "./caller.test-support.ts";
import { describeReference } from "./describe.ts";
import { InvalidSpeedError } from "./invalid-speed-error.ts";
import { memberIn } from "./json.test-support.ts";
import { NOON, running } from "./running.test-support.ts";
import { startReference } from "./start.ts";

/** Slow operations, and how each shows its progress; the times are those of the default speed. */
const LIVES: readonly (readonly [
  begin: OperationId,
  body: (world: Readonly<Record<string, string>>) => unknown,
  read: OperationId,
  address: (begun: unknown) => Readonly<Record<string, string>>,
  state: string,
  steps: readonly (readonly [seconds: number, shown: unknown])[],
])[] = [
  [
    "takeSnapshot",
    () => ({ description: "by hand", retentionInDays: 1 }),
    "getSnapshot",
    (begun) => ({ snapshotId: String(memberIn(begun, "id")) }),
    "status",
    [
      [0, "queued"],
      [5, "inProgress"],
      [20, "completed"],
    ],
  ],
  [
    "createMigration",
    ({ clusterName }) => ({
      destination: { clusterName },
      dropEnabled: false,
      source: { clusterName: "source0", username: "u", password: "p" },
    }),
    "getMigration",
    (begun) => ({ liveMigrationId: String(memberIn(begun, "_id")) }),
    "readyForCutover",
    [
      [0, false],
      [15, true],
    ],
  ],
  [
    "startOutageSimulation",
    () => ({ outageFilters: [{ cloudProvider: "PROVIDER_A", regionName: "US_EAST_1", type: "REGION" }] }),
    "getOutageSimulation",
    () => ({}),
    "state",
    [
      [0, "START_REQUESTED"],
      [5, "STARTING"],
      [30, "SIMULATING"],
    ],
  ],
];

describe.each([1, 20, 1_000])("at speed %i", (speed) => {
  it.each(LIVES)(
    "%s gets where it is going so many times as soon",
    async (begin, body, read, address, state, steps) => {
      const caller = await running({ speed });
      const { clock, world } = caller.reference;
      const json = body({ clusterName: world.clusterName });
      const begun = (await caller.call(begin, { json })).json;
      const call: Call = { path: { clusterName: world.clusterName, ...address(begun) } };
      for (const [seconds, shown] of steps) {
        const wait = (seconds * 1_000) / speed - (clock.now() - NOON);
        if (seconds > 0) {
          clock.advance(wait - 1);
          expect(memberIn((await caller.call(read, call)).json, state)).not.toBe(shown);
          clock.advance(1);
        }
        expect(memberIn((await caller.call(read, call)).json, state)).toBe(shown);
      }
    },
  );

  it("keeps the moments that it shows real", async () => {
    const caller = await running({ speed });
    const { clock, world } = caller.reference;
    const snapshotId = world.backup.snapshotIds[0];
    const bucket = await caller.call("listExportBuckets");
    const exportBucketId = memberIn(memberIn(memberIn(bucket.json, "results"), "0"), "_id");
    const made = await caller.call("createExportJob", { json: { snapshotId, exportBucketId, customData: [] } });
    const path = { exportId: String(memberIn(made.json, "id")) };
    clock.advance(20_000 / speed - 1);
    expect((await caller.call("getExportJob", { path })).json).toMatchObject({ state: "InProgress" });
    clock.advance(1);
    const [createdAt, finishedAt] = [NOON, NOON + 20_000 / speed].map((at) => new Date(at).toISOString());
    expect((await caller.call("getExportJob", { path })).json).toMatchObject({ createdAt, finishedAt });
  });
});

test("a token says how long it lasts and lasts so long, and its limit's window shrinks to three seconds at least", async () => {
  const form = { body: "grant_type=client_credentials" };
  for (const [speed, seconds, window] of [
    [60, 60, 3_000],
    [10, 360, 6_000],
    [1_000, 4, 3_000],
  ] as const) {
    const caller = await running({ speed });
    const { clock } = caller.reference;
    const token = (await caller.call("issueServiceToken", form)).json;
    expect(token).toMatchObject({ expires_in: seconds });
    const headers = { Authorization: `Bearer ${memberIn(token, "access_token")}` };
    for (let number = 2; number <= 10; number += 1) await caller.call("issueServiceToken", form);
    const limited = await caller.call("issueServiceToken", form);
    expect([limited.status, limited.headers["retry-after"]]).toEqual([429, String(window / 1_000)]);
    clock.advance(window);
    expect((await caller.call("issueServiceToken", form)).status).toBe(200);
    clock.advance(seconds * 1_000 - window - 1);
    expect((await caller.call("listAlerts", { headers })).status).toBe(200);
    clock.advance(1);
    expect((await caller.call("listAlerts", { headers })).status).toBe(401);
  }
});

test("alerts are told of and close as much sooner, at moments that are real", async () => {
  const caller = await running({ speed: 60 });
  const { clock, raise } = caller.reference;
  const notifications = [{ typeName: "EMAIL", emailAddress: "nobody@example.net", delayMin: 5, intervalMin: 10 }];
  const json = { eventTypeName: "JOINED_GROUP", enabled: true, notifications };
  const alertConfigId = String(memberIn((await caller.call("createAlertConfig", { json })).json, "id"));
  raise("JOINED_GROUP");
  const alert = async (): Promise<unknown> => {
    const { json: page } = await caller.call("listAlerts", { query: "itemsPerPage=500" });
    const results = memberIn(page, "results");
    return Array.isArray(results) ? results.find((one) => memberIn(one, "alertConfigId") === alertConfigId) : undefined;
  };
  clock.advance(4_999);
  expect(await alert()).toMatchObject({ status: "TRACKING" });
  clock.advance(10_001);
  expect(await alert()).toMatchObject({ status: "OPEN", lastNotified: new Date(NOON + 15_000).toISOString() });
  clock.advance(60_000);
  expect(await alert()).toMatchObject({ status: "CLOSED", resolved: new Date(NOON + 60_000).toISOString() });
});

test("says its speed to whoever starts it, and takes none at which nothing would ever end", async () => {
  const { reference } = await running({ speed: 60 });
  expect(reference.speed).toBe(60);
  expect(describeReference(reference)).toContain("Speed        60 times the default");
  expect(describeReference((await running()).reference)).not.toContain("Speed");
  for (const speed of [0, -1, 1_001, Number.NaN])
    await expect(startReference({ speed })).rejects.toThrow(InvalidSpeedError);
});
