import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { echoIn } from "../requirements/records/echoes.ts";
import { EchoWatch } from "./echo-watch.ts";

const contract = bindContract(neutral);
const call = (operation: Call["operation"], more: Partial<Call> = {}): Call => ({ operation, version: "2", ...more });

/** An answer to a request with a body. */
function exchange(status: number, sent: unknown, json: unknown) {
  const { request, ...other } = exchangeOf(status, json, "PATCH");
  return { ...other, request: { ...request, body: JSON.stringify(sent) } };
}

const judge = (operation: Call["operation"], sent: unknown, shown: unknown, more: Partial<Call> = {}) =>
  echoIn(exchange(200, sent, shown), call(operation, more), contract);

describe("echoIn, for the answer to a write", () => {
  it.each([
    ["the value that was set", "updateCustomDns", { enabled: false }, { enabled: false }],
    [
      "defaults of omitted members",
      "updateBackupSchedule",
      { referenceHourOfDay: 0 },
      { referenceHourOfDay: 0, restoreWindowDays: 7 },
    ],
    [
      "other values in read-only members",
      "updateBackupSchedule",
      { clusterName: "one", restoreWindowDays: 1 },
      { clusterName: "two", restoreWindowDays: 1 },
    ],
    ["a document in another formatting", "updateAuditing", { auditFilter: '{"a": 1}' }, { auditFilter: '{"a":1}' }],
    ["auditing that is still off on some clusters", "updateAuditing", { enabled: true }, { enabled: false }],
    [
      "no moment, because another member shows it",
      "createRestoreJob",
      { deliveryType: "pointInTime", oplogTs: 1_700_000_000 },
      { id: "1", deliveryType: "pointInTime" },
    ],
    [
      "a masked key",
      "createAlertConfig",
      { notifications: [{ typeName: "MONITORING_PLATFORM", monitoringApiKey: "abcdef1234" }] },
      { id: "1", notifications: [{ typeName: "MONITORING_PLATFORM", monitoringApiKey: "****1234" }] },
    ],
  ] as const)("accepts an answer with %s", (_what, operation, sent, shown) => {
    expect(judge(operation, sent, shown)).toEqual({ kind: "holds" });
  });

  it.each([
    ["another value", "updateCustomDns", { enabled: false }, { enabled: true }, "/enabled"],
    [
      "the default instead of zero",
      "updateBackupSchedule",
      { referenceHourOfDay: 0 },
      { referenceHourOfDay: 12 },
      "/referenceHourOfDay",
    ],
    ["a missing member", "takeSnapshot", { description: "own" }, { id: "1" }, "/description"],
    [
      "a rounded moment",
      "createRestoreJob",
      { oplogTs: 1_700_000_001 },
      { id: "1", oplogTs: 1_700_000_000 },
      "/oplogTs",
    ],
    [
      "another item",
      "updateBackupSchedule",
      { extraRetentionSettings: [{ frequencyType: "DAILY", retentionDays: 9 }] },
      { extraRetentionSettings: [{ frequencyType: "DAILY", retentionDays: 1 }] },
      "/extraRetentionSettings/0/retentionDays",
    ],
  ] as const)("is broken by an answer with %s", (_what, operation, sent, shown, where) => {
    expect(judge(operation, sent, shown)).toMatchObject({ kind: "broken", deciding: { where } });
  });

  it("is silent if the request is unusual, refused or enveloped", () => {
    const wrong = [{ enabled: true }, { enabled: false }] as const;
    const odd: readonly Partial<Call>[] = [
      { due: "open" },
      { method: "PUT" },
      { rawPath: { groupId: "x" } },
      { query: { envelope: "true" } },
    ];
    for (const more of odd) expect(judge("updateCustomDns", ...wrong, more), JSON.stringify(more)).toBeUndefined();
    expect(echoIn(exchange(400, ...wrong), call("updateCustomDns"), contract)).toBeUndefined();
    expect(judge("acknowledgeAlert", { acknowledgedUntil: "2020-01-01T00:00:00Z" }, {})).toBeUndefined();
  });
});

describe("EchoWatch, for concurrent writes", () => {
  const ONE = { groupId: "g", alertConfigId: "1" };
  function scene() {
    const judged: string[] = [];
    const watch = new EchoWatch({
      pathOf: ({ path = {} }) => path,
      judge: () => ({ kind: "holds" }),
      judged: (_judgement, _exchange, { operation }) => judged.push(operation),
    });
    const ends = (one: Call, status = 200): void => watch.hear(exchange(status, {}, {}), one);
    return { judged, watch, ends };
  }

  it("judges them if they concern different records", () => {
    const { judged, watch, ends } = scene();
    const [first, second] = [
      call("updateAlertConfig", { path: ONE }),
      call("updateAlertConfig", { path: { ...ONE, alertConfigId: "2" } }),
    ];
    watch.begins(first);
    watch.begins(second);
    ends(first);
    ends(second);
    expect(judged).toEqual(["updateAlertConfig", "updateAlertConfig"]);
  });

  it("does not judge them if they concern one record, until both have ended", () => {
    const { judged, watch, ends } = scene();
    const [first, second, third] = [1, 2, 3].map(() => call("setAlertConfigEnabled", { path: ONE })) as [
      Call,
      Call,
      Call,
    ];
    const closes = [watch.begins(first), watch.begins(second)];
    ends(first);
    ends(second);
    expect(judged).toEqual([]);
    for (const close of closes) close();
    watch.begins(third);
    ends(third);
    expect(judged).toEqual(["setAlertConfigEnabled"]);
  });

  it("does not judge a record while a write with unknown outcome may still have an effect", () => {
    const { judged, watch, ends } = scene();
    const [lost, next] = [call("updateAlertConfig", { path: ONE }), call("updateAlertConfig", { path: ONE })];
    watch.begins(lost)();
    ends(lost, 504);
    watch.begins(next);
    ends(next);
    expect(judged).toEqual([]);
  });

  it("judges nothing after very many writes with unknown outcome, at any place", () => {
    const { judged, watch, ends } = scene();
    for (let id = 0; id < 200; id += 1) {
      const lost = call("updateAlertConfig", { path: { ...ONE, alertConfigId: `lost ${id}` } });
      watch.begins(lost)();
      ends(lost, 504);
    }
    const next = call("updateAlertConfig", { path: ONE });
    watch.begins(next);
    ends(next);
    expect(judged).toEqual([]);
  });
});
