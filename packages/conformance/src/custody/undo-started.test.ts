import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { outageWrites } from "../writes/outages.ts";
import type { StartedEntry } from "./entry.ts";
import { GROUP } from "./made-entry.test-support.ts";
import { undoPartsOf } from "./undo-parts.test-support.ts";
import { undoStarted } from "./undo-started.ts";

const { effect } = outageWrites.startOutageSimulation;
const entryOf = (change: Partial<StartedEntry> = {}): StartedEntry => ({
  kind: "started",
  number: 0,
  by: "A",
  operation: "startOutageSimulation",
  version: "2",
  effect,
  path: { groupId: GROUP, clusterName: "Cluster0" },
  started: true,
  ...change,
});

/** A simulation whose end is accepted at the given try; 0 means never. */
function outage(accepted: number) {
  let tries = 0;
  return ({ operation }: Call) => {
    if (operation === "endOutageSimulation") {
      tries += 1;
      return exchangeOf(tries === accepted ? 200 : 409);
    }
    return accepted > 0 && tries >= accepted ? exchangeOf(404) : exchangeOf(200, { state: "SIMULATING" });
  };
}

describe("undoStarted", () => {
  it("ends the simulation and verifies that it is over", async () => {
    const { parts, asked } = undoPartsOf(outage(1));
    expect(await undoStarted(entryOf(), parts)).toEqual({ state: "removed" });
    expect(asked()).toEqual(["endOutageSimulation", "getOutageSimulation"]);
  });

  it("repeats the end if the target refuses it while the simulation is starting", async () => {
    const { parts, asked } = undoPartsOf(outage(3));
    expect(await undoStarted(entryOf(), parts)).toEqual({ state: "removed" });
    expect(asked().filter((operation) => operation === "endOutageSimulation")).toHaveLength(3);
  });

  it("only reads if the check already ended the simulation", async () => {
    const { parts, asked } = undoPartsOf(() => exchangeOf(404));
    expect(await undoStarted(entryOf({ ended: true }), parts)).toEqual({ state: "removed" });
    expect(asked()).toEqual(["getOutageSimulation"]);
  });

  it('reports "left" with both answers if the simulation never ends', async () => {
    const { parts } = undoPartsOf(outage(0));
    const undone = await undoStarted(entryOf(), parts);
    expect(undone).toMatchObject({ state: "left", note: expect.stringMatching(/still exists.*200.*end it.*409/) });
  });

  it("trusts the answer to the end request if other simulations may run, unless none ran before", async () => {
    const standing = ({ operation }: Call) =>
      operation === "endOutageSimulation" ? exchangeOf(200) : exchangeOf(200, { state: "SIMULATING" });
    const undone = (change: Partial<StartedEntry>) =>
      undoStarted(entryOf(change), undoPartsOf(standing, { isFree: () => true }).parts);
    expect(await undone({})).toEqual({ state: "removed" });
    expect(await undone({ ended: true })).toEqual({ state: "removed" });
    expect(await undone({ stoodNone: true })).toMatchObject({ state: "left" });
    const { parts } = undoPartsOf(
      (call) => (call.operation === "endOutageSimulation" ? exchangeOf(500) : standing(call)),
      {
        isFree: () => true,
      },
    );
    expect(await undoStarted(entryOf(), parts)).toMatchObject({ state: "left" });
  });

  it('reports "left" if the target offers no end or no read', async () => {
    for (const missing of ["endOutageSimulation", "getOutageSimulation"]) {
      const { parts } = undoPartsOf(outage(1), { served: (operation) => (operation === missing ? undefined : "2") });
      expect(await undoStarted(entryOf(), parts)).toEqual({ state: "left", note: `the target has no ${missing}` });
    }
  });

  it("does nothing for a start that was refused", async () => {
    const { started: _started, ...refused } = entryOf();
    const { parts, calls } = undoPartsOf(outage(1));
    expect(await undoStarted(refused, parts)).toEqual({ state: "nothing" });
    expect(calls).toEqual([]);
  });

  it("ends the simulation at its own place and version, and accepts any outcome", async () => {
    const { parts, calls } = undoPartsOf(outage(1));
    await undoStarted(entryOf({ version: "1.0" }), parts);
    const common = { version: "1.0", path: { groupId: GROUP, clusterName: "Cluster0" } };
    expect(calls).toEqual([
      { operation: "endOutageSimulation", ...common, due: "open" },
      { operation: "getOutageSimulation", ...common },
    ]);
  });

  it("does not repeat an end that was accepted, or that the check already sent", async () => {
    const slow = undoPartsOf(({ operation }, index) => {
      if (operation === "endOutageSimulation") return exchangeOf(200);
      return index < 4 ? exchangeOf(200, { state: "SIMULATING" }) : exchangeOf(404);
    });
    expect(await undoStarted(entryOf(), slow.parts)).toEqual({ state: "removed" });
    expect(slow.asked().filter((operation) => operation === "endOutageSimulation")).toHaveLength(1);
    const { parts } = undoPartsOf(() => exchangeOf(200, { state: "SIMULATING" }));
    expect(await undoStarted(entryOf({ ended: true }), parts)).toEqual({
      state: "left",
      note: 'it still exists: its read returned 200 with {"state":"SIMULATING"}',
    });
  });

  it("accepts a 404 to the end request if other simulations may run", async () => {
    const { parts } = undoPartsOf(
      ({ operation }) =>
        operation === "endOutageSimulation" ? exchangeOf(404) : exchangeOf(200, { state: "SIMULATING" }),
      { isFree: () => true },
    );
    expect(await undoStarted(entryOf(), parts)).toEqual({ state: "removed" });
  });
});
