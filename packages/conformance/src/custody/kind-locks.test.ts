import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Kind } from "../writes/kinds.ts";
import { KindLocks } from "./kind-locks.ts";

const KIND: readonly Kind[] = ["alert", "snapshot", "backup schedule"];

describe("KindLocks", () => {
  it("never runs anything beside exclusive work of the same kind, and completes all work", async () => {
    const works = fc.record({
      kinds: fc.uniqueArray(fc.constantFrom(...KIND), { minLength: 1 }),
      isAlone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(works, { maxLength: 20 }), async (all) => {
        const locks = new KindLocks();
        const now = new Set<(typeof all)[number]>();
        let done = 0;
        const shares = (one: (typeof all)[number], other: (typeof all)[number]): boolean =>
          one.kinds.some((kind) => other.kinds.includes(kind));
        await Promise.all(
          all.map((one) =>
            locks.within(one.kinds, one.isAlone, async () => {
              for (const other of now)
                if (shares(one, other)) expect([one.isAlone, other.isAlone]).toEqual([false, false]);
              now.add(one);
              await pause(0);
              now.delete(one);
              done += 1;
            }),
          ),
        );
        expect(done).toBe(all.length);
      }),
      { numRuns: 50 },
    );
  });

  it("frees the kind after work that threw", async () => {
    const locks = new KindLocks();
    const failing = locks.within(["alert"], true, () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    expect(await locks.within(["alert"], true, async () => "done")).toBe("done");
  });
});
