import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { inWorkers } from "./in-workers.ts";

const folder = mkdtempSync(join(tmpdir(), "workers-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that answers as `serveOrders` does, and harms itself as ordered. */
const worker = join(folder, "worker.mjs");
writeFileSync(
  worker,
  `process.on("message", (order) => {
    if (order === "end") process.exit(3);
    if (order === "hang") for (;;);
    if (order === "fail") process.send({ kind: "failed", error: "it failed" });
    else process.send({ kind: "done", result: order + " by " + process.pid, tired: order === "tire" });
  });
  process.on("disconnect", () => process.exit());`,
);

async function carriedOut(orders: readonly string[], size = 1): Promise<ReadonlyMap<string, string>> {
  const results = new Map<string, string>();
  await inWorkers<string, string>(orders, {
    worker,
    size,
    milliseconds: 3_000,
    lost: (_order, how) => how,
    done: (order, result) => results.set(order, result),
  });
  return results;
}

const pidIn = (text: string | undefined): string => text?.split(" by ")[1] ?? "";

it("keeps a process for the next order, unless it is tired", async () => {
  const results = await carriedOut(["one", "tire", "two"]);
  expect(pidIn(results.get("one"))).toBe(pidIn(results.get("tire")));
  expect(pidIn(results.get("two"))).not.toBe(pidIn(results.get("one")));
});

it("goes on with another process when one gets stuck or ends", async () => {
  const results = await carriedOut(["hang", "end", "one", "two"], 2);
  expect([results.get("hang"), results.get("end")]).toEqual(["stuck", "ended"]);
  expect([results.get("one"), results.get("two")]).toEqual([
    expect.stringMatching(/^one by \d/),
    expect.stringMatching(/^two by \d/),
  ]);
});

it("ends when an order cannot be carried out", async () => {
  await expect(carriedOut(["fail"])).rejects.toThrow("it failed");
});
