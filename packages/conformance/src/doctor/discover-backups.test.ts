import { expect, it } from "vitest";
import { complete } from "./discover-backups.ts";

const snapshot = (id: string, day: number, status = "completed") => ({
  id,
  status,
  createdAt: `2026-01-0${day}T00:00:00Z`,
});

it("complete takes the newest but one of the completed snapshots, in whatever order they are listed", () => {
  const all = [snapshot("a", 2), snapshot("b", 4), snapshot("c", 5, "inProgress"), snapshot("d", 3)];
  expect(complete({ results: all })).toMatchObject({ id: "d" });
  expect(complete({ results: all.toReversed() })).toMatchObject({ id: "d" });
});

it("complete takes the only completed snapshot, or one that may be complete", () => {
  expect(complete({ results: [snapshot("a", 2), snapshot("b", 4, "queued")] })).toMatchObject({ id: "a" });
  expect(complete({ results: [snapshot("a", 2, "done"), snapshot("b", 4, "failed")] })).toMatchObject({ id: "a" });
  expect(complete({ results: [snapshot("b", 4, "failed")] })).toBe(undefined);
});
