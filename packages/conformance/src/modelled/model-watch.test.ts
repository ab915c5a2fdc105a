import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { MARK } from "../ground/mark.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { shown } from "../ground/quoted.ts";
import { testTarget } from "../target/target.test-support.ts";
import { ModelWatch } from "./model-watch.ts";

const GROUP = { groupId: "32b6e34b3d91647abb20e7b8" };
const OWN = "32b6e34b3d91647abb20e7b1";
const OTHER = "32b6e34b3d91647abb20e7b2";
const ONE = { ...GROUP, alertConfigId: OWN };

/** Exchanges with a service of alert configurations whose answers the test decides. */
function scene() {
  let now = 1_000_000;
  const told: string[] = [];
  const said: string[] = [];
  const askers: (string | undefined)[] = [];
  const upheld: string[] = [];
  const asked: Call[] = [];
  const harmed = new Set<string>();
  const inVain = new Set<string>();
  const unserved = new Set<string>();
  const service: { answer: (call: Call) => Exchange } = { answer: () => exchangeOf(404, {}) };
  const watch = new ModelWatch({
    target: testTarget("http://127.0.0.1:1"),
    pathOf: ({ path = {} }) => ({ ...GROUP, ...path }),
    isServed: ({ version }) => !unserved.has(String(version)),
    targetTime: (moment) => moment,
    ask: async (call) => {
      asked.push(call);
      return hears(call, service.answer(call));
    },
    pass: async (milliseconds) => {
      now += milliseconds;
    },
    isKnown: () => false,
    mark: MARK,
    isHarmed: (id) => harmed.has(id),
    removesInVain: (remove) => inVain.has(remove),
    upheld: (kind, { operation, version }) => upheld.push(`${kind} ${operation} ${version}`),
    showsKey: () => undefined,
    contradicted: ({ class: kind, operation, version, expected }, _exchange, asker) => {
      told.push(`${kind} ${operation} ${version}`);
      said.push(expected);
      askers.push(asker);
    },
  });
  function hears(call: Call, exchange: Exchange): Exchange {
    now += 2;
    const timed = { ...exchange, startedAt: now, milliseconds: 1 };
    watch.hear(timed, call);
    return timed;
  }
  const config = (enabled: boolean) => exchangeOf(200, { id: OWN, enabled });
  const makes = (enabled = true): Exchange =>
    hears({ operation: "createAlertConfig", version: "2" }, exchangeOf(200, { id: OWN, enabled }, "POST"));
  const gets = (enabled: boolean, version: Call["version"] = "2"): Exchange =>
    hears({ operation: "getAlertConfig", version, path: ONE }, config(enabled));
  const passes = (milliseconds: number): void => {
    now += milliseconds;
  };
  return {
    asked,
    askers,
    config,
    gets,
    harmed,
    hears,
    inVain,
    makes,
    passes,
    said,
    service,
    told,
    unserved,
    upheld,
    watch,
  };
}

describe("ModelWatch, for an answer that contradicts the model", () => {
  it("reports the contradiction once it outlasts the maximum delay", async () => {
    const { asked, config, gets, makes, service, told, watch } = scene();
    makes();
    gets(true);
    service.answer = ({ version }) => config(version === "2");
    gets(false, "1.0");
    expect(told).toEqual([]);
    await watch.settled();
    expect(told).toEqual(["views getAlertConfig 1.0"]);
    expect(asked.length).toBe(15);
  });

  it("names the check that sent the request, and reports again after renews()", async () => {
    const { askers, config, hears, makes, service, told, watch } = scene();
    makes();
    service.answer = () => config(false);
    const read: Call = { operation: "getAlertConfig", version: "2", path: ONE };
    const shows = () => hears(read, { ...config(false), check: "FUZZ-WALKS" });
    for (let time = 0; time < 2; time += 1) {
      shows();
      await watch.settled();
    }
    expect([told, askers]).toEqual([["views getAlertConfig 2"], ["FUZZ-WALKS"]]);
    watch.renews();
    shows();
    await watch.settled();
    expect(told.length).toBe(2);
  });

  it("reads once if the custody already waited in vain for the same removal", async () => {
    const { asked, config, hears, inVain, makes, service, told, watch } = scene();
    inVain.add("deleteAlertConfig");
    makes();
    hears({ operation: "deleteAlertConfig", version: "2", path: ONE }, exchangeOf(204, undefined, "DELETE"));
    service.answer = () => config(true);
    hears({ operation: "getAlertConfig", version: "2", path: ONE }, config(true));
    await watch.settled();
    expect([told, asked.length]).toEqual([["gone getAlertConfig 2"], 1]);
  });

  it.each([[[]], [["1.0"]]])("ignores a 404 of a version in which the target lacks the path: %j", async (versions) => {
    const { asked, hears, makes, told, unserved, watch } = scene();
    for (const version of versions) unserved.add(version);
    makes();
    hears({ operation: "getAlertConfig", version: "1.0", path: ONE }, exchangeOf(404, {}));
    await watch.settled();
    expect(told).toEqual(versions.length > 0 ? [] : ["missing getAlertConfig 1.0"]);
    expect(asked.length > 0).toBe(versions.length === 0);
  });

  it("reports a contradiction while it examines others", async () => {
    const { hears, service, told, watch } = scene();
    service.answer = ({ query }) =>
      exchangeOf(200, { results: query?.["pageNum"] === "2" ? [] : [{ id: OWN }], totalCount: 7 });
    const lists = ["listAlertConfigs", "listAlerts", "listExportBuckets"] as const;
    for (const operation of lists)
      for (const version of ["1.0", "2"] as const)
        hears({ operation, version }, service.answer({ operation, version }));
    await watch.settled();
    expect(told.toSorted()).toEqual(lists.flatMap((one) => [`count ${one} 1.0`, `count ${one} 2`]));
  });

  it("reports nothing if the contradiction disappears, and stops examining it", async () => {
    const { asked, config, gets, makes, service, told, watch } = scene();
    makes();
    gets(true);
    service.answer = () => config(true);
    for (let time = 0; time < 5; time += 1) {
      gets(false, "1.0");
      await watch.settled();
    }
    expect(told).toEqual([]);
    expect(asked.length).toBe(4);
  });

  it("examines a record that another client keeps changing twice, whichever read shows it", async () => {
    const { asked, config, gets, passes, service, told, watch } = scene();
    service.answer = () => config(true);
    for (let time = 0; time < 6; time += 1) {
      passes(20_000);
      gets(true, time % 2 === 0 ? "2" : "1.0");
      gets(false, time % 2 === 0 ? "1.0" : "2");
      await watch.settled();
    }
    expect(told).toEqual([]);
    expect(asked.length).toBe(4);
  });

  it("masks a secret before it cuts a quote", async () => {
    const { hears, said, service, watch } = scene();
    const secret = "Zq9-wV7k".repeat(5);
    const config = (eventTypeName: string) => exchangeOf(200, { id: OWN, eventTypeName });
    // The cut would split the secret.
    const long = `${"-".repeat(180)}${secret}`;
    hears({ operation: "createAlertConfig", version: "2" }, exchangeOf(200, { id: OWN, eventTypeName: long }, "POST"));
    service.answer = () => config("OTHER");
    hears({ operation: "getAlertConfig", version: "2", path: ONE }, config("OTHER"));
    await watch.settled();
    const [message = ""] = said;
    const seen = shown(message, (text) => text.replaceAll(secret, "***"));
    expect(seen).toContain("---");
    expect(seen).not.toContain(secret.slice(0, 6));
  });

  it("reports a moving member only if both views keep their values", async () => {
    const at = { ...GROUP, alertId: OWN };
    const alert = (status: string) => exchangeOf(200, { id: OWN, status });
    const list = (status: string) => exchangeOf(200, { results: [{ id: OWN, status }], totalCount: 1 });
    const toldOf = async (statusNow: () => string) => {
      const { hears, service, told, watch } = scene();
      service.answer = ({ operation }) => (operation === "getAlert" ? alert(statusNow()) : list("CLOSED"));
      hears({ operation: "getAlert", version: "2", path: at }, alert("OPEN"));
      hears({ operation: "listAlerts", version: "2" }, list("CLOSED"));
      await watch.settled();
      return told;
    };
    expect(await toldOf(() => "OPEN")).toEqual(["views listAlerts 2"]);
    expect(await toldOf(() => "CLOSED")).toEqual([]);
    let asked = 0;
    expect(await toldOf(() => (asked++ === 0 ? "OPEN" : "CLOSED"))).toEqual([]);
  });

  it("does not report a moving member if a filtered list no longer has the record", async () => {
    const { hears, service, told, watch } = scene();
    const list = (...statuses: readonly string[]) =>
      exchangeOf(200, { results: statuses.map((status) => ({ id: OWN, status })), totalCount: statuses.length });
    const open: Call = { operation: "listOpenAlertsOfConfig", version: "2", path: ONE };
    service.answer = ({ operation }) => (operation === "listAlerts" ? list("CLOSED") : list());
    hears(open, list("OPEN"));
    hears({ operation: "listAlerts", version: "2" }, list("CLOSED"));
    await watch.settled();
    expect(told).toEqual([]);
  });

  it("repeats a contradicting read with the same role's key", async () => {
    const { asked, config, hears, makes, service, told, watch } = scene();
    const read: Call = { operation: "getAlertConfig", version: "2", path: ONE, who: { role: "Project Read Only" } };
    makes();
    service.answer = ({ who }) => config(who === undefined);
    hears(read, config(false));
    await watch.settled();
    expect(told).toEqual(["views getAlertConfig 2"]);
    expect(asked.every(({ who }) => typeof who === "object")).toBe(true);
  });

  it("reports a record that changed long after the last write at once", async () => {
    const { asked, gets, makes, passes, told, watch } = scene();
    makes();
    gets(true);
    passes(5_000);
    gets(false);
    expect(told).toEqual(["unaddressed getAlertConfig 2"]);
    await watch.settled();
    expect(asked).toEqual([]);
  });

  it("reports a changed record even after a write to another record", () => {
    const { gets, hears, makes, passes, told } = scene();
    makes();
    gets(true);
    hears({ operation: "createAlertConfig", version: "2", due: "open" }, exchangeOf(200, { id: OTHER }, "POST"));
    passes(5_000);
    gets(false);
    expect(told).toEqual(["unaddressed getAlertConfig 2"]);
  });

  it("reports nothing about a record that another client may have changed", async () => {
    const { asked, gets, passes, told, watch } = scene();
    gets(true);
    passes(5_000);
    gets(false);
    await watch.settled();
    expect([told, asked]).toEqual([[], []]);
  });

  it("leaves known harm to the rules about harm", async () => {
    const { gets, harmed, makes, passes, told } = scene();
    makes();
    gets(true);
    harmed.add(OWN);
    passes(5_000);
    gets(false);
    expect(told).toEqual([]);
  });

  it("reports a wrong total only if the next page lacks the records too", async () => {
    const { hears, service, told, watch } = scene();
    const list: Call = { operation: "listAlertConfigs", version: "2" };
    const page = exchangeOf(200, { results: [{ id: OWN, enabled: true }], totalCount: 2 });
    service.answer = ({ query }) =>
      query?.["pageNum"] === "2" ? exchangeOf(200, { results: [{}], totalCount: 2 }) : page;
    hears(list, page);
    await watch.settled();
    expect(told).toEqual([]);
    service.answer = ({ query }) =>
      query?.["pageNum"] === "2" ? exchangeOf(200, { results: [], totalCount: 2 }) : page;
    hears(list, page);
    await watch.settled();
    expect(told).toEqual(["count listAlertConfigs 2"]);
  });
});

describe("ModelWatch, for an unknown record with the run's mark", () => {
  it("attributes the record to a refused create if no create returned it", () => {
    const { hears, makes, passes, told } = scene();
    const list: Call = { operation: "listExportBuckets", version: "2" };
    const create: Call = { operation: "createExportBucket", version: "2" };
    const shows = (id: string) =>
      hears(list, exchangeOf(200, { results: [{ _id: id, bucketName: `${MARK}-x` }], totalCount: 1 }));
    makes();
    hears(create, exchangeOf(200, { _id: OWN, bucketName: `${MARK}-x` }, "POST"));
    hears(create, exchangeOf(400, {}, "POST"));
    passes(5_000);
    shows(OWN);
    expect(told).toEqual([]);
    shows("32b6e34b3d91647abb20e7b5");
    expect(told).toEqual(["refused listExportBuckets 2"]);
  });

  it("attributes nothing if a create was not answered", () => {
    const { hears, passes, told } = scene();
    const create: Call = { operation: "createExportBucket", version: "2" };
    hears(create, exchangeOf(500, {}, "POST"));
    hears(create, exchangeOf(400, {}, "POST"));
    passes(5_000);
    const results = [{ _id: OWN, bucketName: `${MARK}-x` }];
    hears({ operation: "listExportBuckets", version: "2" }, exchangeOf(200, { results, totalCount: 1 }));
    expect(told).toEqual([]);
  });
});

describe("ModelWatch, for exchanges that prove nothing", () => {
  it("forgets everything after a request that a lenient server may have misread", async () => {
    const { gets, hears, makes, passes, told } = scene();
    makes();
    gets(true);
    hears(
      { operation: "deleteAlertConfig", version: "2", rawPath: { alertConfigId: "%00" } },
      exchangeOf(204, undefined, "DELETE"),
    );
    passes(5_000);
    gets(false);
    expect(told).toEqual([]);
  });

  it("ignores answers to other callers and to malformed requests", () => {
    const { gets, hears, makes, passes, told, upheld } = scene();
    makes();
    gets(true);
    passes(5_000);
    const before = upheld.length;
    for (const more of [
      { who: "noRole" },
      { who: { role: "Organization Member" } },
      { due: "refusal" },
      { rawQuery: "a=%zz" },
    ] as const)
      hears({ operation: "getAlertConfig", version: "2", path: ONE, ...more }, exchangeOf(404, {}));
    expect([told, upheld.length]).toEqual([[], before]);
  });

  it("ignores a target that stops during an examination", async () => {
    const { gets, makes, service, told, watch } = scene();
    makes();
    gets(true);
    service.answer = () => {
      throw new NotSentError("it is gone");
    };
    gets(false, "1.0");
    await watch.settled();
    expect(told).toEqual([]);
  });
});
