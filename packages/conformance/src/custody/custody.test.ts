import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf, scripted } from "../expect/scripted.test-support.ts";
import type { JournalEntry } from "../journal.ts";
import type { Call } from "../kernel/call.ts";
import { custodyParts } from "../kernel/custody-parts.ts";
import { MARK } from "../mark.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import { Custody } from "./custody.ts";

const OLD = "32b6e34b3d91647abb20e7b1";
const NEW = "32b6e34b3d91647abb20e7b2";
const marked = { notifications: [{ emailAddress: `${MARK}@example.com` }] };
const unmarked = { notifications: [{ emailAddress: "somebody@example.com" }] };
const create = (body: object = marked): Call => ({ operation: "createAlertConfig", version: "2", body });
const role: Call = { operation: "createCloudAccessRole", version: "2", body: {} };
const outage: Call = { operation: "startOutageSimulation", version: "2", body: {} };
const dns = (enabled: boolean): Call => ({ operation: "updateCustomDns", version: "2", body: { enabled } });

/** A request of which no answer came, because the connection was cut off. */
const cutOff = (): Exchange => ({ ...exchangeOf(500), response: { fault: "reset", message: "cut off" } });

/** A custody before a target that answers by a rule. */
function custodyOf(answer: (call: Call, index: number) => Exchange) {
  const target = testTarget("http://127.0.0.1:1", {
    allow: new Set(["read", "irreversible"]),
    fixtures: { groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Cluster0" },
  });
  const { ask, calls } = scripted(answer);
  const journal: JournalEntry[] = [];
  const custody = new Custody(
    custodyParts(target, () => emptyWorld(target), { ask, pass: async () => undefined }),
    { append: (entry) => journal.push(entry) },
  );
  const carry = (call: Call): Promise<Exchange> => custody.carry(call, "A", () => ask(call));
  const asked = (): readonly string[] => calls.map(({ operation }) => operation);
  return { custody, carry, asked, journal };
}

interface Habits {
  /** Creates are carried out, and nobody hears of it. */
  readonly isSilent?: boolean;
  /** Accepts removals, and keeps the record. */
  readonly isClinging?: boolean;
}

/** A project with one alert configuration of somebody else's. */
function project({ isSilent = false, isClinging = false }: Habits = {}) {
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
  return { records, ...custodyOf(answer) };
}

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
    expect(custody.changes).toMatchObject([{ id: NEW, state: "left", note: expect.stringContaining("in the list") }]);
  });

  it("is found by its mark where no answer told of it", async () => {
    const { custody, carry, records } = project({ isSilent: true });
    await carry(create());
    await custody.release("A");
    expect(records.size).toBe(2);
    await custody.settle();
    expect([...records.keys()]).toEqual([OLD]);
    expect(custody.changes).toMatchObject([{ id: NEW, state: "removed" }]);
  });

  it("and bears no mark is named where no answer told of it, and left alone", async () => {
    const { custody, carry, records } = project({ isSilent: true });
    await carry(create(unmarked));
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
  it("is not sent again where what it works on cannot be read", async () => {
    const broken = project();
    await broken.carry(create());
    const change: Call = { operation: "setAlertConfigEnabled", version: "2", path: { alertConfigId: NEW }, body: {} };
    let sent = 0;
    const cutOffOnce = async (): Promise<Exchange> => {
      sent += 1;
      broken.records.delete(NEW);
      return cutOff();
    };
    await broken.custody.carry({ ...change, body: { enabled: true } }, "A", cutOffOnce);
    expect(sent).toBe(1);
  });

  it("is sent again where reads show that it was not carried out", async () => {
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
