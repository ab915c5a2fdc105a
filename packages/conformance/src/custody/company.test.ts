import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf, scripted } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { MARK } from "../ground/mark.ts";
import { custodyParts } from "../kernel/custody-parts.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Target } from "../target/target.ts";
import { Custody } from "./custody.ts";
import { HandsOffError } from "./hands-off-error.ts";
import type { BystanderCare, CustodyParts } from "./request.ts";
import { alertWith } from "./scene.test-support.ts";

const PROJECT = "32b6e34b3d91647abb20e7b8";
const ALL = new Set(["read", "create", "update", "delete"] as const);
const create: Call = { operation: "createAlertConfig", version: "2", body: alertWith(MARK) };

interface Habits {
  readonly care?: BystanderCare;
  /** The target accepts removals, and keeps the record. */
  readonly isClinging?: boolean;
  /** The target keeps only the newest record. */
  readonly isHarmful?: boolean;
  /** The number of creates that the target accepts. */
  readonly most?: number;
  readonly target?: Partial<Target>;
  readonly change?: Partial<CustodyParts>;
}

/** A project with records, and a custody that creates companion records. */
function project({
  care = "accompanied",
  isClinging = false,
  isHarmful = false,
  most = 100,
  target = {},
  change = {},
}: Habits = {}) {
  const records = new Map<string, Record<string, unknown>>();
  let made = 0;
  let room = most;
  const answer = ({ operation, body, path }: Call): Exchange => {
    const id = path?.["alertConfigId"] ?? "";
    switch (operation) {
      case "createAlertConfig": {
        made += 1;
        if (isHarmful) records.clear();
        if (made > room) return exchangeOf(409, {}, "POST");
        const next = `32b6e34b3d91647abb20e7${made.toString(16).padStart(2, "0")}`;
        records.set(next, { id: next, ...(body as object) });
        return exchangeOf(201, records.get(next), "POST");
      }
      case "listAlertConfigs":
        return exchangeOf(200, { results: [...records.values()], totalCount: records.size });
      case "deleteAlertConfig":
        if (!isClinging) records.delete(id);
        return exchangeOf(204, undefined, "DELETE");
      case "getAlertConfig":
        return records.has(id) ? exchangeOf(200, records.get(id)) : exchangeOf(404);
      default:
        return exchangeOf(200, { results: [] });
    }
  };
  const own = testTarget("http://127.0.0.1:1", {
    allow: ALL,
    fixtures: { groupId: PROJECT, clusterName: "Cluster0" },
    ...target,
  });
  const { ask, calls } = scripted(answer);
  const custody = new Custody(
    {
      ...custodyParts(own, () => emptyWorld(own), { ask, pass: async () => undefined, bystanders: care }),
      ...change,
    },
    { append: () => undefined },
  );
  const carry = (call: Call, by = "A"): Promise<Exchange> => custody.carry(call, by, () => ask(call));
  const writes = (): readonly string[] =>
    calls.map(({ operation }) => operation).filter((operation) => /^(create|delete)/.test(operation));
  const allows = (more: number): void => {
    room = more;
  };
  return { custody, carry, ask, calls, writes, records, allows };
}

const [C, D] = ["createAlertConfig", "deleteAlertConfig"];

describe("Company, for the first record of a kind", () => {
  it("creates two companion records and verifies a removal before the first checked create", async () => {
    const { calls, carry, custody, writes, records } = project();
    await carry(create);
    expect(writes()).toEqual([C, C, C, D, C]);
    // The requests are equal, and each creates its own record.
    const made = calls.filter(({ operation }) => operation === C);
    expect(made.map(({ send }) => send)).toEqual(["again", "again", "again", undefined]);
    expect([...records.keys()].map((id) => id.slice(-2))).toEqual(["01", "02", "04"]);
    await carry(create);
    expect(writes()).toHaveLength(6);
    await custody.release("A");
    expect(records.size).toBe(2);
    await custody.settle();
    expect([records.size, new Set(custody.changes.map(({ state }) => state))]).toEqual([0, new Set(["removed"])]);
  });

  it("creates the companions before it verifies a removal, once for all who ask", async () => {
    const { carry, custody, writes } = project();
    await Promise.all([custody.failedRemoval("deleteAlertConfig", "2"), carry(create), carry(create, "B")]);
    expect(writes()).toEqual([C, C, C, D, C, C]);
  });

  it("creates the companions in the version of the create", async () => {
    const { carry, calls } = project();
    await carry({ ...create, version: "1.0" });
    const versions = calls.filter(({ operation }) => operation === C).map(({ version }) => version);
    expect(versions).toEqual(["1.0", "1.0", "1.0", "1.0"]);
  });

  it("puts the mark into the checked record and its companions", async () => {
    const { carry, records } = project();
    await carry(create);
    expect(records.size).toBe(3);
    for (const record of records.values()) expect(JSON.stringify(record)).toContain(MARK);
  });
});

describe("Company, on a target whose deletes have no effect", () => {
  it("leaves at most three records and creates nothing more", async () => {
    const { carry, custody, writes, records } = project({ isClinging: true });
    await expect(carry(create)).rejects.toThrow(HandsOffError);
    await expect(carry(create)).rejects.toThrow("deleteAlertConfig did not remove the last 2 records");
    expect([writes(), records.size]).toEqual([[C, C, C, D, D], 3]);
    expect(await custody.failedRemoval("deleteAlertConfig", "2")).toMatchObject({
      exchange: { response: { status: 204 } },
    });
  });
});

describe("Company, when it creates no companions", () => {
  const made = async (habits: Habits, call: Call = create): Promise<readonly string[]> => {
    const { carry, writes } = project(habits);
    await carry(call);
    return writes();
  };

  it("because bystanders are only watched or ignored", async () => {
    expect(await made({ care: "watched" })).toEqual([C]);
    expect(await made({ care: "none" })).toEqual([C]);
  });

  it("because the user does not permit creates", async () => {
    expect(await made({ target: { allow: new Set(["read", "delete"]) } })).toEqual([C]);
    expect(await made({ target: { allow: ALL } })).toHaveLength(5);
  });

  it("because the target does not offer the delete", async () => {
    const served: CustodyParts["served"] = (operation, wanted) => (operation === D ? undefined : wanted);
    expect(await made({ change: { served, mayStay: true } })).toEqual([C]);
    const none = project({ change: { served } });
    await expect(none.carry(create)).rejects.toThrow("deleteAlertConfig");
    expect(none.writes()).toEqual([]);
  });

  it("because the target does not offer the create", async () => {
    const served: CustodyParts["served"] = (operation, wanted) => (operation === C ? undefined : wanted);
    expect(await made({ change: { served } })).toEqual([C]);
  });

  it("because the body needs a fixture that the user did not state", async () => {
    const bucket: Call = {
      operation: "createExportBucket",
      version: "2",
      body: { bucketName: `${MARK}-1`, cloudProvider: "AWS", iamRoleId: PROJECT },
    };
    expect(await made({}, bucket)).toEqual(["createExportBucket"]);
    const stated = { fixtures: { groupId: PROJECT, roleId: PROJECT } };
    expect((await made({ target: stated }, bucket)).length).toBeGreaterThan(1);
  });

  it("because the kind needs none", async () => {
    const { carry, writes, custody } = project({ target: { allow: new Set([...ALL, "irreversible"]) } });
    await carry({ operation: "createCloudAccessRole", version: "2", body: {} });
    await custody.ensureCompany("createCloudAccessRole", "2");
    expect(writes()).toEqual(["createCloudAccessRole"]);
  });

  it("after the first refused create", async () => {
    expect(await made({ most: 0 })).toEqual([C, C]);
    expect(await made({ most: 1 })).toEqual([C, C, C]);
    // Two companion records exist; without a third, none is removed.
    expect(await made({ most: 2 })).toEqual([C, C, C, C]);
  });

  it("after a create that harmed other records, and rethrows internal errors", async () => {
    const { custody, writes } = project({ isHarmful: true });
    // The target removes the first with the second, so no third is created.
    await expect(custody.failedRemoval("deleteAlertConfig", "2")).resolves.toBeUndefined();
    expect(writes()).toEqual([C, C]);
    expect(custody.whyHarmful("createAlertConfig")).toContain("vanished");
    const failing = project({
      change: {
        plainBody: () => {
          throw new TypeError("a mistake of our own");
        },
      },
    });
    await expect(failing.carry(create)).rejects.toThrow("a mistake of our own");
  });
});

describe("Company, for companions that were harmed", () => {
  it("replaces exactly the missing companions", async () => {
    const { carry, custody, records, writes } = project();
    await carry(create);
    const before = writes().length;
    await custody.ensureCompany("setAlertConfigEnabled", "2");
    expect(writes()).toHaveLength(before);
    records.delete([...records.keys()][0] ?? "");
    await custody.ensureCompany("setAlertConfigEnabled", "2");
    expect(writes().slice(before)).toEqual([C]);
    await custody.settle();
    expect(records.size).toBe(0);
  });

  it("replaces them even though the delete is blocked for everybody else", async () => {
    const { carry, custody, records, writes, ask } = project();
    await carry(create);
    const [, mate = "", own = ""] = [...records.keys()];
    const remove: Call = { operation: "deleteAlertConfig", version: "2", path: { alertConfigId: own } };
    // The removal at the beginning was compared, so this one is a trial.
    await custody.carry({ ...remove, trial: true }, "A", async () => {
      records.delete(mate);
      return ask(remove);
    });
    expect(custody.whyHarmful("deleteAlertConfig")).toContain(mate);
    await expect(carry(create)).rejects.toThrow(HandsOffError);
    const before = writes().length;
    await custody.ensureCompany("deleteAlertConfig", "2");
    expect(writes().slice(before)).toEqual([C]);
  });

  it.each([
    {
      what: "replaces them if a refused create did the harm",
      most: 4,
      came: "refused",
      more: [C],
    },
    { what: "does not replace them if an accepted create did the harm", most: 100, came: "accepted", more: [] },
  ])("$what", async ({ most, came, more }) => {
    const { carry, custody, records, writes, ask, allows } = project({ most });
    await carry(create);
    const [mate = ""] = [...records.keys()];
    await custody.carry({ ...create, trial: true }, "A", async () => {
      const exchange = await ask(create);
      records.delete(mate);
      return exchange;
    });
    expect(custody.whyHarmful("createAlertConfig")).toContain(`vanished when it was ${came}`);
    allows(100);
    const before = writes().length;
    await custody.ensureCompany("createAlertConfig", "2");
    expect(writes().slice(before)).toEqual(more);
  });

  it("creates them if none existed yet, and stops if the target refuses", async () => {
    const fresh = project();
    await fresh.custody.ensureCompany("updateAlertConfig", "2");
    expect(fresh.writes()).toEqual([C, C]);
    const full = project({ most: 0 });
    await full.custody.ensureCompany("updateAlertConfig", "2");
    expect(full.writes()).toEqual([C]);
    const watched = project({ care: "watched" });
    await watched.custody.ensureCompany("updateAlertConfig", "2");
    expect(watched.writes()).toEqual([]);
  });

  it("sends nothing without the permission to create or without an offered delete", async () => {
    const served: CustodyParts["served"] = (operation, wanted) => (operation === D ? undefined : wanted);
    for (const habits of [
      { target: { allow: new Set(["read", "update", "delete"] as const) } },
      { change: { served } },
      { change: { served, mayStay: true } },
    ]) {
      const { custody, calls } = project(habits);
      await custody.ensureCompany("setAlertConfigEnabled", "2");
      expect(calls, JSON.stringify(Object.keys(habits))).toEqual([]);
    }
  });
});
