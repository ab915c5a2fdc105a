import { describe, expect, it } from "vitest";
import { GROUP, traffic } from "../exchange.test-support.ts";
import { outcomesIn } from "../outcomes.test-support.ts";

const outcomesOf = outcomesIn("SIDE");

const BUCKETS = `/api/product/v1.0/groups/${GROUP}/backup/exportBuckets`;
const id = (letter: string) => letter.repeat(24);
const body = { bucketName: "bucket", cloudProvider: "PROVIDER_A", iamRoleId: id("f") };
const shown = (one: string) => ({ ...body, _id: one });
const list = (ids: readonly string[]) => ({ answer: { results: ids.map(shown), totalCount: ids.length } });
const CHECK = "SIDE-ACCEPTED@deleteExportBucket/v1.0";

interface Course {
  /** The buckets in the list after one was deleted, and some seconds later. */
  readonly after: readonly string[];
  readonly later?: readonly string[];
  readonly between?: (
    next: ReturnType<typeof traffic>,
    neighbour: string,
    at: number,
  ) => ReturnType<ReturnType<typeof traffic>>[];
}

/** A client creates two buckets, deletes one and lists them, once in each turn. */
const of = ({ after, later = after, between = () => [] }: Course, turns = ["a", "c"]) => {
  const next = traffic();
  return turns.flatMap((letter, turn) => {
    const [own, neighbour] = [id(letter), id(letter === "a" ? "b" : "d")];
    const at = 1_000 + turn * 100_000;
    const which = (names: readonly string[]) => list(names.map((name) => (name === "neighbour" ? neighbour : own)));
    return [
      next("POST", BUCKETS, 200, { body, answer: shown(own), at }),
      next("POST", BUCKETS, 200, { body, answer: shown(neighbour), at: at + 100 }),
      next("GET", BUCKETS, 200, { ...list([own, neighbour]), at: at + 200 }),
      next("DELETE", `${BUCKETS}/${own}`, 200, { at: at + 1_000 }),
      ...between(next, neighbour, at + 1_100),
      next("GET", BUCKETS, 200, { ...which(after), at: at + 2_000 }),
      next("GET", BUCKETS, 200, { ...which(later), at: at + 8_000 }),
    ];
  });
};

describe("SIDE-ACCEPTED, for a bucket beside a deleted one", () => {
  it("passes if the other bucket is still there, and fails otherwise", async () => {
    expect((await outcomesOf(of({ after: ["neighbour"] })))[CHECK]).toBe("pass");
    expect((await outcomesOf(of({ after: [] })))[CHECK]).toBe("fail");
  });

  it("does not fail because of a late list or a single case", async () => {
    expect((await outcomesOf(of({ after: [], later: ["neighbour"] })))[CHECK]).toBe("pass");
    expect((await outcomesOf(of({ after: [] }, ["a"])))[CHECK]).toBe("not-applicable");
  });

  it.each([200, 504])("is not-applicable if a delete of the other bucket was answered %i", async (status) => {
    const removed = of({
      after: [],
      between: (next, neighbour, at) => [next("DELETE", `${BUCKETS}/${neighbour}`, status, { at })],
    });
    expect((await outcomesOf(removed))[CHECK]).toBe("not-applicable");
  });
});

it("SIDE-ACCEPTED looks for a search index in the list of its own collection", async () => {
  const cluster = `/api/product/v1.0/groups/${GROUP}/clusters/Cluster0/fts/indexes`;
  const next = traffic();
  const index = (one: string) => ({ collectionName: "c", database: "d", name: `n${one[0]}`, indexID: one });
  const lists = (ids: readonly string[], at: number) =>
    next("GET", `${cluster}/d/c`, 200, { answer: ids.map(index), at });
  const exchanges = ["a", "c"].flatMap((letter, turn) => {
    const at = 1_000 + turn * 100_000;
    const [first, second] = [id(letter), id(letter === "a" ? "b" : "d")];
    const made = (one: string, when: number) =>
      next("POST", cluster, 200, { body: { ...index(one), indexID: undefined }, answer: index(one), at: when });
    return [
      made(first, at),
      lists([first], at + 100),
      made(second, at + 1_000),
      lists([second], at + 1_100),
      lists([second], at + 9_000),
    ];
  });
  expect((await outcomesOf(exchanges))["SIDE-ACCEPTED@createSearchIndex/v1.0"]).toBe("fail");
});
