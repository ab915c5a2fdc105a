import { expect, it } from "vitest";
import { comesTo, secondsOf } from "./settles.ts";

async function pausesAt(speed?: number): Promise<readonly number[]> {
  const pauses: number[] = [];
  await comesTo(
    async (milliseconds) => void pauses.push(milliseconds),
    async () => "on its way",
    () => false,
    { rounds: 7, ...(speed === undefined ? {} : { speed }) },
  );
  return pauses;
}

it("looks soon at first, and then every five seconds", async () => {
  expect(await pausesAt()).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(secondsOf(7)).toBe(18);
});

it("looks as much more often at a server that says it lives faster, but never without a pause", async () => {
  expect(await pausesAt(5)).toEqual([50, 100, 200, 400, 800, 1_000, 1_000]);
  expect(await pausesAt(1_000)).toEqual([20, 20, 20, 20, 20, 20, 20]);
  expect(secondsOf(16, 10)).toBe(6);
});

it("does not wait for what is over", async () => {
  const look = async () => "over";
  expect(
    await comesTo(
      () => expect.fail("waited"),
      look,
      (value) => value === "over",
    ),
  ).toBe("over");
});
