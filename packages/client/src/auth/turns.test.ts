import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

/** Lets all steps run that wait for nothing but each other. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("who waits only for the one that runs alone enters before the next one does", async () => {
  const turns = new Turns();
  const order: string[] = [];
  let endFirst = (): void => undefined;
  void turns.enter();
  const first = turns.alone(async () => {
    order.push("first alone");
    await new Promise<void>((resolve) => {
      endFirst = resolve;
    });
  });
  await settle();
  turns.enterWithoutWaiting();
  const second = turns.alone(async () => void order.push("second alone"));
  await settle();
  expect(order).toEqual(["first alone"]);

  const between = turns.enterNext()?.then(() => order.push("between"));
  const late = turns.enter()?.then(() => order.push("late"));
  await settle();
  expect(order).toEqual(["first alone"]);
  endFirst();
  await Promise.all([first, between]);
  turns.leave();
  await settle();
  expect(order).toEqual(["first alone", "between"]);
  turns.leave();
  await Promise.all([second, late]);
  expect(order).toEqual(["first alone", "between", "second alone", "late"]);
});
