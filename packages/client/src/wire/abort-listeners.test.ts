import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { AbortListeners } from "./abort-listeners.ts";

test("a signal has one listener while requests carry it, and none afterwards", () => {
  const aborted: AbortSignal[] = [];
  const listeners = new AbortListeners((signal) => aborted.push(signal));
  const [one, other] = [new AbortController(), new AbortController()];
  const heard = () => [one, other].map(({ signal }) => getEventListeners(signal, "abort").length);
  listeners.enter(one.signal);
  listeners.enter(one.signal);
  listeners.enter(other.signal);
  expect(heard()).toEqual([1, 1]);
  listeners.leave(one.signal);
  other.abort();
  expect([heard(), aborted]).toEqual([[1, 1], [other.signal]]);
  listeners.leave(one.signal);
  listeners.leave(other.signal);
  listeners.leave(other.signal);
  expect(heard()).toEqual([0, 0]);
  one.abort();
  expect(aborted).toEqual([other.signal]);
});
