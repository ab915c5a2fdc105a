import type { Exchange } from "@plumbline/client";
import type { RunEvent } from "@plumbline/report";
import { describe, expect, it } from "vitest";
import { exchangeOf, scripted } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { MARK } from "../ground/mark.ts";
import { custodyParts } from "../kernel/custody-parts.ts";
import { emptyWorld } from "../target/empty-world.ts";
import type { Fixtures } from "../target/fixtures.ts";
import { testTarget } from "../target/target.test-support.ts";
import { Custody } from "./custody.ts";
import { LostAnswerError } from "./lost-answer-error.ts";
import { madeEntry } from "./made-entry.test-support.ts";
import { cutOff } from "./scene.test-support.ts";

const OLD = "32b6e34b3d91647abb20e7b1";
const NEW = "32b6e34b3d91647abb20e7b2";
const PROJECT = "32b6e34b3d91647abb20e7b8";
const NOBODYS = "fedcba9876543210fedcba98";
const marked = { notifications: [{ emailAddress: `${MARK}@example.com` }] };
const unmarked = { notifications: [{ emailAddress: "somebody@example.com" }] };
const create = (body: object = marked): Call => ({ operation: "createAlertConfig", version: "2", body });
const role: Call = { operation: "createCloudAccessRole", version: "2", body: {} };
const outage: Call = { operation: "startOutageSimulation", version: "2", body: {} };
const dns = (enabled: boolean): Call => ({ operation: "updateCustomDns", version: "2", body: { enabled } });

/** A custody before a target that answers by a rule. */
function custodyOf(answer: (call: Call, index: number) => Exchange, fixtures: Fixtures = {}) {
  const target = testTarget("http://127.0.0.1:1", {
    allow: new Set(["read", "irreversible"]),
    fixtures: { groupId: PROJECT, clusterName: "Cluster0", ...fixtures },
  });
  const { ask, calls } = scripted(answer);
  const journal: RunEvent[] = [];
  const custody = new Custody(
    custodyParts(target, () => emptyWorld(target), { ask, pass: async () => undefined }),
    { append: (entry) => journal.push(entry) },
  );
  const carry = (call: Call, by = "A"): Promise<Exchange> => custody.carry(call, by, () => ask(call));
  const asked = (): readonly string[] => calls.map(({ operation }) => operation);
  return { custody, carry, ask, asked, calls, journal };
}

interface Habits {
  /** The target carries out creates, but its answers are lost. */
  readonly isSilent?: boolean;
  /** The target accepts removals, and keeps the record. */
  readonly isClinging?: boolean;
  readonly fixtures?: Fixtures;
}

/** A project with one alert configuration of another client. */
function project({ isSilent = false, isClinging = false, fixtures = {} }: Habits = {}) {
  const records = new Map<string, object>([[OLD, { id: OLD, ...unmarked }]]);
  const answer = ({ operation, body, path }: Call): Exchange => {
    const id = path?.["alertConfigId"] ?? "";
    switch (operation) {
      case "createAlertConfig":
        records.set(NEW, { id: NEW, ...(body as object) });
        return isSilent ? cutOff() : exchangeOf(201, records.get(NEW), "POST");
      case "listAlertConfigs":
        return exchangeOf(200, { results: [...records.values()], totalCount: records.size });
      case "deleteAlertConfig":
        if (!isClinging) records.delete(id);
        return exchangeOf(204, undefined, "DELETE");
      default:
        return records.has(id) ? exchangeOf(200, records.get(id)) : exchangeOf(404);
    }
  };
  return { records, ...custodyOf(answer, fixtures) };
}

const change = (alertConfigId: string): Call => ({
  operation: "setAlertConfigEnabled",
  version: "2",
  path: { alertConfigId },
  body: { enabled: true },
});

describe("a record that was made", () => {
  it("is removed when whoever asked for it is done", async () => {
    const { custody, carry, records, journal } = project();
    await carry(create());
    expect(custody.owns(NEW, {})).toBe(true);
    await custody.release("A");
    expect([...records.keys()]).toEqual([OLD]);
    await custody.settle();
    expect(custody.changes).toEqual([{ operation: "createAlertConfig", id: NEW, state: "removed" }]);
    expect(journal.map(({ type }) => type)).toEqual(["place", "mark", "intent", "made", "undone"]);
  });

  it("is left where its removal was accepted and its list shows it still", async () => {
    const { custody, carry } = project({ isClinging: true });
    await carry(create());
    await custody.settle();
    expect(custody.changes).toMatchObject([
      { id: NEW, state: "left", note: expect.stringContaining("the list still shows it") },
    ]);
  });

  it("is found by its mark where no answer told of it", async () => {
    const { custody, carry, records } = project({ isSilent: true });
    await expect(carry(create())).rejects.toThrow(LostAnswerError);
    await custody.release("A");
    expect(records.size).toBe(2);
    await custody.settle();
    expect([...records.keys()]).toEqual([OLD]);
    expect(custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });

  it("and bears no mark is named where no answer told of it, and left alone", async () => {
    const { custody, carry, records } = project({ isSilent: true });
    await expect(carry(create(unmarked))).rejects.toThrow(LostAnswerError);
    await custody.settle();
    expect(records.size).toBe(2);
    expect(custody.changes).toMatchObject([{ id: NEW, state: "left", note: expect.stringContaining("bears no mark") }]);
  });

  it("stays once where nothing removes it, however many answers tell of it", async () => {
    const { custody, carry } = custodyOf(({ operation }) =>
      operation === "createCloudAccessRole" ? exchangeOf(200, { roleId: NEW }, "POST") : exchangeOf(200, {}),
    );
    for (let time = 0; time < 2; time += 1) {
      await carry(role);
      await custody.release("A");
    }
    expect(custody.changes).toMatchObject([{ id: NEW, state: "stays" }]);
  });
});

describe("a request of which nothing was heard", () => {
  it("is not sent again where reads show that it was carried out", async () => {
    const { carry, custody, records } = project();
    await carry(create());
    const remove: Call = { operation: "deleteAlertConfig", version: "2", path: { alertConfigId: NEW } };
    let sent = 0;
    const carried = custody.carry(remove, "A", async () => {
      sent += 1;
      records.delete(NEW);
      return cutOff();
    });
    await expect(carried).rejects.toThrow(LostAnswerError);
    expect(sent).toBe(1);
  });

  it("is sent again where saying the same twice changes nothing", async () => {
    const { custody, carry } = project();
    await carry(create());
    const change: Call = {
      operation: "setAlertConfigEnabled",
      version: "2",
      path: { alertConfigId: NEW },
      body: { enabled: true },
    };
    let sent = 0;
    const exchange = await custody.carry(change, "A", async () => {
      sent += 1;
      return sent === 1 ? cutOff() : exchangeOf(200, {}, "PATCH");
    });
    expect([sent, "status" in exchange.response && exchange.response.status]).toEqual([2, 200]);
  });
});

describe("a state", () => {
  it("is read once before it is first changed, and put back", async () => {
    let enabled = true;
    const { custody, carry, asked } = custodyOf(({ operation, body, rawBody }) => {
      if (operation === "updateCustomDns") enabled = (body ?? JSON.parse(rawBody ?? "{}")).enabled;
      return exchangeOf(200, { enabled }, operation === "getCustomDns" ? "GET" : "PATCH");
    });
    await carry(dns(false));
    expect(asked()).toEqual(["getCustomDns", "updateCustomDns"]);
    await custody.release("A");
    expect(enabled).toBe(true);
    expect(custody.changes).toMatchObject([{ operation: "updateCustomDns", state: "restored" }]);
  });
});

describe("what was started", () => {
  it("is in the journal before it is, and ended once", async () => {
    let stands = false;
    const { custody, carry, asked, journal } = custodyOf(({ operation }) => {
      if (operation === "startOutageSimulation") stands = true;
      if (operation === "endOutageSimulation") stands = false;
      return stands || operation !== "getOutageSimulation" ? exchangeOf(200, { state: "SIMULATING" }) : exchangeOf(404);
    });
    await carry(outage);
    expect(custody.stands("startOutageSimulation", "A")).toBe(true);
    expect(journal.map(({ type }) => type)).toEqual(["mark", "intent"]);
    await custody.release("A");
    expect(asked().filter((operation) => operation === "endOutageSimulation")).toHaveLength(1);
    expect(custody.changes).toMatchObject([{ operation: "startOutageSimulation", state: "removed" }]);
  });
});

describe("a request that is not its operation's own", () => {
  it("is sent as it is, and nobody answers for it", async () => {
    const { custody, asked, ask, journal } = project();
    for (const call of [
      { operation: "listAlertConfigs", version: "2" },
      { ...create(), method: "PUT" },
      { ...create(), elsewhere: "/nothing" },
    ] as const)
      await custody.carry(call, "A", () => ask(call));
    expect([asked(), journal]).toEqual([["listAlertConfigs", "createAlertConfig", "createAlertConfig"], []]);
  });
});

describe("a record of the run's own", () => {
  const remove = (alertConfigId: string): Call => ({ ...change(alertConfigId), operation: "deleteAlertConfig" });

  it("may be worked on, once a read has shown that it is", async () => {
    const { carry, asked } = project();
    await carry(create());
    for (let times = 0; times < 2; times += 1) await carry(change(NEW));
    expect(asked().slice(2)).toEqual(["getAlertConfig", "setAlertConfigEnabled", "setAlertConfigEnabled"]);
  });

  it("is one where a plain read of somebody shows it, and no other read does", async () => {
    const read: Call = { operation: "getAlertConfig", version: "2", path: { alertConfigId: NEW } };
    const reads = async (call: Call, shown: unknown = { id: NEW, ...marked }, status = 200) => {
      const { custody, carry, asked } = project();
      await carry(create());
      custody.observe(call, "A", exchangeOf(status, shown));
      await carry(change(NEW));
      return asked().filter((operation) => operation === "getAlertConfig").length;
    };
    expect(await reads(read)).toBe(0);
    for (const odd of [
      { ...read, query: { pretty: "true" } },
      { ...read, rawQuery: "a" },
      { ...read, who: "noRole" },
      { ...read, rawPath: { alertConfigId: NEW } },
      { ...read, operation: "getAlert" },
      { ...read, path: { alertConfigId: OLD } },
    ] as const)
      expect(await reads(odd), JSON.stringify(odd)).toBe(1);
    expect(await reads(read, { id: NEW, ...unmarked })).toBe(1);
    expect(await reads(read, { id: NEW, ...marked }, 404)).toBe(1);
  });

  it("is owned at its place until it is removed, by whomever", async () => {
    const { custody, carry } = project();
    await carry(create());
    expect([custody.owns(NEW, { groupId: PROJECT }), custody.owns(NEW, { groupId: OLD })]).toEqual([true, false]);
    expect([custody.owns(OLD, {}), custody.wasRemoved(NEW), custody.wasRemoved(OLD)]).toEqual([false, false, false]);
    await carry(remove(NEW));
    expect([custody.owns(NEW, {}), custody.wasRemoved(NEW)]).toEqual([false, true]);
    const released = project();
    await released.carry(create());
    await released.custody.release("A");
    expect([released.custody.owns(NEW, {}), released.custody.wasRemoved(NEW)]).toEqual([false, false]);
  });

  it("that its check removed is not removed again, and one that was refused its removal is", async () => {
    const { custody, carry, asked } = project();
    await carry(create());
    await carry(remove(NEW));
    await custody.release("A");
    expect(asked().filter((operation) => operation === "deleteAlertConfig")).toHaveLength(1);
    const refused = project();
    await refused.carry(create());
    await refused.custody.carry(remove(NEW), "A", async () => exchangeOf(403));
    expect(refused.custody.wasRemoved(NEW)).toBe(false);
    await refused.carry(change(NEW));
    expect(refused.custody.wasRemoved(NEW)).toBe(false);
  });

  it("that was asked to go elsewhere is there still", async () => {
    const { custody, carry } = project();
    await carry(create());
    await carry({ ...remove(NEW), path: { alertConfigId: NEW, groupId: OLD } });
    expect(custody.wasRemoved(NEW)).toBe(false);
  });

  it("is given back at once where somebody asks for that", async () => {
    const { custody, carry, records } = project();
    const exchange = await carry(create());
    await custody.giveBack(exchangeOf(201));
    expect(records.size).toBe(2);
    await custody.giveBack(exchange);
    expect(records.size).toBe(1);
  });

  it("is left, with the reason, where what takes it back cannot be sent", async () => {
    const failing = custodyOf(({ operation }) => {
      if (operation === "deleteAlertConfig") throw new Error("the target is gone");
      if (operation === "listAlertConfigs") return exchangeOf(200, { results: [] });
      return exchangeOf(200, { id: NEW, ...marked }, "POST");
    });
    await failing.carry(create());
    await failing.custody.release("A");
    expect(failing.custody.changes).toEqual([
      { operation: "createAlertConfig", id: NEW, state: "left", note: "the target is gone" },
    ]);
    const texts = custodyOf(({ operation }) => {
      if (operation === "deleteAlertConfig") throw "a text";
      return exchangeOf(200, operation === "listAlertConfigs" ? { results: [] } : { id: NEW, ...marked }, "POST");
    });
    await texts.carry(create());
    await texts.custody.release("A");
    expect(texts.custody.changes).toMatchObject([{ state: "left", note: "a text" }]);
  });
});

describe("a record that is not the run's own", () => {
  it("is not worked on: one that was there, one that nobody knows, and one that was told as new", async () => {
    const { custody, carry, asked, records } = project();
    const error = `setAlertConfigEnabled is not sent: the run did not create alertConfigId "${OLD}"`;
    await expect(carry(change(OLD))).rejects.toThrow(error);
    records.delete(NEW);
    const liar = async () => exchangeOf(201, { id: OLD }, "POST");
    await custody.carry(create(), "A", liar);
    expect([custody.whyForeign(OLD), custody.wasThere(OLD)]).toEqual([`it was in the list before: ${OLD}`, true]);
    expect([custody.whyForeign(NEW), custody.wasThere(NEW)]).toEqual([undefined, false]);
    await expect(carry(change(OLD))).rejects.toThrow(
      `setAlertConfigEnabled is not sent: it was in the list before: ${OLD}`,
    );
    expect(asked()).not.toContain("setAlertConfigEnabled");
  });

  it("may be asked for by an id that nobody was issued, or that none can have, and by a name with the mark", async () => {
    const { carry, asked } = project();
    for (const id of [NOBODYS, "42"]) await carry(change(id));
    const path = { databaseName: "d", collectionName: "c" };
    const named = (indexName: string): Call => ({
      operation: "updateSearchIndexByName",
      version: "2",
      path: { ...path, indexName },
      body: {},
    });
    await carry(named(`${MARK}-1`));
    expect(asked()).toHaveLength(3);
    await expect(carry(named("somebody"))).rejects.toThrow('the run did not create indexName "somebody"');
    await carry({ ...named("x"), rawPath: { indexName: "" } });
    expect(asked()).toHaveLength(4);
  });

  it("is found to be another one when it is worked on, and is left alone", async () => {
    const { custody, carry, records, asked } = project();
    await carry(create());
    records.set(NEW, { id: NEW, ...unmarked });
    const note = "the record does not show the values that the run sent: it is another record";
    await expect(carry(change(NEW))).rejects.toThrow(`setAlertConfigEnabled of ${NEW}: ${note}`);
    expect(custody.whyForeign(NEW)).toBe(note);
    await custody.release("A");
    expect(asked()).not.toContain("deleteAlertConfig");
  });

  it("is not looked for where nothing is here: what bears its id may be elsewhere", async () => {
    const { carry, records } = project();
    await carry(create());
    records.delete(NEW);
    await expect(carry(change(NEW))).rejects.toThrow("neither a read nor a list shows the record");
    records.set(NEW, { id: NEW, ...marked });
    expect(await carry(change(NEW))).toBeDefined();
  });

  it("is found to be another one when it should be removed, and is left alone", async () => {
    const { custody, carry, records } = project();
    await carry(create());
    records.set(NEW, { id: NEW, ...unmarked });
    await custody.release("A");
    expect([records.size, custody.changes, custody.owns(NEW, {})]).toEqual([2, [], false]);
    expect(custody.whyForeign(NEW)).toContain("it is another record");
  });

  it("is asked for once by requests that are released together", async () => {
    const { carry, asked } = project();
    await carry(create());
    await Promise.all([change(NEW), change(NEW)].map((call) => carry(call)));
    expect(asked().filter((operation) => operation === "getAlertConfig")).toHaveLength(1);
  });

  it("may be lost where the user gave it for that", async () => {
    const fixtures = { copiedSnapshotId: OLD };
    const snapshot: Call = { operation: "deleteSnapshot", version: "2", path: { snapshotId: OLD } };
    const { custody, carry } = project({ fixtures });
    await custody.carry(snapshot, "A", async () => exchangeOf(409));
    expect(custody.changes).toEqual([]);
    await carry({ ...snapshot, operation: "changeSnapshotExpiration", body: {} });
    expect(custody.changes).toEqual([]);
    await custody.carry(snapshot, "A", async () => exchangeOf(204));
    expect(custody.changes).toMatchObject([{ operation: "deleteSnapshot", id: OLD, state: "stays" }]);
  });
});

describe("a record that is removed by its name", () => {
  const name = `${MARK}-1`;
  const namespace = { databaseName: "d", collectionName: "c" };
  const index: Call = {
    operation: "createSearchIndex",
    version: "2",
    body: { database: "d", collectionName: "c", name },
  };
  const remove = (indexName: string, path: object = namespace): Call => ({
    operation: "deleteSearchIndexByName",
    version: "2",
    path: { ...path, indexName },
  });
  const made = async (call: Call): Promise<boolean> => {
    const { custody, carry } = custodyOf(({ operation }) =>
      exchangeOf(200, operation === "listSearchIndexes" ? [] : { indexID: NEW, name }, "POST"),
    );
    await carry(index);
    await carry(call);
    return custody.wasRemoved(NEW);
  };

  it("is known to be by whoever made it, in its own place", async () => {
    expect(await made(remove(name))).toBe(true);
    expect(await made(remove(`${MARK}-2`))).toBe(false);
    expect(await made(remove(name, { ...namespace, databaseName: "other" }))).toBe(false);
  });
});

describe("what is asked for on behalf of several", () => {
  it("is undone for each on its own, newest first", async () => {
    let next = 2n;
    const gone = new Set<unknown>();
    const { custody, carry, calls } = custodyOf(({ operation, path }) => {
      if (operation === "listAlertConfigs") return exchangeOf(200, { results: [] });
      const id = path?.["alertConfigId"];
      if (operation === "deleteAlertConfig") gone.add(id);
      if (gone.has(id)) return exchangeOf(operation === "deleteAlertConfig" ? 204 : 404);
      if (operation !== "createAlertConfig") return exchangeOf(200, { id, ...marked });
      next += 1n;
      return exchangeOf(201, { id: `32b6e34b3d91647abb20e7b${next}`, ...marked }, "POST");
    });
    for (const by of ["A", "B", "A"]) await carry(create(), by);
    const removed = () =>
      calls.flatMap(({ operation, path }) =>
        operation === "deleteAlertConfig" ? [path?.["alertConfigId"]?.at(-1)] : [],
      );
    await custody.release("A");
    expect(removed()).toEqual(["5", "3"]);
    for (const by of ["C", "C"]) await carry(create(), by);
    await custody.settle();
    expect(removed()).toEqual(["5", "3", "7", "6", "4"]);
  });

  it("is read again by who was released", async () => {
    const { custody, carry, asked, ask } = custodyOf(() => exchangeOf(200, { enabled: true }));
    const read: Call = { operation: "getCustomDns", version: "2" };
    custody.observe(read, "A", await ask(read));
    await custody.release("A");
    await carry(dns(true));
    expect(asked()).toEqual(["getCustomDns", "getCustomDns", "updateCustomDns"]);
    const known = custodyOf(() => exchangeOf(200, { enabled: true }));
    known.custody.observe(read, "A", await known.ask(read));
    await known.carry(dns(true));
    expect(known.asked()).toEqual(["getCustomDns", "updateCustomDns"]);
  });
});

describe("a state that somebody borrows", () => {
  it("is told in what a request can state, and nothing is undone where nothing was sent", async () => {
    const { custody, asked } = custodyOf(() => exchangeOf(200, { enabled: true, links: [] }));
    expect(await custody.borrows(dns(false), "A")).toEqual({ enabled: true });
    await custody.release("A");
    expect([asked(), custody.changes]).toEqual([["getCustomDns"], []]);
  });

  it("is none where the operation replaces nothing", async () => {
    const { custody } = custodyOf(() => exchangeOf(200, {}));
    await expect(custody.borrows(create(), "A")).rejects.toThrow("createAlertConfig replaces nothing");
    const read: Call = { operation: "getCustomDns", version: "2" };
    await expect(custody.borrows(read, "A")).rejects.toThrow("getCustomDns replaces nothing");
  });
});

describe("what stands", () => {
  it("is somebody's own, until it is ended", async () => {
    let stands = false;
    const { custody, carry } = custodyOf(({ operation }) => {
      if (operation.startsWith("start")) stands = true;
      if (operation.startsWith("end")) stands = false;
      return stands || !operation.startsWith("get") ? exchangeOf(200, { state: "SIMULATING" }) : exchangeOf(404);
    });
    await carry(outage);
    expect(custody.stands("startOutageSimulation", "A")).toBe(true);
    expect(custody.stands("startOutageSimulation", "B")).toBe(false);
    expect(custody.stands("createLinkToken", "A")).toBe(false);
    await carry({ operation: "endOutageSimulation", version: "2" });
    expect(custody.stands("startOutageSimulation", "A")).toBe(false);
  });

  it("does not where it was refused", async () => {
    const { custody } = custodyOf(() => exchangeOf(404));
    await custody.carry(outage, "A", async () => exchangeOf(409));
    expect(custody.stands("startOutageSimulation", "A")).toBe(false);
  });
});

describe("what lasts", () => {
  const mode: Call = { operation: "disablePrivateIpMode", version: "2", body: { enabled: false } };

  it("is noted before it is sent, and told to stay unless it was refused", async () => {
    const { custody, carry, journal } = custodyOf(() => exchangeOf(200));
    await carry(mode);
    expect(journal.map(({ type }) => type)).toEqual(["mark", "intent"]);
    await custody.release("A");
    expect(custody.changes).toMatchObject([
      {
        operation: "disablePrivateIpMode",
        id: PROJECT,
        state: "stays",
        note: expect.stringContaining("switches it on again"),
      },
    ]);
    const refused = custodyOf(() => exchangeOf(403));
    await refused.carry(mode);
    await refused.custody.settle();
    expect(refused.custody.changes).toEqual([]);
  });
});

describe("a request whose connection was lost", () => {
  const sent = async (response: Exchange["response"], enabled = true) => {
    const fresh: (boolean | undefined)[] = [];
    const { custody } = custodyOf(() => exchangeOf(200, { enabled }));
    await custody.carry(dns(false), "A", async (isFresh) => {
      fresh.push(isFresh);
      return fresh.length === 1 ? { ...exchangeOf(500), response } : exchangeOf(200);
    });
    return fresh;
  };

  it("is sent again on a connection of its own where it was not heard, or was cut off", async () => {
    expect(await sent({ fault: "reset", message: "" })).toEqual([undefined, true]);
    expect(await sent({ fault: "head-timeout", message: "", reach: "unheard" })).toEqual([undefined, true]);
  });

  it("is not where it may have been heard, or was answered", async () => {
    expect(await sent({ fault: "head-timeout", message: "" })).toEqual([undefined]);
    expect(await sent(exchangeOf(500).response)).toEqual([undefined]);
  });
});

describe("what a run that was killed had not undone", () => {
  it("is taken over, with what its lists held before, and undone", async () => {
    const { custody, records, asked } = project();
    records.set(NEW, { id: NEW, ...marked });
    custody.tell("listAlertConfigs", { groupId: PROJECT }, new Set([OLD]));
    custody.adopt(madeEntry({ id: NEW, path: { groupId: PROJECT } }));
    await custody.settle();
    expect([...records.keys()]).toEqual([OLD]);
    expect(custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
    expect(asked()[0]).toBe("getAlertConfig");
  });

  it("is left where it does not bear the mark any more, for the user to look at", async () => {
    const { custody, records } = project();
    records.set(NEW, { id: NEW, ...unmarked });
    custody.adopt(madeEntry({ id: NEW, path: { groupId: PROJECT } }));
    await custody.settle();
    expect(records.size).toBe(2);
    expect(custody.changes).toMatchObject([
      { id: NEW, state: "left", note: expect.stringContaining("check it, and remove it by hand") },
    ]);
  });

  it("is found in its list by the mark, unless it is another's account", async () => {
    const { id: _id, ...unheard } = madeEntry({ path: { groupId: PROJECT }, marked: false });
    for (const isPassed of [false, true]) {
      const { custody, records } = project();
      custody.tell("listAlertConfigs", { groupId: PROJECT }, new Set([OLD]));
      custody.adopt({ ...unheard });
      if (isPassed) custody.passOver(NEW);
      records.set(NEW, { id: NEW, ...unmarked });
      await custody.settle();
      expect(custody.changes).toEqual(isPassed ? [] : [expect.objectContaining({ id: NEW, state: "left" })]);
    }
  });
});
