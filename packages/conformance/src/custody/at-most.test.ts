import { describe, expect, it } from "vitest";
import { atMost } from "./at-most.ts";

describe("atMost", () => {
  it("waits for the work, but no longer than the given time", async () => {
    let over = false;
    const work = new Promise((resolve) => setImmediate(resolve)).then(() => {
      over = true;
    });
    await atMost(60_000, work);
    expect(over).toBe(true);
    await atMost(1, new Promise(() => undefined));
  });

  it("rethrows an error of the work", async () => {
    await expect(atMost(60_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });
});
