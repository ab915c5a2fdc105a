import { expect, it } from "vitest";
import { TokenPace } from "./token-pace.ts";

it("TokenPace lets ten requests through and waits a minute before the eleventh", async () => {
  let now = 0;
  const passed: number[] = [];
  const pace = new TokenPace(
    () => now,
    async (milliseconds) => {
      passed.push(milliseconds);
      now += milliseconds;
    },
  );
  for (let number = 0; number < 10; number += 1) await pace.turn();
  expect(passed).toEqual([]);
  await pace.turn();
  expect(passed).toEqual([60_000]);
});

it("TokenPace waits less for a server that states a higher speed", async () => {
  const passed: number[] = [];
  const pace = new TokenPace(
    () => 0,
    async (milliseconds) => void passed.push(milliseconds),
    20,
  );
  for (let number = 0; number < 11; number += 1) await pace.turn();
  expect(passed).toEqual([3_000]);
});

it("TokenPace does not wait if ten requests take more than a minute", async () => {
  let now = 0;
  const pace = new TokenPace(
    () => now,
    () => expect.fail("paused"),
  );
  for (let number = 0; number < 30; number += 1) {
    await pace.turn();
    now += 7_000;
  }
});

it("TokenPace lets no concurrent caller through while another waits", async () => {
  let now = 0;
  const ends: (() => void)[] = [];
  const pass = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      ends.push(() => {
        now += milliseconds;
        resolve();
      });
    });
  const pace = new TokenPace(() => now, pass);
  const granted: number[] = [];
  const turns = Array.from({ length: 23 }, () => pace.turn().then(() => granted.push(now)));
  for (const after of [10, 20]) {
    await new Promise((resolve) => setImmediate(resolve));
    expect(granted).toHaveLength(after);
    expect(ends).toHaveLength(after / 10);
    ends.at(-1)?.();
  }
  await Promise.all(turns);
  expect(granted.map((at) => at / 60_000)).toEqual([...Array(10).fill(0), ...Array(10).fill(1), 2, 2, 2]);
});

it("TokenPace continues after a wait that failed", async () => {
  let fails = true;
  const pace = new TokenPace(
    () => 0,
    () => (fails ? Promise.reject(new Error("interrupted")) : Promise.resolve()),
  );
  const turns = await Promise.allSettled(Array.from({ length: 11 }, () => pace.turn()));
  expect(turns.map(({ status }) => status)).toEqual([...Array(10).fill("fulfilled"), "rejected"]);
  fails = false;
  await expect(pace.turn()).resolves.toBeUndefined();
});
