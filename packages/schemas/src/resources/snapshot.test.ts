import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { serverlessSnapshot } from "./serverless-snapshot.ts";
import { shardedSnapshot, shardedSnapshotList } from "./sharded-snapshot.ts";
import { snapshot, snapshotInput } from "./snapshot.ts";
import { snapshotExpiration } from "./snapshot-expiration.ts";

const requests = createValidator();
const answers = createValidator({ answers: true });
const id = "0123456789abcdef01234567";

describe("the body that takes a snapshot", () => {
  const body = (members: object): boolean => requests.accepts(snapshotInput, members);

  it("has a valid example, and may be empty", () => {
    expect(requests.violations(snapshotInput, exampleOf(snapshotInput))).toEqual([]);
    expect(body({})).toBe(true);
  });

  it("requires a retention of whole days, one or more, in 32 bits", () => {
    const taken = [-1, 0, 1, 1.5, 2_147_483_647, 2_147_483_648, "x"].map((days) => body({ retentionInDays: days }));
    expect(taken).toEqual([false, false, true, false, true, false, false]);
  });

  it("accepts any text as description", () => {
    expect(["", "x", 5].map((description) => body({ description }))).toEqual([true, true, false]);
  });
});

describe("the body that changes an expiration", () => {
  const body = (members: object): boolean =>
    requests.accepts(snapshotExpiration, { retentionUnit: "DAYS", retentionValue: 1, ...members });

  it.each(["retentionUnit", "retentionValue"])("requires %s", (name) => {
    const { [name]: _left, ...rest }: Record<string, unknown> = { retentionUnit: "DAYS", retentionValue: 1 };
    expect(requests.violations(snapshotExpiration, rest)).toMatchObject([{ keyword: "required", pointer: `/${name}` }]);
  });

  it("accepts one of four units, in capitals", () => {
    const units = ["DAYS", "WEEKS", "MONTHS", "YEARS", "HOURS", "days", ""];
    expect(units.map((retentionUnit) => body({ retentionUnit }))).toEqual([
      ...[true, true, true, true],
      ...[false, false, false],
    ]);
  });

  it("accepts any 32-bit integer as retention", () => {
    const values = [1, 0, -1, 2_147_483_647, 2_147_483_648, 1.5, "x"];
    expect(values.map((retentionValue) => body({ retentionValue }))).toEqual([
      ...[true, true, true, true],
      ...[false, false, false],
    ]);
    expect(exampleOf(snapshotExpiration)).toEqual({ retentionUnit: "DAYS", retentionValue: 7 });
  });
});

describe.each([
  ["a cluster", snapshot],
  ["a sharded cluster", shardedSnapshot],
  ["a serverless instance", serverlessSnapshot],
])("a snapshot of %s in an answer", (_what, schema) => {
  const answer = (members: object): boolean => answers.accepts(schema, { id, ...members });

  it("has a valid example, and requires only its id", () => {
    expect(answers.violations(schema, exampleOf(schema))).toEqual([]);
    expect(answer({})).toBe(true);
    expect(answers.accepts(schema, { status: "queued" })).toBe(false);
    expect(answers.accepts(schema, { id: id.toUpperCase() })).toBe(false);
  });

  it("may have unlisted values", () => {
    expect(answer({ status: "melted", frequencyType: "fortnightly", snapshotType: "fallback" })).toBe(true);
  });

  it.each<[string, object]>([
    ["a time that is a number", { createdAt: 1_736_933_400 }],
    ["an expiry without a time", { expiresAt: "2025-01-15" }],
    ["a number for its frequency", { frequencyType: 1 }],
    ["a number for its status", { status: 1 }],
    ["a number for its snapshot type", { snapshotType: 1 }],
    ["a number for a version", { engineDaemonVersion: 8 }],
  ])("is refused with %s", (_what, members) => {
    expect(answer(members)).toBe(false);
  });
});

describe("the additional members of each type of snapshot", () => {
  it.each<[string, object]>([
    ["one region instead of a list", { copyRegions: "US_WEST_2" }],
    ["a list of words as policy items", { policyItems: ["daily"] }],
    ["a number for a key", { masterKeyUUID: 5 }],
    ["a number for a replica set", { replicaSetName: 5 }],
    ["a number for its type", { type: 5 }],
    ["a number for a description", { description: 5 }],
    ["a number for a provider", { cloudProvider: 5 }],
  ])("are checked on a cluster: %s", (_what, members) => {
    expect(answers.accepts(snapshot, { id, ...members })).toBe(false);
  });

  it.each<[string, object]>([
    ["a number for its config servers", { configServerType: 5 }],
    ["members that are not a list", { members: {} }],
    ["a member that is a word", { members: ["x"] }],
    ["a number for a member's replica set", { members: [{ replicaSetName: 5 }] }],
    ["a list of words as policy items", { policyItems: ["daily"] }],
  ])("are checked on a sharded cluster: %s", (_what, members) => {
    expect(answers.accepts(shardedSnapshot, { id, ...members })).toBe(false);
  });

  it("are checked on a serverless instance", () => {
    expect(answers.accepts(serverlessSnapshot, { id, serverlessInstanceName: 5 })).toBe(false);
  });
});

describe("the list of a sharded cluster's snapshots", () => {
  it("requires its results, and has no count", () => {
    expect(answers.accepts(shardedSnapshotList, { results: [{ id }] })).toBe(true);
    expect(answers.accepts(shardedSnapshotList, { results: [{}] })).toBe(false);
    expect(answers.accepts(shardedSnapshotList, [{ id }])).toBe(false);
    expect(Object.keys(shardedSnapshotList.properties ?? {})).toEqual(["results"]);
    expect(operations.listShardedSnapshots.query.map(({ name }) => name)).toEqual(["envelope", "pretty"]);
  });
});

describe("the operations on snapshots", () => {
  it("return nothing after a delete and the snapshot after a change", () => {
    expect(operations.deleteSnapshot.result).toEqual({ kind: "empty" });
    expect(operations.deleteShardedSnapshot.result).toEqual({ kind: "empty" });
    expect(operations.changeSnapshotExpiration.result).toEqual({ kind: "record", schema: snapshot });
    expect(operations.takeSnapshot).toMatchObject({ risk: "costly", result: { kind: "record", schema: snapshot } });
    expect(operations.listServerlessSnapshots.result).toMatchObject({ kind: "paged", items: serverlessSnapshot });
  });
});
