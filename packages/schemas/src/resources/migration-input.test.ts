import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleOf } from "../example.ts";
import { operations } from "../operations.ts";
import { createValidator } from "../validate.ts";
import { migrationInput } from "./migration-input.ts";

const { violations, accepts } = createValidator();
const least = { destination: {}, dropEnabled: false, source: {} };
const body = (members: object): boolean => accepts(migrationInput, { ...least, ...members });

describe("the body that asks for a migration", () => {
  it("has a valid example, and accepts its three required members alone", () => {
    expect(violations(migrationInput, exampleOf(migrationInput))).toEqual([]);
    expect(body({})).toBe(true);
  });

  it.each(["destination", "dropEnabled", "source"])("is refused without %s", (name) => {
    const { [name]: _left, ...rest }: Record<string, unknown> = least;
    expect(violations(migrationInput, rest)).toMatchObject([{ keyword: "required", pointer: `/${name}` }]);
  });

  it("may name one host, and no more", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 4 }), (migrationHosts) => {
        expect(body({ migrationHosts })).toBe(migrationHosts.length === 1);
      }),
    );
    expect([[], ["a"], ["a", "b"], [5], "a"].map((migrationHosts) => body({ migrationHosts }))).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each<[string, object]>([
    ["a word for the choice to drop", { dropEnabled: "x" }],
    ["a destination that is not an object", { destination: "Cluster0" }],
    ["a destination with an impossible cluster name", { destination: { clusterName: "a-" } }],
    ["a destination in a project without a valid id", { destination: { groupId: "x" } }],
    ["a number for a schema of host names", { destination: { hostnameSchemaType: 5 } }],
    ["a source that is a list", { source: [] }],
    ["a number for a password", { source: { password: 5 } }],
    ["a word for encryption", { source: { ssl: "x" } }],
    ["a word for managed authentication", { source: { managedAuthentication: "x" } }],
    ["a number for the source's name", { source: { clusterName: 5 } }],
    ["a word for supporting indexes", { sharding: { createSupportingIndexes: "x" } }],
    ["sharding entries that are not a list", { sharding: { shardingEntries: {} } }],
    ["a shard key that is not a list", { sharding: { shardingEntries: [{ shardCollection: { key: {} } }] } }],
  ])("is refused with %s", (_what, members) => {
    expect(body(members)).toBe(false);
  });

  it.each<[string, object]>([
    ["a source with any name", { source: { clusterName: "my_cluster." } }],
    ["an unlisted type of host name", { destination: { hostnameSchemaType: "ELSEWHERE" } }],
    ["nothing to shard", { sharding: {} }],
    ["an entry to shard", { sharding: { shardingEntries: [{ shardCollection: { key: [{ region: {} }] } }] } }],
  ])("is accepted with %s", (_what, members) => {
    expect(body(members)).toBe(true);
  });

  it("is the same for create and for validate", () => {
    expect(operations.createMigration.body?.schema).toBe(migrationInput);
    expect(operations.validateMigration.body?.schema).toBe(migrationInput);
  });
});
