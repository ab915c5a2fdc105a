import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { backupPolicyWrites } from "../writes/backup-policies.ts";
import { searchWrites } from "../writes/search.ts";
import { settingsWrites } from "../writes/settings.ts";
import type { Changes } from "../writes/write.ts";
import type { ChangedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { madeEntry } from "./made-entry.test-support.ts";
import { Replacements } from "./replacements.ts";
import { CLUSTER, cutOff, PROJECT, sceneOf } from "./scene.test-support.ts";

const dns: Changes = settingsWrites.updateCustomDns.effect;
const schedule: Changes = backupPolicyWrites.updateBackupSchedule.effect;
const policy: Changes = backupPolicyWrites.updateBackupCompliancePolicy.effect;
const analyzers: Changes = searchWrites.replaceCustomAnalyzers.effect;
const switchDns: Call = { operation: "updateCustomDns", version: "2", body: { enabled: false } };
const asked = { operation: "updateCustomDns", version: "2", path: CLUSTER, by: "A" } as const;
const path = { groupId: PROJECT };

function replacementsOf(answer: (call: Call, index: number) => Exchange, change: Parameters<typeof sceneOf>[1] = {}) {
  const scene = sceneOf(answer, change);
  const replacements = new Replacements(scene.parts, scene.ledger);
  const send = (call: Call, effect: Changes, answered?: Exchange, by = "A") =>
    replacements.send(scene.requestOf(call, by, ...(answered ? [async () => answered] : [])), effect);
  const entries = (): readonly ChangedEntry[] =>
    [...scene.ledger.open].filter((one): one is ChangedEntry => one.kind === "changed");
  const intents = () => scene.journal.filter(({ type }) => type === "intent");
  return { ...scene, replacements, send, entries, intents };
}
/** A target whose reads show this state and that accepts writes. */
const showing = (state: unknown) => () => exchangeOf(200, state);

describe("Replacements.send", () => {
  it("reads and journals the state before it sends the request", async () => {
    const { send, asked: operations, intents, entries } = replacementsOf(showing({ enabled: true, other: 1 }));
    await send(switchDns, dns);
    expect(operations()).toEqual(["getCustomDns", "updateCustomDns"]);
    expect(intents()).toMatchObject([{ operation: "updateCustomDns", path, before: { enabled: true } }]);
    expect(entries()).toMatchObject([{ before: { enabled: true }, beyond: {}, by: "A", version: "2" }]);
  });

  it("reads and journals the state once, however often the run replaces it", async () => {
    const { send, asked: operations, intents } = replacementsOf(showing({ enabled: true }));
    for (let time = 0; time < 2; time += 1) await send(switchDns, dns);
    expect(operations()).toEqual(["getCustomDns", "updateCustomDns", "updateCustomDns"]);
    expect(intents()).toHaveLength(1);
  });

  it("does not read or journal the state of a cluster that the run created", async () => {
    const { send, asked: operations, intents, entries, ledger } = replacementsOf(showing({ referenceHourOfDay: 1 }));
    const made = madeEntry({ operation: "createCluster" });
    ledger.own.set(CLUSTER.clusterName, made);
    const call: Call = {
      operation: "updateBackupSchedule",
      version: "2",
      path: CLUSTER,
      body: { referenceHourOfDay: 2 },
    };
    await send(call, schedule);
    expect(operations()).toEqual(["updateBackupSchedule"]);
    expect(intents()).toEqual([]);
    expect(entries()).toEqual([]);
    // The cluster is no longer the run's own.
    ledger.own.delete(CLUSTER.clusterName);
    await send(call, schedule);
    expect(operations()).toEqual(["updateBackupSchedule", "getBackupSchedule", "updateBackupSchedule"]);
    expect(intents()).toHaveLength(1);
  });

  it("journals a state that is a list", async () => {
    const { send, intents } = replacementsOf(showing([{ name: "a", id: null }]));
    const call: Call = { operation: "replaceCustomAnalyzers", version: "1.0", body: [] };
    await send(call, analyzers);
    expect(intents()).toMatchObject([{ before: [{ name: "a" }] }]);
  });

  it('marks a state as touched after an accepted or lost request, "perhaps" after a 500, never after a refusal', async () => {
    const { send, entries } = replacementsOf(showing({ enabled: true }));
    const touched = async (answer: Exchange): Promise<unknown> => {
      await send(switchDns, dns, answer);
      return entries()[0]?.touched;
    };
    expect(await touched(exchangeOf(403))).toBeUndefined();
    expect(await touched(exchangeOf(500))).toBe("perhaps");
    expect(await touched(exchangeOf(200))).toBe("accepted");
    expect(await touched(cutOff())).toBe("accepted");
    expect(await touched(exchangeOf(403))).toBe("accepted");
  });
});

describe("Replacements.send, for effects beyond the state", () => {
  const call = (body: object): Call => ({ operation: "updateBackupSchedule", version: "2", body });

  it("journals them together with the state, only if a request adds some", async () => {
    const { send, intents, entries } = replacementsOf(showing({ referenceHourOfDay: 3 }));
    await send(call({ referenceHourOfDay: 4 }), schedule);
    await send(call({ referenceHourOfDay: 5, autoExportEnabled: true }), schedule);
    await send(call({ referenceHourOfDay: 6, updateSnapshots: true }), schedule);
    expect(intents()).toMatchObject([
      { before: { referenceHourOfDay: 3 } },
      { before: { referenceHourOfDay: 3, autoExportEnabled: false } },
    ]);
    expect(intents()[0]).not.toMatchObject({ before: { autoExportEnabled: false } });
    // No command restores a state.
    expect(entries()).toMatchObject([{ beyond: { autoExportEnabled: false } }]);
  });
});

describe("Replacements.send, for a member without a value", () => {
  const call = (body: object): Call => ({ operation: "updateBackupSchedule", version: "2", body });

  it("refuses to set a member that nothing could clear, and names it", async () => {
    const { send, asked: operations } = replacementsOf(showing({ referenceHourOfDay: 3 }));
    const body = { restoreWindowDays: 2, referenceMinuteOfHour: 5 };
    await expect(send(call(body), schedule)).rejects.toThrow(
      new HandsOffError(
        "updateBackupSchedule is not sent: restoreWindowDays, referenceMinuteOfHour has no value now, and nothing could clear it afterwards",
      ),
    );
    expect(operations()).toEqual(["getBackupSchedule"]);
  });

  it("sends a request that the target must refuse, and one whose member already has a value", async () => {
    const wrong = replacementsOf(showing({ referenceHourOfDay: 3 }));
    await wrong.send(call({ restoreWindowDays: "two" }), schedule);
    expect(wrong.asked()).toContain("updateBackupSchedule");
    const set = replacementsOf(showing({ restoreWindowDays: 7 }));
    await set.send(call({ restoreWindowDays: 2 }), schedule);
    expect(set.asked()).toContain("updateBackupSchedule");
  });
});

describe("Replacements.borrow", () => {
  it("reads the state once per owner, and journals nothing until a request is sent", async () => {
    const { replacements, ledger, types, asked: operations } = replacementsOf(showing({ enabled: true }));
    const entry = await replacements.borrow(asked, dns);
    expect(await replacements.borrow(asked, dns)).toBe(entry);
    expect(entry).toMatchObject({
      kind: "changed",
      before: { enabled: true },
      path,
      beyond: {},
      operation: "updateCustomDns",
    });
    expect(entry.path).toEqual(path);
    expect([types(), operations(), ledger.open.size]).toEqual([[], ["getCustomDns"], 1]);
    expect(await replacements.borrow({ ...asked, by: "B" }, dns)).not.toBe(entry);
  });

  it("refuses a state that the run could not restore before", async () => {
    const { replacements, ledger } = replacementsOf(showing({ enabled: true }));
    ledger.close(await replacements.borrow(asked, dns), { state: "left", note: "500" });
    await expect(replacements.borrow(asked, dns)).rejects.toThrow("the run could not restore it before");
  });

  it("refuses a state that the target offers no read or no write for", async () => {
    for (const [missing, what] of [
      ["getBackupSchedule", "no read shows the state that deleteBackupSchedules changes"],
      ["updateBackupSchedule", "the run could not restore the state that deleteBackupSchedules changes"],
    ]) {
      const { replacements, calls } = replacementsOf(showing({}), {
        served: (id: string) => (id === missing ? undefined : "2"),
      });
      const wanted = { ...asked, operation: "deleteBackupSchedules" } as const;
      const error = new NotOfferedError(`${what}, because the target does not offer ${missing}`);
      await expect(replacements.borrow(wanted, schedule)).rejects.toThrow(error);
      expect(calls).toEqual([]);
    }
  });

  it("refuses a state that cannot be read, or has the wrong type", async () => {
    const refused = replacementsOf(() => exchangeOf(404));
    await expect(refused.replacements.borrow(asked, dns)).rejects.toThrow(
      new HandsOffError(
        "the state that updateCustomDns changes cannot be read (404 without a body), so the run could not restore it",
      ),
    );
    const odd = replacementsOf(showing({ enabled: "yes" }));
    await expect(odd.replacements.borrow(asked, dns)).rejects.toThrow(/^enabled has the wrong type/);
  });

  it("uses the default state if nothing was ever set, even if the read answers 404", async () => {
    const { replacements } = replacementsOf(() => exchangeOf(404, { enabled: true, authorizedEmail: "a@b.c" }));
    const wanted = { ...asked, operation: "updateBackupCompliancePolicy" } as const;
    const { before } = await replacements.borrow(wanted, policy);
    expect(before).toEqual({ authorizedEmail: "plumbline@example.com" });
  });
});

describe("Replacements.observe", () => {
  it("saves the owner of a read another read of the same place", async () => {
    const { replacements, calls } = replacementsOf(showing({ enabled: true }));
    replacements.observe("getCustomDns", path, "A", exchangeOf(200, { enabled: false }));
    replacements.observe("getAuditing", path, "A", exchangeOf(200, {}));
    expect(await replacements.borrow(asked, dns)).toMatchObject({ before: { enabled: false } });
    expect(calls).toEqual([]);
    const elsewhere = { ...asked, path: { groupId: "32b6e34b3d91647abb20e7b7" } };
    expect(await replacements.borrow(elsewhere, dns)).toMatchObject({ before: { enabled: true } });
  });

  it("is ignored for other owners, and after forget", async () => {
    for (const by of ["B", "A"]) {
      const { replacements } = replacementsOf(showing({ enabled: true }));
      replacements.observe("getCustomDns", path, "A", exchangeOf(200, { enabled: false }));
      if (by === "A") replacements.forget("A");
      expect(await replacements.borrow({ ...asked, by }, dns)).toMatchObject({ before: { enabled: true } });
    }
  });

  it("does not keep reads of states that no write replaces", async () => {
    const { replacements, calls } = replacementsOf(showing({ enabled: true }));
    replacements.observe("listAlerts", path, "A", exchangeOf(200, { enabled: false }));
    const effect = { ...dns, read: "listAlerts" } as const;
    expect(await replacements.borrow(asked, effect)).toMatchObject({ before: { enabled: true } });
    expect(calls).toHaveLength(1);
  });
});

describe("Replacements.borrow, for a state that the run read before", () => {
  /** The second of two borrows of a state, whose reads show these values in turn. */
  async function second(...values: readonly boolean[]) {
    const scene = replacementsOf((_call, index) =>
      exchangeOf(200, { enabled: values[Math.min(index, values.length - 1)] }),
    );
    await scene.replacements.borrow(asked, dns);
    return { ...scene, ...(await scene.replacements.borrow({ ...asked, by: "B" }, dns)) };
  }

  it("waits while a read still shows another value", async () => {
    const { before, waits, calls } = await second(true, false, false, true);
    expect([before, waits.length, calls.length]).toEqual([{ enabled: true }, 1, 4]);
  });

  it("reads once if the value is the same", async () => {
    expect((await second(true, true)).calls).toHaveLength(2);
  });

  it("takes the new value if it stays different, because another client changed it", async () => {
    const { before, waits } = await second(true, false);
    expect(before).toEqual({ enabled: false });
    expect(waits.length).toBeGreaterThan(3);
  });

  it("waits at most once for a state that has become unreadable", async () => {
    let readable = true;
    const { replacements, waits } = replacementsOf(() =>
      readable ? exchangeOf(200, { enabled: true }) : exchangeOf(503),
    );
    const borrows = (by: string) => replacements.borrow({ ...asked, by }, dns);
    await borrows("A");
    readable = false;
    await expect(borrows("B")).rejects.toThrow(HandsOffError);
    const waited = waits.length;
    expect(waited).toBeGreaterThan(3);
    await expect(borrows("C")).rejects.toThrow(HandsOffError);
    expect(waits).toHaveLength(waited);
    readable = true;
    expect(await borrows("D")).toMatchObject({ before: { enabled: true } });
  });
});

describe("Replacements.send, for states of other records that the request overwrites", () => {
  const [one, other] = ["one", "other"].map((clusterName) => ({ ...path, clusterName }));
  const call = (query: Record<string, string> = { overwriteBackupPolicies: "true" }): Call => ({
    operation: "updateBackupCompliancePolicy",
    version: "2",
    query,
    body: { authorizedEmail: "a@b.c" },
  });
  const answer =
    (clusters: unknown, schedules: (name: string) => Exchange = () => exchangeOf(200, { referenceHourOfDay: 3 })) =>
    ({ operation, path: place }: Call): Exchange => {
      if (operation === "listClusters") return exchangeOf(200, clusters);
      if (operation === "getBackupSchedule") return schedules(place?.["clusterName"] ?? "");
      return exchangeOf(200, { authorizedEmail: "a@b.c" });
    };
  const listed = { results: [{ name: "one" }, { name: 7 }, { name: "other" }] };

  it("journals the state of each record in the list, once", async () => {
    const { send, intents, calls, entries } = replacementsOf(answer(listed));
    await send(call(), policy);
    expect(calls[0]).toMatchObject({ operation: "listClusters", version: "1.0", path, query: { itemsPerPage: "500" } });
    expect(intents()).toMatchObject([
      { operation: "updateBackupSchedule", path: one, before: { referenceHourOfDay: 3 } },
      { operation: "updateBackupSchedule", path: other },
      { operation: "updateBackupCompliancePolicy" },
    ]);
    expect(entries().map(({ by, version }) => `${by} ${version}`)).toEqual(["A 2", "A 2", "A 2"]);
    await send(call(), policy);
    expect(intents()).toHaveLength(3);
  });

  it("journals only its own state if nothing else is overwritten, or no operation shows it", async () => {
    const gentle = replacementsOf(answer(listed));
    await gentle.send(call({ overwriteBackupPolicies: "false" }), policy);
    expect(gentle.asked()).toEqual(["getBackupCompliancePolicy", "updateBackupCompliancePolicy"]);
    const served = (id: string) => (id === "getBackupSchedule" ? undefined : ("2" as const));
    const lacking = replacementsOf(answer(listed), { served });
    await lacking.send(call(), policy);
    expect(lacking.asked()).toEqual(["getBackupCompliancePolicy", "updateBackupCompliancePolicy"]);
  });

  it("reads every page of the list", async () => {
    const names = Array.from({ length: 501 }, (_, number) => ({ name: `c${number}` }));
    const pages = [names.slice(0, 500), names.slice(500)];
    const { send, intents } = replacementsOf((asked) =>
      asked.operation === "listClusters"
        ? exchangeOf(200, { results: pages[Number(asked.query?.["pageNum"]) - 1], totalCount: 501 })
        : answer(listed)(asked),
    );
    await send(call(), policy);
    expect(intents()).toHaveLength(502);
  });

  it("refuses the request if the clusters cannot be listed, because it could not restore their schedules", async () => {
    const listings = [exchangeOf(503), exchangeOf(429), exchangeOf(403, { detail: "no" }), exchangeOf(200, "nothing")];
    for (const listing of listings) {
      const { send, asked: operations } = replacementsOf((asked) =>
        asked.operation === "listClusters" ? listing : answer(listed)(asked),
      );
      await expect(send({ ...call(), query: { pretty: "true" } }, policy)).rejects.toThrow(
        "the records whose state updateBackupCompliancePolicy overwrites cannot be listed (listClusters)",
      );
      expect(operations()).not.toContain("updateBackupCompliancePolicy");
    }
    const served = (id: string) => (id === "listClusters" ? undefined : ("2" as const));
    const lacking = replacementsOf(answer(listed), { served });
    await expect(lacking.send(call(), policy)).rejects.toThrow("listClusters");
    expect(lacking.asked()).not.toContain("updateBackupCompliancePolicy");
  });

  it("refuses the request if one schedule cannot be read", async () => {
    for (const status of [401, 403, 429, 500, 503]) {
      const { send, asked: operations } = replacementsOf(
        answer(listed, (name) => exchangeOf(name === "one" ? status : 200, { referenceHourOfDay: 3 })),
      );
      await expect(send(call(), policy)).rejects.toThrow("the run could not restore it");
      expect(operations()).not.toContain("updateBackupCompliancePolicy");
    }
  });

  it("skips a cluster without a schedule", async () => {
    for (const status of [400, 404, 409]) {
      const { send, intents } = replacementsOf(
        answer(listed, (name) => exchangeOf(name === "one" ? status : 200, { referenceHourOfDay: 3 })),
      );
      await send(call(), policy);
      expect(intents()).toMatchObject([{ path: other }, { operation: "updateBackupCompliancePolicy" }]);
    }
  });

  it("refuses the request if one state could not be restored before, and rethrows internal errors", async () => {
    const { send, ledger, entries, asked: operations } = replacementsOf(answer(listed));
    await send(call(), policy);
    const [first] = entries();
    if (first !== undefined) ledger.close(first, { state: "left", note: "500" });
    await expect(send(call(), policy)).rejects.toThrow("the run could not restore it before");
    expect(operations().filter((id) => id === "updateBackupCompliancePolicy")).toHaveLength(1);
    const defective = replacementsOf(
      answer(listed, () => {
        throw new TypeError("ours");
      }),
    );
    await expect(defective.send(call(), policy)).rejects.toThrow("ours");
  });
});
