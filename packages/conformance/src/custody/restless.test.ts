import { expect, it } from "vitest";
import { Restless } from "./restless.ts";
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

it("Restless explains only members of a record that changed twice while nothing was written", () => {
  const restless = new Restless();
  restless.takes([changed("one", "enabled", "updated")]);
  expect(restless.accountsFor(changed("one", "enabled"))).toBe(false);
  restless.takes([changed("one", "enabled"), changed("two")]);
  expect(restless.accountsFor(changed("one", "enabled"))).toBe(true);
  expect(restless.accountsFor(changed("one", "enabled", "updated"))).toBe(false);
  expect(restless.accountsFor(changed("two", "enabled"))).toBe(false);
  // A difference without members means that the record vanished.
  expect(restless.accountsFor(changed("one"))).toBe(false);
});
