import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { wait } from "./wait.ts";

const LONG = 3_600_000;

it("a wait ends by itself, the shorter one first", async () => {
  const end = new AbortController();
  const ended: string[] = [];
  const long = wait(LONG, [end.signal]).then(() => ended.push("long"));
  await wait(1, [end.signal]).then(() => ended.push("short"));
  end.abort();
  await long;
  expect(ended).toEqual(["short", "long"]);
});

it("a wait ends with the first of what ends it, and listens to none of them any more", async () => {
  const ends = [new AbortController(), new AbortController()];
  const signals = ends.map(({ signal }) => signal);
  const waited = wait(LONG, signals);
  expect(signals.map((signal) => getEventListeners(signal, "abort").length)).toEqual([1, 1]);
  ends[1]?.abort();
  await waited;
  expect(signals.map((signal) => getEventListeners(signal, "abort").length)).toEqual([0, 0]);
});

it("a wait that has ended before it begins takes no time", async () => {
  const { signal } = new AbortController();
  await wait(LONG, [signal, AbortSignal.abort()]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
