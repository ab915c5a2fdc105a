import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { WRITES } from "../writes/table.ts";
import { Creates } from "./creates.ts";
import type { MadeEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { CAMPAIGNS } from "./keys.ts";
import { madeEntry } from "./made-entry.test-support.ts";
import { alertWith, CLUSTER, cutOff, PROJECT, sceneOf } from "./scene.test-support.ts";
import { MARK } from "./undo-parts.test-support.ts";

const OLD = "32b6e34b3d91647abb20e7b1";
const NEW = "32b6e34b3d91647abb20e7b2";
const marked: Call = { operation: "createAlertConfig", version: "2", body: alertWith(MARK) };
const unmarked: Call = { ...marked, body: alertWith("somebody") };

/** A target with one record in each list and this answer to creates. */
function createsOf(
  created: Exchange = exchangeOf(201, { id: NEW, ...alertWith(MARK) }, "POST"),
  ...[change, target]: readonly [Parameters<typeof sceneOf>[1]?, Parameters<typeof sceneOf>[2]?]
) {
  const scene = sceneOf(
    ({ operation }) => (operation.startsWith("list") ? exchangeOf(200, { results: [{ id: OLD }] }) : created),
    change,
    target,
  );
  const creates = new Creates(scene.parts, scene.ledger, scene.lists);
  const send = async (call: Call = marked, by = "A"): Promise<MadeEntry | undefined> => {
    const request = scene.requestOf(call, by);
    const { effect } = WRITES[request.operation];
    if (effect.kind !== "makes") throw new Error(`${call.operation} makes nothing`);
    const before = new Set(scene.ledger.open);
    await creates.send(request, effect);
    return [...scene.ledger.open].find((one): one is MadeEntry => one.kind === "made" && !before.has(one));
  };
  return { ...scene, creates, send };
}

describe("Creates.send", () => {
  it("reads the list and writes the intent before it sends, then owns the record", async () => {
    const { send, asked, journal, ledger } = createsOf();
    const entry = await send();
    expect(asked()).toEqual(["listAlertConfigs", "createAlertConfig"]);
    expect(journal).toMatchObject([
      { type: "place", ids: [OLD] },
      { type: "mark" },
      { type: "intent", operation: "createAlertConfig", path: { groupId: PROJECT }, marked: true, listedAt: {} },
      { type: "made", id: NEW },
    ]);
    expect(entry).toMatchObject({ id: NEW, marked: true, echoed: true, by: "A" });
    expect(ledger.own.get(NEW)).toBe(entry);
  });

  it("notes whether the body bears the mark and whether the answer repeats the body", async () => {
    const shown = exchangeOf(201, { id: NEW, ...alertWith("somebody") }, "POST");
    expect(await createsOf(shown).send(unmarked)).toMatchObject({ marked: false, echoed: true });
    expect(await createsOf(shown).send(marked)).toMatchObject({ marked: true, echoed: false });
  });

  it("notes the place of the list if the body names it", async () => {
    const body = { database: "d", collectionName: "c", name: "n" };
    const { send, journal } = createsOf(exchangeOf(201, { indexID: NEW }, "POST"));
    await send({ operation: "createSearchIndex", version: "2", body });
    const listedAt = { databaseName: "d", collectionName: "c" };
    expect(journal).toContainEqual(expect.objectContaining({ type: "intent", listedAt, path: CLUSTER }));
  });

  it("keeps an entry without an id if the answer was lost, and none if the create was refused", async () => {
    const lost = createsOf(cutOff());
    expect(await lost.send()).not.toHaveProperty("id");
    expect(lost.ledger.own.size).toBe(0);
    const odd = createsOf(exchangeOf(500, { id: NEW }));
    expect(await odd.send()).not.toHaveProperty("id");
    const refused = createsOf(exchangeOf(400, { id: NEW }));
    expect([await refused.send(), refused.types().at(-1)]).toEqual([undefined, "void"]);
    const nameless = createsOf(exchangeOf(201, {}, "POST"));
    expect(await nameless.send()).not.toHaveProperty("id");
  });

  it("reads the id from an enveloped answer", async () => {
    const { send } = createsOf(exchangeOf(201, { status: 201, content: { id: NEW } }, "POST"));
    expect(await send()).toMatchObject({ id: NEW });
  });
});

describe("Creates.send, for a record that is identified by its name", () => {
  const cluster: Call = { operation: "createCluster", version: "1.0", body: { name: "Cluster1" } };
  const allow = { allow: new Set(["read", "irreversible"] as const) };

  it("takes the id from the request, whether or not the answer repeats the name", async () => {
    expect(await createsOf(exchangeOf(201, { name: "Cluster1" }, "POST"), {}, allow).send(cluster)).toMatchObject({
      id: "Cluster1",
    });
    expect(await createsOf(exchangeOf(201, {}, "POST"), {}, allow).send(cluster)).toMatchObject({ id: "Cluster1" });
  });
});

describe("Creates.send, for the id in an answer", () => {
  /** Why the record is not the run's own, and the ledger's view of it. */
  async function foreign(id: string, target: Parameters<typeof sceneOf>[2] = {}, call = marked) {
    const { send, ledger, creates, types } = createsOf(exchangeOf(201, { id }, "POST"), {}, target);
    const entry = await send(call);
    return { why: ledger.foreign.get(id), entry, isOld: creates.wasThere(id), own: ledger.own.size, types: types() };
  }

  it("rejects an id that the list had before", async () => {
    const { why, entry, isOld, own, types } = await foreign(OLD);
    expect([why, entry, isOld, own]).toEqual([`it was in the list before: ${OLD}`, undefined, true, 0]);
    expect(types.at(-1)).toBe("void");
  });

  it("rejects a malformed id", async () => {
    const { why, isOld } = await foreign("42");
    expect([why, isOld]).toEqual(['its id is malformed ("42")', false]);
  });

  it("rejects an id that is a known fixture", async () => {
    for (const parameter of ["alertConfigId", "snapshotId", "orgId"] as const) {
      const { why, isOld } = await foreign(NEW, { fixtures: { ...CLUSTER, [parameter]: NEW } });
      expect([why, isOld]).toEqual([`it is the known ${parameter}: ${NEW}`, false]);
    }
    expect((await foreign(NEW, { fixtures: { ...CLUSTER, indexName: NEW } })).why).toBeUndefined();
  });

  it("keeps the entry open without the id if the request bore no mark", async () => {
    const { entry } = await foreign(OLD, {}, unmarked);
    expect(entry).toMatchObject({ marked: false });
    expect(entry).not.toHaveProperty("id");
  });
});

describe("Creates.send, for two creates whose answers name the same id", () => {
  it("counts one record if both share one exchange", async () => {
    const { send, ledger } = createsOf();
    const first = await send(unmarked);
    expect(await send(unmarked)).toBeUndefined();
    expect(ledger.own.get(NEW)).toBe(first);
    expect(ledger.open.size).toBe(1);
  });

  it("keeps the second entry open without an id if there were two exchanges", async () => {
    const scene = createsOf();
    const answers = (): Exchange => exchangeOf(201, { id: NEW }, "POST");
    const { effect } = WRITES.createAlertConfig;
    if (effect.kind !== "makes") throw new Error("no create");
    for (const call of [unmarked, unmarked])
      await scene.creates.send(
        scene.requestOf(call, "A", async () => answers()),
        effect,
      );
    expect([...scene.ledger.open].map((entry) => entry.kind === "made" && entry.id)).toEqual([NEW, undefined]);
  });

  it("owns the second record if the first was removed in between, unless nothing removes the kind", async () => {
    const answering = (id: string) => async (): Promise<Exchange> => exchangeOf(201, { id, roleId: id }, "POST");
    const own = async (call: Call): Promise<boolean> => {
      const scene = createsOf(undefined, { mayStay: true }, { allow: new Set(["read", "create", "irreversible"]) });
      const request = scene.requestOf(call, "A", answering(NEW));
      const { effect } = WRITES[request.operation];
      if (effect.kind !== "makes") throw new Error("no create");
      await scene.creates.send(request, effect);
      const first = scene.ledger.own.get(NEW);
      if (first !== undefined) scene.ledger.close(first, { state: "removed" });
      await scene.creates.send(scene.requestOf(call, "B", answering(NEW)), effect);
      return scene.ledger.own.get(NEW)?.by === "B";
    };
    expect(await own(marked)).toBe(true);
    expect(await own({ operation: "createCloudAccessRole", version: "2", body: {} })).toBe(false);
  });
});

describe("Creates.send, for a record that could not be removed", () => {
  const without = (missing: string) => ({ served: (id: string) => (id === missing ? undefined : ("2" as const)) });

  it("refuses to create it, unless the user permits that it stays", async () => {
    const { send, calls } = createsOf(undefined, without("deleteAlertConfig"));
    const error =
      "the run could not remove the record that createAlertConfig creates, because the target does not offer deleteAlertConfig";
    await expect(send()).rejects.toThrow(new NotOfferedError(error));
    expect(calls).toEqual([]);
    const staying = createsOf(undefined, { ...without("deleteAlertConfig"), mayStay: true });
    expect(await staying.send()).toMatchObject({ id: NEW });
  });

  it("creates it if no operation removes its kind anyway", async () => {
    const served = () => undefined;
    const role: Call = { operation: "createCloudAccessRole", version: "2", body: {} };
    expect(await createsOf(exchangeOf(201, { roleId: NEW }, "POST"), { served }).send(role)).toMatchObject({ id: NEW });
    const job: Call = { operation: "createRestoreJob", version: "2", body: {} };
    expect(WRITES.createRestoreJob.effect).toMatchObject({ remove: "cancelRestoreJob", stays: expect.any(String) });
    expect(await createsOf(exchangeOf(201, { id: NEW }, "POST"), { served }).send(job)).toMatchObject({ id: NEW });
  });

  it("creates it if the effect names no removal", async () => {
    const { remove: _remove, ...effect } = madeEntry().effect;
    const { creates, requestOf, ledger } = createsOf();
    await creates.send(requestOf(marked), effect);
    expect(ledger.own.has(NEW)).toBe(true);
  });

  it("stops creating after two records of the kind could not be removed, for campaigns too", async () => {
    const { send, ledger } = createsOf();
    for (let times = 0; times < 2; times += 1) ledger.close(madeEntry(), { state: "left", note: "403" });
    for (const by of ["A", CAMPAIGNS]) await expect(send(marked, by)).rejects.toThrow(HandsOffError);
  });

  it("waits until the first removal is verified, except for campaigns", async () => {
    let seen = (): void => undefined;
    const looked = new Promise<void>((resolve) => {
      seen = resolve;
    });
    const firstRemovals = new Map([["deleteAlertConfig", looked]] as const);
    const { send, asked } = createsOf(undefined, { firstRemovals });
    const sent = send();
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked()).toEqual([]);
    await send(unmarked, CAMPAIGNS);
    expect(asked()).toContain("createAlertConfig");
    seen();
    await sent;
    expect(asked().filter((one) => one === "createAlertConfig")).toHaveLength(2);
  });
});

describe("Creates, for a list", () => {
  it("remembers the last create that was sent there", async () => {
    const { send, creates, lists } = createsOf(cutOff());
    await send();
    const last = await send(unmarked);
    const [list] = lists.all;
    expect(list && creates.lastOf(list)).toBe(last);
    expect(creates.remember(madeEntry({ path: { groupId: NEW } }))).not.toBe(list);
    const served = () => undefined;
    expect(createsOf(undefined, { served }).creates.remember(madeEntry())).toBeUndefined();
  });
});
