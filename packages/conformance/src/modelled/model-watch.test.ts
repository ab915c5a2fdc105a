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

describe("what contradicts", () => {
  it("is told once it went on for longer than an answer may be late", async () => {
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

  it("is told with who had the answer sent that showed it, and once more where that is wanted", async () => {
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

  it("is not waited for where custody has waited for the same removal in vain", async () => {
    const { asked, config, hears, inVain, makes, service, told, watch } = scene();
    inVain.add("deleteAlertConfig");
    makes();
    hears({ operation: "deleteAlertConfig", version: "2", path: ONE }, exchangeOf(204, undefined, "DELETE"));
    service.answer = () => config(true);
    hears({ operation: "getAlertConfig", version: "2", path: ONE }, config(true));
    await watch.settled();
    expect([told, asked.length]).toEqual([["gone getAlertConfig 2"], 1]);
  });

  it.each([[[]], [["1.0"]]])("is no 404 of a version in which the target lacks the path: %j", async (versions) => {
    const { asked, hears, makes, told, unserved, watch } = scene();
    for (const version of versions) unserved.add(version);
    makes();
    hears({ operation: "getAlertConfig", version: "1.0", path: ONE }, exchangeOf(404, {}));
    await watch.settled();
    expect(told).toEqual(versions.length > 0 ? [] : ["missing getAlertConfig 1.0"]);
    expect(asked.length > 0).toBe(versions.length === 0);
  });

  it("is told although others are being looked into", async () => {
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

  it("is not told where it heals, and is not looked into again and again", async () => {
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

  it("is looked into twice of a record that another client goes on changing, in whichever read it shows", async () => {
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

  it("quotes what a secret is masked in before it is cut", async () => {
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

  it("of a member that moves is told where both views go on, and not where one has moved on meanwhile", async () => {
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

  it("of a member that moves is not told where a list of some records has that one no more", async () => {
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

  it("of what a key of a named role is shown is looked into with that key", async () => {
    const { asked, config, hears, makes, service, told, watch } = scene();
    const read: Call = { operation: "getAlertConfig", version: "2", path: ONE, who: { role: "Project Read Only" } };
    makes();
    service.answer = ({ who }) => config(who === undefined);
    hears(read, config(false));
    await watch.settled();
    expect(told).toEqual(["views getAlertConfig 2"]);
    expect(asked.every(({ who }) => typeof who === "object")).toBe(true);
  });

  it("is told at once where a record became another long after the last write", async () => {
    const { asked, gets, makes, passes, told, watch } = scene();
    makes();
    gets(true);
    passes(5_000);
    gets(false);
    expect(told).toEqual(["unaddressed getAlertConfig 2"]);
    await watch.settled();
    expect(asked).toEqual([]);
  });

  it("is told after a write of another record that might have been refused as well", () => {
    const { gets, hears, makes, passes, told } = scene();
    makes();
    gets(true);
    hears({ operation: "createAlertConfig", version: "2", due: "open" }, exchangeOf(200, { id: OTHER }, "POST"));
    passes(5_000);
    gets(false);
    expect(told).toEqual(["unaddressed getAlertConfig 2"]);
  });

  it("is nobody's fault where somebody else may have written: the record is not the run's", async () => {
    const { asked, gets, passes, told, watch } = scene();
    gets(true);
    passes(5_000);
    gets(false);
    await watch.settled();
    expect([told, asked]).toEqual([[], []]);
  });

  it("is left to the rules about harm where that is known", async () => {
    const { gets, harmed, makes, passes, told } = scene();
    makes();
    gets(true);
    harmed.add(OWN);
    passes(5_000);
    gets(false);
    expect(told).toEqual([]);
  });

  it("is no wrong total where the next page has what the page lacks", async () => {
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

describe("a record that bears the mark of the run", () => {
  it("was made by a create that was refused, where no create was answered with it", () => {
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

  it("may have been made by a create that was not answered", () => {
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

describe("what says nothing", () => {
  it("is a request that a lax server may have taken for another one: all is unknown after it", async () => {
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

  it("is the answer to another caller, and to a malformed question", () => {
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

  it("is a target that answers no more, while something is looked into", async () => {
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
