import { describe, expect, it } from "vitest";
import { Gathering } from "./gathering.ts";

describe("Gathering", () => {
  it("works once for members that join together, and again for later ones", async () => {
    const groups: (readonly number[])[] = [];
    const gathering = new Gathering<number, number>(async (members) => {
      groups.push(members);
      return members.map((member) => member * 2);
    });
    expect(await Promise.all([gathering.join(1), gathering.join(2)])).toEqual([2, 4]);
    expect(await gathering.join(3)).toBe(6);
    expect(groups).toEqual([[1, 2], [3]]);
  });

  it("rejects a single member for its own error, and all members for an error of the work", async () => {
    const some = new Gathering<string, string>(async (members) =>
      members.map((member) => (member === "bad" ? new Error("no") : member)),
    );
    const results = await Promise.allSettled([some.join("bad"), some.join("good")]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    const none = new Gathering<string, string>(() => Promise.reject(new Error("broken")));
    const ends = await Promise.allSettled([none.join("a"), none.join("b")]);
    expect(ends.map((end) => (end.status === "rejected" ? end.reason.message : ""))).toEqual(["broken", "broken"]);
  });
});
