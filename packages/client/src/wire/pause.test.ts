import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { pause } from "./pause.ts";

const LONG = 3_600_000;

const isOver = (waited: Promise<unknown>): Promise<boolean> =>
  Promise.race([waited.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);

it("a pause ends by itself, the shorter one first", async () => {
  const end = new AbortController();
  const long = pause(LONG, end.signal);
  await pause(1, end.signal);
  expect(await isOver(long)).toBe(false);
  end.abort();
});

it("a pause ends with the first aborted signal, and removes its listener from every signal", async () => {
  const ends = [new AbortController(), new AbortController()];
  const signals = ends.map(({ signal }) => signal);
  const waited = pause(LONG, ...signals);
  expect(signals.map((signal) => getEventListeners(signal, "abort").length)).toEqual([1, 1]);
  expect(await isOver(waited)).toBe(false);
  ends[1]?.abort();
  expect(await isOver(waited)).toBe(true);
  expect(signals.map((signal) => getEventListeners(signal, "abort").length)).toEqual([0, 0]);
});

it("a pause with an aborted signal takes no time", async () => {
  const { signal } = new AbortController();
  expect(await isOver(pause(LONG, signal, AbortSignal.abort(), undefined))).toBe(true);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
