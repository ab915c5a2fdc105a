import { expect, it } from "vitest";
import { GROUP, traffic } from "../exchange.test-support.ts";
import { outcomesIn } from "../outcomes.test-support.ts";

const outcomesOf = outcomesIn("SNP");

const CHECK = "SNP-ONE-AT-A-TIME@takeSnapshot/v1.0";
const [A, B] = ["b".repeat(24), "c".repeat(24)];
const SNAPSHOTS = (cluster: string) => `/api/product/v1.0/groups/${GROUP}/clusters/${cluster}/backup/snapshots`;

/** Exchanges about the snapshots of one cluster. */
function backups(cluster = "Cluster0", next = traffic()) {
  const place = SNAPSHOTS(cluster);
  const of = (id: string, status: string, snapshotType = "onDemand") => ({ id, status, snapshotType });
  return {
    of,
    taken: (at: number, id: string, status = "queued") =>
      next("POST", place, 200, { at, body: { retentionInDays: 1 }, answer: of(id, status) }),
    refused: (at: number, status = 409, body: object = { retentionInDays: 1 }) =>
      next("POST", place, status, { at, body, answer: { error: status } }),
    read: (at: number, id: string, status: string) =>
      next("GET", `${place}/${id}`, 200, { at, answer: of(id, status) }),
    listed: (at: number, ...results: readonly object[]) =>
      next("GET", place, 200, { at, answer: { results, totalCount: results.length } }),
    deleted: (at: number, id: string) => next("DELETE", `${place}/${id}`, 200, { at }),
  };
}

it("SNP-ONE-AT-A-TIME fails if two snapshots are in progress, and are so again some seconds later", async () => {
  const { taken, read } = backups();
  const begun = [taken(0, A), taken(10, B), read(1_000, B, "inProgress"), read(2_000, A, "inProgress")];
  expect((await outcomesOf(begun))[CHECK]).toBe("not-applicable");
  expect((await outcomesOf([...begun, read(6_000, A, "inProgress")]))[CHECK]).toBe("fail");
  expect((await outcomesOf([...begun, read(6_000, A, "completed")]))[CHECK]).toBe("not-applicable");
});

it("SNP-ONE-AT-A-TIME does not fail if the second snapshot waits in a queue", async () => {
  const { taken, read, listed, of } = backups();
  const turns = [
    taken(0, A),
    taken(10, B),
    ...[1_000, 5_000].flatMap((at) => [read(at, B, "queued"), read(at + 500, A, "inProgress")]),
    read(20_000, A, "completed"),
    read(21_000, B, "inProgress"),
    listed(30_000, of(A, "completed"), of(B, "inProgress")),
  ];
  expect((await outcomesOf(turns))[CHECK]).toBe("not-applicable");
});

it("SNP-ONE-AT-A-TIME fails for two snapshots on demand in a list, but not beside a scheduled one", async () => {
  const { listed, of } = backups();
  const two = (type: string) => [0, 5_000].map((at) => listed(at, of(A, "inProgress"), of(B, "inProgress", type)));
  expect((await outcomesOf(two("onDemand")))[CHECK]).toBe("fail");
  expect((await outcomesOf(two("scheduled")))[CHECK]).toBe("not-applicable");
});

it("SNP-ONE-AT-A-TIME judges clusters separately, and ignores deleted snapshots", async () => {
  const next = traffic();
  const [one, other] = [backups("Cluster0", next), backups("Cluster1", next)];
  const apart = [one.taken(0, A), other.taken(10, B)];
  const reads = [1_000, 6_000].flatMap((at) => [other.read(at, B, "inProgress"), one.read(at + 500, A, "inProgress")]);
  expect((await outcomesOf([...apart, ...reads]))[CHECK]).toBe("not-applicable");
  const gone = [one.taken(0, A), one.deleted(10, A), one.taken(20, B)];
  const fading = [1_000, 6_000].flatMap((at) => [one.read(at, B, "inProgress"), one.read(at + 500, A, "queued")]);
  expect((await outcomesOf([...gone, ...fading]))[CHECK]).toBe("not-applicable");
});

it("SNP-ONE-AT-A-TIME passes if a second valid request is refused while the first is in progress", async () => {
  const { taken, refused, read } = backups();
  const held = (body?: object) => [taken(0, A), refused(10, 409, body), read(1_000, A, "inProgress")];
  expect((await outcomesOf(held()))[CHECK]).toBe("pass");
  expect((await outcomesOf(held({ retentionInDays: 0 })))[CHECK]).toBe("not-applicable");
  expect((await outcomesOf([taken(0, A), refused(10), read(1_000, A, "completed")]))[CHECK]).toBe("not-applicable");
});
