import { expect, it } from "vitest";
import { OthersChanges } from "./others-changes.ts";
import type { Difference } from "./sightings.ts";

const changed = (id: string, ...members: readonly string[]): Difference => ({
  sighting: {
    kind: "alert configuration",
    id,
    name: undefined,
    record: {},
    isGoing: false,
    isMoving: false,
    expires: undefined,
  },
  members,
});

it("Changes by others explain only members of a record that changed twice while nothing was written", () => {
  const changes = new OthersChanges();
  changes.record([changed("one", "enabled", "updated")]);
  expect(changes.explains(changed("one", "enabled"))).toBe(false);
  changes.record([changed("one", "enabled"), changed("two")]);
  expect(changes.explains(changed("one", "enabled"))).toBe(true);
  expect(changes.explains(changed("one", "enabled", "updated"))).toBe(false);
  expect(changes.explains(changed("two", "enabled"))).toBe(false);
  // A difference without members means that the record vanished.
  expect(changes.explains(changed("one"))).toBe(false);
});
