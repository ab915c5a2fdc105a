import { expect, it } from "vitest";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { broken, upheld } from "../ground/judgement.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { StoryStopped } from "../kernel/story-stopped.ts";
import { guard } from "./guard.ts";

const thrown = (error: unknown) => guard(() => Promise.reject(error));

it("guard returns the result of the work", async () => {
  expect(await guard(async () => upheld)).toBe(upheld);
});

it("guard returns the judgement of a stopped story", async () => {
  expect(await thrown(new StoryStopped(broken("200", "404")))).toEqual(broken("200", "404"));
});

it("guard is inconclusive for a request that was not sent, and not-applicable for an absent operation", async () => {
  expect(await thrown(new NotSentError("it is gone"))).toEqual({ kind: "inconclusive", reason: "it is gone" });
  expect(await thrown(new HandsOffError("not ours"))).toEqual({ kind: "inconclusive", reason: "not ours" });
  expect(await thrown(new NotOfferedError("no list"))).toEqual({ kind: "not-applicable", reason: "no list" });
});

it("guard reports any other error as a harness error, with its stack", async () => {
  const message = expect.stringMatching(/^Error: a defect\n\s+at .*guard\.test\.ts/);
  expect(await thrown(new Error("a defect"))).toEqual({ outcome: "harness-error", message });
  expect(await thrown("a text")).toMatchObject({ message: expect.stringContaining("Error: a text") });
  const bare = new Error("without a stack");
  delete bare.stack;
  expect(await thrown(bare)).toEqual({ outcome: "harness-error", message: "without a stack" });
});
