import { expect, test } from "vitest";
import { standingClock } from "../clock.ts";
import { Nonces } from "./nonces.ts";

test("a nonce of another server is unknown, however much it looks like one", () => {
  const nonces = new Nonces(standingClock(0));
  const others = new Nonces(standingClock(0));
  expect(nonces.standing(others.issue())).toBe("unknown");
  expect(nonces.standing(nonces.issue())).toBe("fresh");
  expect(nonces.standing("")).toBe("unknown");
});

test("a forgotten nonce counts as expired, so that it cannot be replayed", () => {
  const nonces = new Nonces(standingClock(0));
  const first = nonces.issue();
  expect(nonces.spend(first, 1)).toBe("fresh");
  for (let index = 0; index < 4_096; index += 1) nonces.spend(nonces.issue(), 1);
  expect(nonces.spend(first, 1)).toBe("expired");
});

test("each count of a window is good once, whatever the order", () => {
  const nonces = new Nonces(standingClock(0));
  const nonce = nonces.issue();
  const counts = [5, 1_000, 3, 900, 1_700, 701, 1_699];
  expect(counts.map((count) => nonces.spend(nonce, count))).toEqual(counts.map(() => "fresh"));
  expect(counts.map((count) => nonces.spend(nonce, count))).toEqual([
    "expired",
    "replayed",
    "expired",
    "replayed",
    "replayed",
    "replayed",
    "replayed",
  ]);
});
