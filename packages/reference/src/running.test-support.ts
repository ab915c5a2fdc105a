import { afterAll, expect } from "vitest";
import { Caller } from "./caller.test-support.ts";
import { standingClock } from "./clock.ts";
import type { AccessEntry, ReferenceOptions } from "./options.ts";
import { startReference } from "./start.ts";

/** A fixed time, for worlds that must be the same in every run. */
export const NOON = Date.parse("2025-06-01T12:00:00.000Z");

/** Starts a reference for the tests of a file and closes it afterwards. The tests fail if it ever answered 500. */
export async function running(options: ReferenceOptions = {}): Promise<Caller> {
  const failures: AccessEntry[] = [];
  const reference = await startReference({
    clock: standingClock(NOON),
    onRequest: (entry) => {
      if (entry.error !== undefined) failures.push(entry);
    },
    ...options,
  });
  afterAll(async () => {
    await reference.close();
    expect(failures).toEqual([]);
  });
  return new Caller(reference);
}
