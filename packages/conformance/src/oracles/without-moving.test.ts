import { expect, it } from "vitest";
import { withoutMoving } from "./without-moving.ts";

it("withoutMoving makes two readings equal in members that change by themselves, and in no others", () => {
  const migration = (lagTimeSeconds: number, status: string) => ({ results: [{ lagTimeSeconds, status }] });
  expect(withoutMoving(migration(1, "NEW"))).toEqual(withoutMoving(migration(2, "NEW")));
  expect(withoutMoving(migration(1, "NEW"))).not.toEqual(withoutMoving(migration(1, "WORKING")));
});

it("withoutMoving still distinguishes a record with such a member from one without", () => {
  expect(withoutMoving({ nextSnapshot: "2030-01-01T00:00:00Z" })).not.toEqual(withoutMoving({}));
});
