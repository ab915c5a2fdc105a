import { expect, it } from "vitest";
import { askerOf, askerWith } from "./asker-of.ts";

const PASSWORD = { label: "l", username: "alice", password: "canary" } as const;

it("askerOf consists of scheme and user name", () => {
  expect(askerOf([["Authorization", 'Digest realm="r", username="alice", response="x"']])).toBe("digest alice");
  expect(askerOf([["authorization", `Basic ${Buffer.from("alice:a:b").toString("base64")}`]])).toBe("basic alice");
  expect(askerOf([["authorization", "Bearer abc"]])).toBe("bearer");
  expect(askerOf([])).toBe("none");
});

it('askerOf is "hidden" if the request does not show the caller', () => {
  expect(askerOf([["cookie", "session=1"]])).toBe("hidden");
  expect(askerOf([["authorization", "Digest (redacted)"]])).toBe("hidden");
  expect(askerOf([["authorization", "Own abc"]])).toBe("hidden");
});

it("askerWith equals askerOf for requests with those credentials", () => {
  expect(askerWith({ scheme: "digest", ...PASSWORD })).toBe("digest alice");
  expect(askerWith({ scheme: "basic", ...PASSWORD })).toBe("basic alice");
  expect(askerWith({ scheme: "none" })).toBe("none");
  expect(askerWith({ scheme: "digest", ...PASSWORD, madeUp: "secret" })).toBeUndefined();
});
