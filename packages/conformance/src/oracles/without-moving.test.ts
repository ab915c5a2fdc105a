import { expect, it } from "vitest";
import { withoutMoving } from "./without-moving.ts";

it("makes two readings of what moves by itself equal, and nothing else", () => {
  const migration = (lagTimeSeconds: number, status: string) => ({ results: [{ lagTimeSeconds, status }] });
  expect(withoutMoving(migration(1, "NEW"))).toEqual(withoutMoving(migration(2, "NEW")));
  expect(withoutMoving(migration(1, "NEW"))).not.toEqual(withoutMoving(migration(1, "WORKING")));
});

it("keeps apart a record that has such a member and one that has none", () => {
  expect(withoutMoving({ nextSnapshot: "2030-01-01T00:00:00Z" })).not.toEqual(withoutMoving({}));
});
