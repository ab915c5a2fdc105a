import { expect, it } from "vitest";
import { isOver } from "./is-over.test-support.ts";
import { Room } from "./room.ts";

/** How many of these tasks ran at the same time. */
async function mostAtOnce(room: Room, tasks: number): Promise<number> {
  let [now, most] = [0, 0];
  const task = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
  };
  const all = Promise.all(Array.from({ length: tasks }, () => room.within(task)));
  // No task leaves, so a waiting one never starts.
  for (let turn = 0; turn < 10 * tasks; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(await isOver(all)).toBe(true);
  return most;
}

it("Room runs all tasks at once, and half of those inside after halve()", async () => {
  const room = new Room();
  expect(await mostAtOnce(room, 16)).toBe(16);
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      room.within(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        if (index === 0) room.halve();
      }),
    ),
  );
  expect(await mostAtOnce(room, 16)).toBe(6);
});

it("Room never falls below two slots, and frees the slot of a failed request", async () => {
  const room = new Room();
  for (let times = 0; times < 9; times += 1) await room.within(async () => room.halve());
  await Promise.allSettled([1, 2, 3].map(() => room.within(() => Promise.reject(new Error("failed")))));
  expect(await mostAtOnce(room, 9)).toBe(2);
});
