import { expect, it } from "vitest";
import { TokenPace } from "./token-pace.ts";

it("lets ten requests through and then passes a minute before the eleventh", async () => {
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

it("passes the shorter window of a server that says it lives faster", async () => {
  const passed: number[] = [];
  const pace = new TokenPace(
    () => 0,
    async (milliseconds) => void passed.push(milliseconds),
    20,
  );
  for (let number = 0; number < 11; number += 1) await pace.turn();
  expect(passed).toEqual([3_000]);
});

it("asks for no pause when the requests lie more than a minute apart", async () => {
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
