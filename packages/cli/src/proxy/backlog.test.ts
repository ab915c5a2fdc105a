import { describe, expect, it } from "vitest";
import { Backlog } from "./backlog.ts";

const MEBIBYTE = 2 ** 20;

describe("the backlog of a judging thread", () => {
  it("has room below its limit, and has requests wait above it until the thread has judged enough", async () => {
    const backlog = new Backlog();
    backlog.add(96 * MEBIBYTE);
    expect(backlog.room()).toBeUndefined();
    backlog.add(1);
    const room = backlog.room();
    expect(room).toBeInstanceOf(Promise);
    backlog.remove(1);
    await room;
    expect(backlog.room()).toBeUndefined();
  });

  it("is long before requests have to wait", () => {
    const backlog = new Backlog();
    backlog.add(64 * MEBIBYTE);
    expect(backlog.isLong).toBe(false);
    backlog.add(1);
    expect([backlog.isLong, backlog.room()]).toEqual([true, undefined]);
  });

  it("has room for every request once the thread has failed", async () => {
    const backlog = new Backlog();
    backlog.add(97 * MEBIBYTE);
    const room = backlog.room();
    backlog.fail();
    await room;
    backlog.add(97 * MEBIBYTE);
    expect(backlog.room()).toBeUndefined();
  });
});
