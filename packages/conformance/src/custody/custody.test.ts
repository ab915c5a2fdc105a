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

describe("Custody, for a created record", () => {
  it("removes the record when the check that created it is done", async () => {
    const { custody, carry, records, journal } = project();
    await carry(create());
    expect(custody.owns(NEW, {})).toBe(true);
    await custody.release("A");
    expect([...records.keys()]).toEqual([OLD]);
    await custody.settle();
    expect(custody.changes).toEqual([{ operation: "createAlertConfig", id: NEW, state: "removed" }]);
    expect(journal.map(({ type }) => type)).toEqual(["place", "mark", "intent", "made", "undone"]);
  });

  it("reports the record as left if the list still shows it after an accepted delete", async () => {
    const { custody, carry } = project({ isClinging: true });
    await carry(create());
    await custody.settle();
    expect(custody.changes).toMatchObject([
      { id: NEW, state: "left", note: expect.stringContaining("the list still shows it") },
    ]);
  });

  it("finds the record by its mark if the answer to the create was lost", async () => {
    const { custody, carry, records } = project({ isSilent: true });
    await expect(carry(create())).rejects.toThrow(LostAnswerError);
    await custody.release("A");
    expect(records.size).toBe(2);
    await custody.settle();
    expect([...records.keys()]).toEqual([OLD]);
    expect(custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });

  it("names a record without the mark if the answer was lost, and leaves it alone", async () => {
    const { custody, carry, records } = project({ isSilent: true });
    await expect(carry(create(unmarked))).rejects.toThrow(LostAnswerError);
    await custody.settle();
    expect(records.size).toBe(2);
    expect(custody.changes).toMatchObject([{ id: NEW, state: "left", note: expect.stringContaining("bears no mark") }]);
  });

  it("reports a record that nothing removes once, however many answers name it", async () => {
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

describe("Custody, for a request without an answer", () => {
  it("does not send the request again if reads show that it had an effect", async () => {
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

  it("sends an idempotent request again", async () => {
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

describe("Custody, for a changed setting", () => {
  it("reads the setting once before the first change, and restores it", async () => {
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

describe("Custody, for a started simulation", () => {
  it("writes the start to the journal first, and ends the simulation once", async () => {
    let stands = false;
    const { custody, carry, asked, journal } = custodyOf(({ operation }) => {
      if (operation === "startOutageSimulation") stands = true;
      if (operation === "endOutageSimulation") stands = false;
      return stands || operation !== "getOutageSimulation" ? exchangeOf(200, { state: "SIMULATING" }) : exchangeOf(404);
    });
    await carry(outage);
    expect(custody.isRunning("startOutageSimulation", "A")).toBe(true);
    expect(journal.map(({ type }) => type)).toEqual(["mark", "intent"]);
    await custody.release("A");
    expect(asked().filter((operation) => operation === "endOutageSimulation")).toHaveLength(1);
    expect(custody.changes).toMatchObject([{ operation: "startOutageSimulation", state: "removed" }]);
  });
});

describe("Custody, for a request that differs from its operation", () => {
  it("sends it as it is, without a journal entry", async () => {
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

describe("Custody, for a record of the run", () => {
  const remove = (alertConfigId: string): Call => ({ ...change(alertConfigId), operation: "deleteAlertConfig" });

  it("lets checks change the record once a read proves that it is the run's own", async () => {
    const { carry, asked } = project();
    await carry(create());
    for (let times = 0; times < 2; times += 1) await carry(change(NEW));
    expect(asked().slice(2)).toEqual(["getAlertConfig", "setAlertConfigEnabled", "setAlertConfigEnabled"]);
  });

  it("accepts only a plain read by a check as that proof", async () => {
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

  it("owns the record at its place until anybody removes it", async () => {
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

  it("does not delete a record again that its check deleted, unless that delete was refused", async () => {
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

  it("does not count a delete at another place as a removal", async () => {
    const { custody, carry } = project();
    await carry(create());
    await carry({ ...remove(NEW), path: { alertConfigId: NEW, groupId: OLD } });
    expect(custody.wasRemoved(NEW)).toBe(false);
  });

  it("gives the record back at once on request", async () => {
    const { custody, carry, records } = project();
    const exchange = await carry(create());
    await custody.undoRequest(exchangeOf(201));
    expect(records.size).toBe(2);
    await custody.undoRequest(exchange);
    expect(records.size).toBe(1);
  });

  it("reports the record as left, with the reason, if the cleanup request cannot be sent", async () => {
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

describe("Custody, for a record that the run did not create", () => {
  it("refuses writes to an existing record, an unknown id, and an old id returned by a create", async () => {
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

  it("permits writes to an unissued id, a malformed id, and a name with the mark", async () => {
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

  it("refuses a write to a record that turns out to be another one, and leaves it alone", async () => {
    const { custody, carry, records, asked } = project();
    await carry(create());
    records.set(NEW, { id: NEW, ...unmarked });
    const note = "the record does not show the values that the run sent: it is another record";
    await expect(carry(change(NEW))).rejects.toThrow(`setAlertConfigEnabled of ${NEW}: ${note}`);
    expect(custody.whyForeign(NEW)).toBe(note);
    await custody.release("A");
    expect(asked()).not.toContain("deleteAlertConfig");
  });

  it("refuses a write while neither a read nor a list shows the record", async () => {
    const { carry, records } = project();
    await carry(create());
    records.delete(NEW);
    await expect(carry(change(NEW))).rejects.toThrow("neither a read nor a list shows the record");
    records.set(NEW, { id: NEW, ...marked });
    expect(await carry(change(NEW))).toBeDefined();
  });

  it("leaves a record alone that turns out to be another one during cleanup", async () => {
    const { custody, carry, records } = project();
    await carry(create());
    records.set(NEW, { id: NEW, ...unmarked });
    await custody.release("A");
    expect([records.size, custody.changes, custody.owns(NEW, {})]).toEqual([2, [], false]);
    expect(custody.whyForeign(NEW)).toContain("it is another record");
  });

  it("reads the record once for concurrent requests", async () => {
    const { carry, asked } = project();
    await carry(create());
    await Promise.all([change(NEW), change(NEW)].map((call) => carry(call)));
    expect(asked().filter((operation) => operation === "getAlertConfig")).toHaveLength(1);
  });

  it("reports a fixture that the user reserved for a refused delete, if the delete succeeds", async () => {
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

describe("Custody, for a record that is removed by name", () => {
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

  it("recognizes its own record by name and place", async () => {
    expect(await made(remove(name))).toBe(true);
    expect(await made(remove(`${MARK}-2`))).toBe(false);
    expect(await made(remove(name, { ...namespace, databaseName: "other" }))).toBe(false);
  });
});

describe("Custody, for requests of several owners", () => {
  it("undoes the changes of each owner separately, newest first", async () => {
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

  it("reads a state again for an owner that was released before", async () => {
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

describe("Custody.borrows", () => {
  it("returns only members that a request can state, and restores nothing if nothing was sent", async () => {
    const { custody, asked } = custodyOf(() => exchangeOf(200, { enabled: true, links: [] }));
    expect(await custody.restorableState(dns(false), "A")).toEqual({ enabled: true });
    await custody.release("A");
    expect([asked(), custody.changes]).toEqual([["getCustomDns"], []]);
  });

  it("throws if the operation replaces no state", async () => {
    const { custody } = custodyOf(() => exchangeOf(200, {}));
    await expect(custody.restorableState(create(), "A")).rejects.toThrow("createAlertConfig replaces nothing");
    const read: Call = { operation: "getCustomDns", version: "2" };
    await expect(custody.restorableState(read, "A")).rejects.toThrow("getCustomDns replaces nothing");
  });
});

describe("Custody.stands", () => {
  it("reports a started simulation for the check that started it, until it ends", async () => {
    let stands = false;
    const { custody, carry } = custodyOf(({ operation }) => {
      if (operation.startsWith("start")) stands = true;
      if (operation.startsWith("end")) stands = false;
      return stands || !operation.startsWith("get") ? exchangeOf(200, { state: "SIMULATING" }) : exchangeOf(404);
    });
    await carry(outage);
    expect(custody.isRunning("startOutageSimulation", "A")).toBe(true);
    expect(custody.isRunning("startOutageSimulation", "B")).toBe(false);
    expect(custody.isRunning("createLinkToken", "A")).toBe(false);
    await carry({ operation: "endOutageSimulation", version: "2" });
    expect(custody.isRunning("startOutageSimulation", "A")).toBe(false);
  });

  it("reports no simulation after a refused start", async () => {
    const { custody } = custodyOf(() => exchangeOf(404));
    await custody.carry(outage, "A", async () => exchangeOf(409));
    expect(custody.isRunning("startOutageSimulation", "A")).toBe(false);
  });
});

describe("Custody, for a permanent change", () => {
  const mode: Call = { operation: "disablePrivateIpMode", version: "2", body: { enabled: false } };

  it("writes the change to the journal first, and reports that it stays unless it was refused", async () => {
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

describe("Custody, for a request whose connection was lost", () => {
  const sent = async (response: Exchange["response"], enabled = true) => {
    const fresh: (boolean | undefined)[] = [];
    const { custody } = custodyOf(() => exchangeOf(200, { enabled }));
    await custody.carry(dns(false), "A", async (isFresh) => {
      fresh.push(isFresh);
      return fresh.length === 1 ? { ...exchangeOf(500), response } : exchangeOf(200);
    });
    return fresh;
  };

  it("sends the request again on a new connection if it was unheard or reset", async () => {
    expect(await sent({ fault: "reset", message: "" })).toEqual([undefined, true]);
    expect(await sent({ fault: "head-timeout", message: "", reach: "unheard" })).toEqual([undefined, true]);
  });

  it("does not send the request again if the target may have heard it, or answered", async () => {
    expect(await sent({ fault: "head-timeout", message: "" })).toEqual([undefined]);
    expect(await sent(exchangeOf(500).response)).toEqual([undefined]);
  });
});

describe("Custody, for what a killed run left behind", () => {
  it("adopts its records and the earlier contents of its lists, and undoes them", async () => {
    const { custody, records, asked } = project();
    records.set(NEW, { id: NEW, ...marked });
    custody.adoptList("listAlertConfigs", { groupId: PROJECT }, new Set([OLD]));
    custody.adopt(madeEntry({ id: NEW, path: { groupId: PROJECT } }));
    await custody.settle();
    expect([...records.keys()]).toEqual([OLD]);
    expect(custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
    expect(asked()[0]).toBe("getAlertConfig");
  });

  it("reports a record without the mark as left, for the user to check", async () => {
    const { custody, records } = project();
    records.set(NEW, { id: NEW, ...unmarked });
    custody.adopt(madeEntry({ id: NEW, path: { groupId: PROJECT } }));
    await custody.settle();
    expect(records.size).toBe(2);
    expect(custody.changes).toMatchObject([
      { id: NEW, state: "left", note: expect.stringContaining("check it, and remove it by hand") },
    ]);
  });

  it("finds a record without an id in its list, unless another entry accounts for it", async () => {
    const { id: _id, ...unheard } = madeEntry({ path: { groupId: PROJECT }, marked: false });
    for (const isPassed of [false, true]) {
      const { custody, records } = project();
      custody.adoptList("listAlertConfigs", { groupId: PROJECT }, new Set([OLD]));
      custody.adopt({ ...unheard });
      if (isPassed) custody.leaveAlone(NEW);
      records.set(NEW, { id: NEW, ...unmarked });
      await custody.settle();
      expect(custody.changes).toEqual(isPassed ? [] : [expect.objectContaining({ id: NEW, state: "left" })]);
    }
  });
});
