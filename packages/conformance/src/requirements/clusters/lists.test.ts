import { describe, expect, it } from "vitest";
import { subjectOf } from "../../plan/check.test-support.ts";
import { watchedOf } from "../../run/watched.test-support.ts";
import { requirements } from "../requirements.ts";

const rule = requirements.find(({ id }) => id === "CLU-CONN-PRIVATE");
const judged = (hosts: readonly string[]): string | undefined => {
  if (rule?.kind !== "watch") return expect.fail("CLU-CONN-PRIVATE is about every list");
  const strings = { private: `engine://${hosts.join(",")}/?ssl=true&authSource=admin` };
  const list = { results: [{ name: "cluster0", connectionStrings: strings }], totalCount: 1 };
  return rule.examine(watchedOf(subjectOf("listClusters", "1.0"), { json: list }))?.kind;
};
const hosts = (shards: number, mark: (shard: number) => string): readonly string[] =>
  Array.from({ length: shards * 3 }, (_none, index) => {
    const [shard, member] = [Math.floor(index / 3), index % 3].map((one) => String(one).padStart(2, "0"));
    return `cluster0-shard-${shard}-${member}${mark(Number(shard))}.abcde.example.net:27017`;
  });

describe("CLU-CONN-PRIVATE", () => {
  it.each([1, 3, 12, 50])("holds for a cluster with %i shards that names every private host", (shards) => {
    expect(judged(hosts(shards, () => "-pri"))).toBe("holds");
  });

  it("is broken by one public host", () => {
    expect(judged(hosts(3, (shard) => (shard === 1 ? "" : "-pri")))).toBe("broken");
  });
});
