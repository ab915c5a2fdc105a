import type { Exchange } from "@plumbline/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import type { CustodyParts } from "./request.ts";
import { CLUSTER, cutOff, PROJECT, sceneOf } from "./scene.test-support.ts";
import { differences, Observer, type Sighting, type Sightings } from "./sightings.ts";

const NOW = 1_800_000_000_000;
const FIRST = "32b6e34b3d91647abb20e7b1";
const SECOND = "32b6e34b3d91647abb20e7b2";
const THIRD = "32b6e34b3d91647abb20e7b3";

const sightingOf = (change: Partial<Sighting> = {}): Sighting => ({
  kind: "snapshot",
  id: FIRST,
  name: undefined,
  record: { a: 1 },
  isGoing: false,
  isMoving: false,
  expires: undefined,
  ...change,
});
const sightingsOf = (...all: readonly Sighting[]): Sightings =>
  new Map(all.map((one) => [`${one.kind} ${one.id}`, one]));

const members = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom(0, 1, "1", null, [1], { d: 1 }), {
  noNullPrototype: true,
});
const record = fc.oneof({ weight: 4, arbitrary: members }, { weight: 1, arbitrary: fc.constant("none" as const) });
const still = fc.record({ id: fc.constantFrom(FIRST, SECOND, THIRD), record }).map((change) => sightingOf(change));
const seen = fc.array(still, { maxLength: 4 }).map((all) => sightingsOf(...all));

/** The difference between two records, computed in another way than in the code. */
function differing(one: Sighting["record"], other: Sighting["record"]): readonly string[] {
  if (one === "none" || other === "none") return one === other ? [] : ["all of it"];
  return ["a", "b", "c"].filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

describe("differences, between two looks", () => {
  it("is empty if both looks show the same, even for records that move", () => {
    fc.assert(
      fc.property(seen, fc.boolean(), (before, isMoving) => {
        const copy = structuredClone([...before]).map(([key, one]) => [key, { ...one, isMoving }] as const);
        expect(differences(before, new Map(copy), NOW)).toEqual([]);
      }),
    );
  });

  it("returns the lost and changed records with the members that differ, and no new ones", () => {
    fc.assert(
      fc.property(seen, seen, (before, after) => {
        const expected = [...before].flatMap(([key, sighting]) => {
          const other = after.get(key);
          if (other === undefined) return [{ sighting, members: [] }];
          const names = differing(sighting.record, other.record);
          return names.length === 0 ? [] : [{ sighting, members: names }];
        });
        const found = differences(before, after, NOW);
        expect(found.map((one) => ({ ...one, members: one.members.toSorted() }))).toEqual(expected);
      }),
    );
  });

  it("finds the same changed records in both directions", () => {
    fc.assert(
      fc.property(seen, seen, (before, after) => {
        const changed = (one: Sightings, other: Sightings) =>
          differences(one, other, NOW).flatMap(({ sighting, members }) => (members.length > 0 ? [sighting.id] : []));
        expect(changed(after, before).sort()).toEqual(changed(before, after).sort());
      }),
    );
  });

  it("ignores records that move in either look", () => {
    const [one, other] = [sightingOf(), sightingOf({ record: { a: 2 } })];
    expect(differences(sightingsOf(one), sightingsOf(other), NOW)).toEqual([{ sighting: one, members: ["a"] }]);
    for (const [before, after] of [
      [{ ...one, isMoving: true }, other],
      [one, { ...other, isMoving: true }],
    ] as const)
      expect(differences(sightingsOf(before), sightingsOf(after), NOW)).toEqual([]);
    expect(differences(sightingsOf({ ...one, isMoving: true }), sightingsOf(), NOW)).toEqual([]);
  });

  it("ignores a lost record that has expired or has an unreadable expiry", () => {
    const gone = (expires: number | undefined): number =>
      differences(sightingsOf(sightingOf({ expires })), sightingsOf(), NOW).length;
    expect([NOW - 1, NOW, NOW + 1, undefined, Number.NaN].map(gone)).toEqual([0, 0, 1, 1, 0]);
    const changed = sightingOf({ expires: NOW - 1, record: { a: 2 } });
    expect(differences(sightingsOf(sightingOf({ expires: NOW - 1 })), sightingsOf(changed), NOW)).toHaveLength(1);
  });

  it('returns "all of it" if a place gained or lost its state', () => {
    const [none, one] = [sightingOf({ record: "none" }), sightingOf()];
    for (const [before, after] of [
      [none, one],
      [one, none],
    ] as const)
      expect(differences(sightingsOf(before), sightingsOf(after), NOW)).toEqual([
        { sighting: before, members: ["all of it"] },
      ]);
    expect(differences(sightingsOf(none), sightingsOf(none), NOW)).toEqual([]);
  });

  it("reports an unlisted record as lost if its id shows nothing any more", () => {
    const one = sightingOf({ kind: "migration" });
    const none = sightingOf({ kind: "migration", record: "none" });
    expect(differences(sightingsOf(one), sightingsOf(none), NOW)).toEqual([{ sighting: one, members: [] }]);
    expect(differences(sightingsOf(none), sightingsOf(one), NOW)).toEqual([{ sighting: none, members: ["all of it"] }]);
  });

  it("keeps records of two kinds with the same id apart", () => {
    const [snapshot, sharded] = [sightingOf(), sightingOf({ kind: "sharded snapshot" })];
    expect(differences(sightingsOf(snapshot, sharded), sightingsOf(sharded), NOW)).toEqual([
      { sighting: snapshot, members: [] },
    ]);
  });
});

/** An observer before a target that answers by a rule. */
function observing(
  answer: (call: Call, index: number) => Exchange,
  change: Partial<CustodyParts> = {},
  ids: readonly string[] = [],
) {
  const parameters: string[] = [];
  const { parts, calls, asked } = sceneOf(answer, change);
  const observer = new Observer(parts, (parameter) => {
    parameters.push(parameter);
    return ids;
  });
  return { observer, calls, asked, parameters };
}

const records = (seen: Sightings | undefined) => seen && [...seen.values()].map(({ id, record }) => [id, record]);

describe("Observer, for a kind with a list", () => {
  const where = { groupId: PROJECT, alertConfigId: FIRST };

  it("reads all pages at the place, and each record's described members only", async () => {
    const all = [
      { id: FIRST, enabled: true, links: [{ href: "a" }], created: "2026-01-01T00:00:00Z" },
      { id: SECOND, enabled: false },
      { enabled: true },
    ];
    const { observer, calls } = observing(({ query }) =>
      exchangeOf(200, { results: [all[Number(query?.["pageNum"]) - 1]].filter(Boolean), totalCount: all.length }),
    );
    const seen = await observer.look(["alert configuration"], where);
    expect(records(seen)).toEqual([
      [FIRST, { id: FIRST, enabled: true, created: "2026-01-01T00:00:00Z" }],
      [SECOND, { id: SECOND, enabled: false }],
    ]);
    expect([...(seen?.keys() ?? [])]).toEqual([`alert configuration ${FIRST}`, `alert configuration ${SECOND}`]);
    expect(calls).toHaveLength(3);
    expect(calls[0]).toMatchObject({ operation: "listAlertConfigs", path: { groupId: PROJECT } });
    expect(calls[0]?.path).not.toHaveProperty("alertConfigId");
  });

  it("leaves out members that change by themselves, and notes movement and expiry", async () => {
    const { observer } = observing(() =>
      exchangeOf(200, {
        results: [
          { id: FIRST, status: "inProgress", storageSizeBytes: 7, type: "replicaSet" },
          { id: SECOND, status: "completed", expiresAt: "2027-01-15T08:00:00Z", copyRegions: ["EU_WEST_1"] },
          { id: THIRD, status: "completed", expiresAt: 7 },
        ],
      }),
    );
    const seen = await observer.look(["snapshot"], CLUSTER);
    expect([...(seen?.values() ?? [])]).toMatchObject([
      { id: FIRST, kind: "snapshot", isMoving: true, record: { id: FIRST, type: "replicaSet" }, expires: undefined },
      { id: SECOND, isMoving: false, expires: NOW, record: { expiresAt: "2027-01-15T08:00:00Z" } },
      { id: THIRD, isMoving: false, expires: undefined },
    ]);
    for (const { record } of seen?.values() ?? [])
      for (const name of ["status", "storageSizeBytes", "copyRegions"]) expect(record).not.toHaveProperty(name);
  });

  it("finds records in an answer that is no list, under their own id", async () => {
    const roles = {
      providerAIamRoles: [
        {
          roleId: FIRST,
          providerName: "AWS",
          links: [],
          authorizedDate: "2026-01-01T00:00:00Z",
          featureUsages: [{ featureType: "X" }],
        },
      ],
      // The other provider's records have an id with another name.
      providerBServicePrincipals: [{ _id: SECOND, providerName: "AZURE", serviceAppId: "x" }],
    };
    const { observer } = observing(() => exchangeOf(200, roles));
    expect(records(await observer.look(["access role"], where))).toEqual([
      [FIRST, { roleId: FIRST, providerName: "AWS" }],
      [SECOND, { roleId: SECOND, _id: SECOND, providerName: "AZURE", serviceAppId: "x" }],
    ]);
  });

  it("keeps ids inside a record", async () => {
    const cluster = { name: "Cluster0", replicationSpecs: [{ id: FIRST, numShards: 1 }] };
    const { observer } = observing(() => exchangeOf(200, { results: [cluster] }));
    expect(records(await observer.look(["cluster"], where))).toEqual([["Cluster0", cluster]]);
  });

  it("returns nothing for any kind if one list cannot be read or no request can be sent", async () => {
    const answers: readonly (() => Exchange)[] = [
      () => exchangeOf(500),
      () => exchangeOf(403, {}),
      cutOff,
      () => exchangeOf(200, "no list"),
      () => {
        throw new NotSentError("the target is gone");
      },
    ];
    for (const answer of answers) {
      const { observer } = observing(({ operation }) =>
        operation === "listSnapshots" ? exchangeOf(200, { results: [] }) : answer(),
      );
      expect(await observer.look(["snapshot"], CLUSTER)).toEqual(new Map());
      expect(await observer.look(["snapshot", "alert configuration"], CLUSTER)).toBeUndefined();
    }
    const { observer } = observing(() => {
      throw new Error("a mistake of our own");
    });
    await expect(observer.look(["snapshot"], CLUSTER)).rejects.toThrow("a mistake of our own");
  });

  it("sees only kinds that the target offers a read of", async () => {
    const { observer, asked } = observing(() => exchangeOf(500), {
      served: (operation) => (operation === "listSnapshots" ? "2" : undefined),
    });
    expect((["snapshot", "alert", "link", "private IP mode"] as const).map((kind) => observer.isSeen(kind))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(await observer.look(["alert", "link"], CLUSTER)).toEqual(new Map());
    expect(asked()).toEqual([]);
  });
});

describe("Observer, for answers that are too large or too slow", () => {
  it("stops looking after three of them in a row; any other answer resets the count", async () => {
    let answer = faultOf("body-too-large");
    const { observer, asked } = observing(() => answer);
    const looks = async (times: number): Promise<boolean> => {
      for (let time = 0; time < times; time += 1) await observer.look(["snapshot"], CLUSTER);
      return observer.isSeen("snapshot");
    };
    expect(await looks(2)).toBe(true);
    answer = exchangeOf(500);
    expect(await looks(5)).toBe(true);
    answer = faultOf("head-timeout");
    expect([await looks(3), observer.isSeen("alert"), asked().length]).toEqual([false, true, 10]);
  });
});

describe("Observer, for a kind with one state per place", () => {
  const clusters = (...names: readonly unknown[]) => exchangeOf(200, { results: names.map((name) => ({ name })) });

  const OTHERS = [..."BCDEFGHIJKLMNO"];

  it("looks at twelve other places at a time, and lists the places once", async () => {
    const { observer, calls, asked } = observing(({ operation, path }) =>
      operation === "listClusters"
        ? clusters("Cluster0", "A", 7, ...OTHERS)
        : exchangeOf(200, { clusterName: path?.["clusterName"], referenceHourOfDay: 3, nextSnapshot: "soon" }),
    );
    const seen = await observer.look(["backup schedule"], CLUSTER);
    expect(records(seen)).toEqual(
      ["A", ...OTHERS.slice(0, 11)].map((name) => [name, { clusterName: name, referenceHourOfDay: 3 }]),
    );
    expect(calls[0]).toMatchObject({ path: { groupId: PROJECT }, query: { itemsPerPage: "500" } });
    expect(calls[1]?.path).toEqual({ groupId: PROJECT, clusterName: "A" });
    const before = await observer.look(["backup schedule"], CLUSTER);
    // The next look continues where this one ended; a look that compares reads the same places.
    expect([...(before?.values() ?? [])].map(({ id }) => id)).toEqual([..."MNOABCDEFGHI"]);
    const again = await observer.look(["backup schedule"], CLUSTER, before);
    expect(again).toEqual(before);
    expect(asked().filter((operation) => operation === "listClusters")).toHaveLength(1);
  });

  it("looks at one empty place at a time, until it has a state", async () => {
    const filled = new Set(["A", "F"]);
    const { observer } = observing(({ operation, path }) => {
      if (operation === "listClusters") return clusters("Cluster0", ...[..."ABCDEFG"]);
      const name = path?.["clusterName"] ?? "";
      // For an empty state, some servers show an empty list and others answer 404.
      return filled.has(name) ? exchangeOf(200, [{ name }]) : name < "D" ? exchangeOf(200, []) : exchangeOf(404);
    });
    const look = async (): Promise<string> =>
      [...((await observer.look(["custom analyzers"], CLUSTER))?.values() ?? [])].map(({ id }) => id).join("");
    expect([await look(), await look(), await look(), await look()]).toEqual(["ABCDEFG", "AFB", "AFC", "AFD"]);
    filled.add("C");
    expect([await look(), await look(), await look(), await look(), await look()]).toEqual([
      "AFE",
      "AFG",
      "AFB",
      "AFC",
      "ACFE",
    ]);
  });

  it("looks at the cluster of the same name in another project, with that project's key", async () => {
    const { observer, calls } = observing(
      ({ operation, path }) =>
        operation === "listClusters"
          ? clusters("Cluster0")
          : exchangeOf(200, { clusterName: path?.["clusterName"], referenceHourOfDay: 3 }),
      { projectOfOthers: () => FIRST },
    );
    const abroad = [[`Cluster0 of project ${FIRST}`, { clusterName: "Cluster0", referenceHourOfDay: 3 }]];
    const before = await observer.look(["backup schedule"], CLUSTER);
    expect(records(before)).toEqual(abroad);
    expect(calls.slice(1)).toMatchObject([{ who: "otherProject", path: { groupId: FIRST, clusterName: "Cluster0" } }]);
    expect(await observer.look(["backup schedule"], CLUSTER, before)).toEqual(before);
    // From the other project, the run's own cluster does not count as another place.
    expect(records(await observer.look(["backup schedule"], { ...CLUSTER, groupId: FIRST }))).toEqual([]);
  });

  it.each([403, 404, 500])("stops asking for a cluster of the same name after a %d", async (status) => {
    const { observer, asked } = observing(
      ({ operation }) => (operation === "listClusters" ? clusters("Cluster0") : exchangeOf(status, {})),
      { projectOfOthers: () => FIRST },
    );
    for (let times = 0; times < 3; times += 1) await observer.look(["backup schedule"], CLUSTER);
    expect(asked()).toEqual(["listClusters", "getBackupSchedule"]);
  });

  it("lists the places per project, and sees none if the list cannot be read", async () => {
    const { observer, asked } = observing(({ operation, path }) =>
      operation !== "listClusters"
        ? exchangeOf(200, {})
        : path?.["groupId"] === PROJECT
          ? exchangeOf(500)
          : clusters("Other"),
    );
    expect(records(await observer.look(["backup schedule"], CLUSTER))).toEqual([]);
    expect(records(await observer.look(["backup schedule"], { groupId: FIRST, clusterName: "Cluster0" }))).toEqual([
      ["Other", {}],
    ]);
    expect(asked()).toEqual(["listClusters", "listClusters", "getBackupSchedule"]);
    const blind = observing(() => exchangeOf(200, {}), {
      served: (operation) => (operation === "listClusters" ? undefined : "2"),
    });
    expect(records(await blind.observer.look(["backup schedule"], CLUSTER))).toEqual([]);
    expect(blind.asked()).toEqual([]);
  });

  it("looks at the other known projects if each project has one state", async () => {
    const { observer, calls } = observing(() => exchangeOf(200, { enabled: true }), {
      projects: () => [PROJECT, FIRST, SECOND, THIRD],
    });
    const seen = await observer.look(["auditing"], { groupId: PROJECT });
    expect(records(seen)).toEqual([FIRST, SECOND, THIRD].map((id) => [id, { enabled: true }]));
    expect(calls.map(({ path }) => path)).toEqual([FIRST, SECOND, THIRD].map((groupId) => ({ groupId })));
  });

  it('shows a place without a state as "none", and omits a place that cannot be read', async () => {
    const look = async (answer: () => Exchange) => {
      const { observer } = observing(answer, { projects: () => [PROJECT, FIRST] });
      return records(await observer.look(["auditing"], { groupId: PROJECT }));
    };
    expect(await look(() => exchangeOf(404))).toEqual([[FIRST, "none"]]);
    expect(await look(() => exchangeOf(410))).toEqual([[FIRST, "none"]]);
    expect(await look(() => exchangeOf(403))).toEqual([]);
    expect(await look(cutOff)).toEqual([]);
    const gone = () => {
      throw new NotSentError("the target is gone");
    };
    expect(await look(gone)).toEqual([]);
  });

  it.each([
    ["goes with it, if the list shows the cluster no more", ["Cluster0", "A"], []],
    ["is lost, if the cluster is still there", ["Cluster0", "A", "B"], ["B"]],
    ["is lost, if the list shows no cluster", [], ["B"]],
  ])("a state of a cluster %s", async (_what, left, lost) => {
    let standing = ["Cluster0", "A", "B"];
    let isGone = false;
    const { observer } = observing(({ operation, path }) => {
      if (operation === "listClusters") return clusters(...standing);
      return isGone && path?.["clusterName"] === "B" ? exchangeOf(404) : exchangeOf(200, { referenceHourOfDay: 3 });
    });
    const before = (await observer.look(["backup schedule"], CLUSTER)) ?? new Map();
    standing = left;
    isGone = true;
    const after = (await observer.look(["backup schedule"], CLUSTER, before)) ?? new Map();
    expect(differences(before, after, NOW).map(({ sighting }) => sighting.id)).toEqual(lost);
  });

  it("ignores new ids of items inside a state", async () => {
    let reads = 0;
    const { observer } = observing(({ operation }) => {
      reads += 1;
      return operation === "listClusters"
        ? clusters("A")
        : exchangeOf(200, {
            policies: [{ id: `p${reads}`, policyItems: [{ id: `i${reads}`, frequencyInterval: 1 }] }],
          });
    });
    const [before, after] = [
      await observer.look(["backup schedule"], CLUSTER),
      await observer.look(["backup schedule"], CLUSTER),
    ];
    expect(records(before)).toEqual([["A", { policies: [{ policyItems: [{ frequencyInterval: 1 }] }] }]]);
    expect(records(after)).toEqual(records(before));
  });

  it("shows the readable places if one place cannot be asked", async () => {
    const { observer } = observing(
      ({ path }) => {
        if (path?.["groupId"] === FIRST) throw new NotSentError("it is not there");
        return exchangeOf(200, { enabled: true });
      },
      { projects: () => [PROJECT, FIRST, SECOND] },
    );
    expect(records(await observer.look(["auditing"], { groupId: PROJECT }))).toEqual([[SECOND, { enabled: true }]]);
  });

  it("shows a state that is a list as its items", async () => {
    const { observer } = observing(({ operation }) =>
      operation === "listClusters" ? clusters("A") : exchangeOf(200, [{ name: "mine" }]),
    );
    expect(records(await observer.look(["custom analyzers"], CLUSTER))).toEqual([["A", { items: [{ name: "mine" }] }]]);
  });
});

describe("Observer, for a kind without a list", () => {
  it("looks at the ids that the run knows, and at the same ids when it compares", async () => {
    const ids = [FIRST, SECOND];
    const { observer, calls, parameters } = observing(
      ({ path }) => exchangeOf(200, { _id: path?.["liveMigrationId"], status: "WORKING", migrationHosts: ["a"] }),
      {},
      ids,
    );
    const before = await observer.look(["migration"], { groupId: PROJECT });
    expect(records(before)).toEqual(ids.map((id) => [id, { _id: id, migrationHosts: ["a"], state: "not over" }]));
    expect(new Set(parameters)).toEqual(new Set(["liveMigrationId"]));
    ids.push(THIRD);
    const again = await observer.look(["migration"], { groupId: PROJECT }, before);
    expect(records(again)?.map(([id]) => id)).toEqual([FIRST, SECOND]);
    const fresh = await observer.look(["migration"], { groupId: PROJECT });
    expect(records(fresh)?.map(([id]) => id)).toEqual([FIRST, SECOND, THIRD]);
    expect(calls.map(({ operation }) => operation)).toEqual(Array(7).fill("getMigration"));
  });

  it("compares only sightings of the same kind, and none if there were none", async () => {
    const { observer, calls } = observing(() => exchangeOf(404), {}, [FIRST]);
    const before = sightingsOf(sightingOf({ kind: "validation", id: SECOND }), sightingOf({ kind: "migration" }));
    const again = await observer.look(["migration"], { groupId: PROJECT }, before);
    expect(records(again)).toEqual([[FIRST, "none"]]);
    await observer.look(["migration"], { groupId: PROJECT }, new Map());
    expect(calls).toHaveLength(1);
  });
});

describe("Observer.placeOf", () => {
  it("identifies a place only by the path parameters that the kind's read uses", () => {
    const { observer } = observing(() => exchangeOf(500));
    const own = observer.placeOf("alert configuration", { groupId: PROJECT, alertConfigId: FIRST });
    expect(observer.placeOf("alert configuration", { groupId: PROJECT, alertConfigId: SECOND })).toBe(own);
    expect(observer.placeOf("alert configuration", { groupId: FIRST })).not.toBe(own);
    expect(observer.placeOf("alert", { groupId: PROJECT })).not.toBe(own);
    expect(observer.placeOf("link", CLUSTER)).toBe(observer.placeOf("link", {}));
  });
});
