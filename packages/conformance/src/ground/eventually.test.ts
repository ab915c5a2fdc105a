import { describe, expect, it } from "vitest";
import { eventually, ROUNDS, secondsOf, untilOver } from "./eventually.ts";

/** A read that returns the next number each time, from 1 on, and the pauses between the reads. */
function counting() {
  const pauses: number[] = [];
  let reads = 0;
  return {
    pauses,
    pass: async (milliseconds: number): Promise<void> => void pauses.push(milliseconds),
    read: async (): Promise<number> => {
      reads += 1;
      return reads;
    },
  };
}

describe("eventually", () => {
  it("repeats the read until the state shows, with doubling pauses", async () => {
    const { pauses, pass, read } = counting();
    expect(await eventually(pass, read, (number) => number === 4)).toBe(4);
    expect(pauses).toEqual([50, 100, 200]);
  });

  it("reads once if the state shows at once", async () => {
    const { pauses, pass, read } = counting();
    expect(await eventually(pass, read, () => true)).toBe(1);
    expect(pauses).toEqual([]);
  });

  it("reads for three seconds at most, and returns the last value", async () => {
    const { pauses, pass, read } = counting();
    expect(await eventually(pass, read, () => false)).toBe(7);
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1_600]);
  });
});

async function pausesAt(speed?: number): Promise<readonly number[]> {
  const pauses: number[] = [];
  await untilOver(
    async (milliseconds) => void pauses.push(milliseconds),
    async () => "on its way",
    () => false,
    { rounds: 7, ...(speed === undefined ? {} : { speed }) },
  );
  return pauses;
}

describe("untilOver", () => {
  it("reads often at first, then every five seconds", async () => {
    expect(await pausesAt()).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(secondsOf(7)).toBe(18);
  });

  it("reads more often on a server that states a higher speed, but never without a pause", async () => {
    expect(await pausesAt(5)).toEqual([50, 100, 200, 400, 800, 1_000, 1_000]);
    expect(await pausesAt(1_000)).toEqual([20, 20, 20, 20, 20, 20, 20]);
    expect(secondsOf(16, 10)).toBe(6);
  });

  it("does not wait if it is already over", async () => {
    const look = async () => "over";
    expect(
      await untilOver(
        () => expect.fail("waited"),
        look,
        (value) => value === "over",
      ),
    ).toBe("over");
  });

  it("reads for a minute at most, and returns the last value", async () => {
    const { pauses, pass, read } = counting();
    expect(await untilOver(pass, read, () => false)).toBe(ROUNDS + 1);
    expect(pauses).toHaveLength(ROUNDS);
    expect(secondsOf(ROUNDS)).toBe(63);
  });

  it("stops as soon as it is over", async () => {
    const { pauses, pass, read } = counting();
    expect(await untilOver(pass, read, (number) => number === 3)).toBe(3);
    expect(pauses).toEqual([250, 500]);
  });
});
