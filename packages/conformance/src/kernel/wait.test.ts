import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { isOver } from "./is-over.test-support.ts";
import { wait } from "./wait.ts";

const LONG = 3_600_000;

it("a wait ends by itself, the shorter one first", async () => {
  const end = new AbortController();
  const long = wait(LONG, [end.signal]);
  await wait(1, [end.signal]);
  expect(await isOver(long)).toBe(false);
  end.abort();
});

it("a wait ends with the first of what ends it, and listens to none of them any more", async () => {
  const ends = [new AbortController(), new AbortController()];
  const signals = ends.map(({ signal }) => signal);
  const waited = wait(LONG, signals);
  expect(signals.map((signal) => getEventListeners(signal, "abort").length)).toEqual([1, 1]);
  expect(await isOver(waited)).toBe(false);
  ends[1]?.abort();
  expect(await isOver(waited)).toBe(true);
  expect(signals.map((signal) => getEventListeners(signal, "abort").length)).toEqual([0, 0]);
});

it("a wait that has ended before it begins takes no time", async () => {
  const { signal } = new AbortController();
  expect(await isOver(wait(LONG, [signal, AbortSignal.abort()]))).toBe(true);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
