import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { NotOfferedError } from "../ground/not-offered-error.ts";
import { migrationWrites } from "../writes/migrations.ts";
import { outageWrites } from "../writes/outages.ts";
import type { StartedEntry } from "./entry.ts";
import { HandsOffError } from "./hands-off-error.ts";
import { CLUSTER, cutOff, sceneOf } from "./scene.test-support.ts";
import { Starts } from "./starts.ts";

const { effect } = outageWrites.startOutageSimulation;
const start: Call = { operation: "startOutageSimulation", version: "2", body: {} };
const standing = exchangeOf(200, { state: "SIMULATING" });
const none = exchangeOf(404);

/** A target whose reads get these answers in turn, and the last one from then on; it accepts starts and ends. */
function startsOf(reads: readonly Exchange[], ...rest: readonly unknown[]) {
  const [change = {}, target = {}] = rest as [Parameters<typeof sceneOf>[1], Parameters<typeof sceneOf>[2]];
  let read = 0;
  const scene = sceneOf(
    ({ operation }) => {
      if (!operation.startsWith("get") && !operation.startsWith("list")) return exchangeOf(200, {});
      read += 1;
      return reads[Math.min(read, reads.length) - 1] ?? none;
    },
    change,
    target,
  );
  const starts = new Starts(scene.parts, scene.ledger);
  const begin = (answer?: Exchange, by = "A") =>
    starts.send(scene.requestOf(start, by, ...(answer ? [async () => answer] : [])), effect);
  const entry = (by = "A"): StartedEntry | undefined =>
    [...scene.ledger.open].find((one): one is StartedEntry => one.kind === "started" && one.by === by);
  return { ...scene, starts, begin, entry };
}

describe("Starts.send", () => {
  it("reads that nothing is running and writes the intent before it sends the start", async () => {
    const { begin, entry, asked, journal } = startsOf([none]);
    const exchange = await begin();
    expect(asked()).toEqual(["getOutageSimulation", "startOutageSimulation"]);
    expect(entry()).toMatchObject({ started: true, stoodNone: true, path: CLUSTER, exchange: exchange.id });
    expect(journal).toMatchObject([
      { type: "mark" },
      { type: "intent", operation: "startOutageSimulation", version: "2", path: CLUSTER },
    ]);
  });

  it("waits for a simulation that has ended but is still shown", async () => {
    const { begin, asked, waits } = startsOf([standing, standing, none]);
    await begin();
    expect(asked().filter((one) => one === "getOutageSimulation")).toHaveLength(3);
    expect(waits).toHaveLength(2);
  });

  it("waits only once for a simulation of another client", async () => {
    const { begin, asked, waits } = startsOf([standing]);
    await expect(begin()).rejects.toThrow(HandsOffError);
    const [looks, pauses] = [asked().length, waits.length];
    expect(pauses).toBeGreaterThan(1);
    await expect(begin()).rejects.toThrow(HandsOffError);
    expect(asked()).toHaveLength(looks + 1);
    expect(waits).toHaveLength(pauses);
  });

  it("refuses to start if one is running, or if the read fails", async () => {
    const stands = startsOf([standing]);
    const error = "the run did not start the one that exists, and endOutageSimulation would end it";
    await expect(stands.begin()).rejects.toThrow(new HandsOffError(error));
    const unread = startsOf([exchangeOf(500)]);
    await expect(unread.begin()).rejects.toThrow(
      /whether startOutageSimulation already has one running \(500 without a body\)/,
    );
    for (const { asked, types } of [stands, unread]) {
      expect(asked()).not.toContain("startOutageSimulation");
      expect(types()).toEqual([]);
    }
  });

  it("refuses to start if the target offers no read or no end", async () => {
    for (const [missing, what] of [
      ["getOutageSimulation", "no read shows the simulation that startOutageSimulation starts"],
      ["endOutageSimulation", "the run could not end the simulation that startOutageSimulation starts"],
    ]) {
      const { begin, asked } = startsOf([none], { served: (id: string) => (id === missing ? undefined : "2") });
      const error = `${what}, because the target does not offer ${missing}`;
      await expect(begin()).rejects.toThrow(new NotOfferedError(error));
      expect(asked()).toEqual([]);
    }
  });

  it("refuses to start if an earlier simulation could not be ended", async () => {
    const { begin, entry, ledger } = startsOf([none]);
    await begin();
    const first = entry();
    if (first !== undefined) ledger.close(first, { state: "left", note: "409" });
    await expect(begin()).rejects.toThrow("the run could not restore it before");
  });

  it("counts the simulation as started after any outcome except a refusal", async () => {
    const refused = startsOf([none]);
    await refused.begin(exchangeOf(400));
    expect(refused.entry()).not.toHaveProperty("started");
    expect(refused.entry()).not.toHaveProperty("ended");
    for (const answer of [exchangeOf(500), cutOff()]) {
      const unsure = startsOf([none]);
      await unsure.begin(answer);
      expect(unsure.entry()?.started).toBe(true);
    }
  });
});

describe("Starts.send, for a second start", () => {
  it("reuses the entry of the same owner while the first simulation runs, without another read", async () => {
    const { begin, entry, asked, types, ledger } = startsOf([none]);
    await begin();
    const exchange = await begin();
    expect(asked().filter((one) => one === "getOutageSimulation")).toHaveLength(1);
    expect(types()).toEqual(["mark", "intent"]);
    expect([ledger.open.size, ledger.entryOf(exchange)]).toEqual([1, entry()]);
    expect(entry()?.stoodNone).toBe(true);
  });

  it("starts again after the same owner ended the first, unless it is refused", async () => {
    const { starts, requestOf, begin, entry, asked } = startsOf([none]);
    await begin();
    await starts.end(
      requestOf({ operation: "endOutageSimulation", version: "2" }),
      outageWrites.endOutageSimulation.effect,
    );
    await begin(exchangeOf(409));
    expect(entry()).toMatchObject({ ended: true, started: true });
    await begin();
    expect(entry()).not.toHaveProperty("ended");
    expect(asked().filter((one) => one === "getOutageSimulation")).toHaveLength(3);
  });

  it("keeps the first simulation as ended if the second start was never sent", async () => {
    const { begin, starts, entry, requestOf } = startsOf([none]);
    await begin();
    await starts.end(
      requestOf({ operation: "endOutageSimulation", version: "2" }),
      outageWrites.endOutageSimulation.effect,
    );
    const unsent = starts.send(
      { ...requestOf(start), send: () => Promise.reject(new HandsOffError("not sent any more")) },
      effect,
    );
    await expect(unsent).rejects.toThrow("not sent any more");
    expect(entry()).toMatchObject({ started: true, ended: true });
  });

  it("refuses another owner's start while one is running", async () => {
    const { begin, entry } = startsOf([none, standing]);
    await begin();
    await expect(begin(undefined, "B")).rejects.toThrow(HandsOffError);
    expect(entry("B")).toBeUndefined();
  });
});

describe("Starts.end", () => {
  const end: Call = { operation: "endOutageSimulation", version: "2" };
  const { effect: ends } = outageWrites.endOutageSimulation;

  it("notes the end of the run's own simulation only if the target accepted it", async () => {
    for (const [status, ended] of [
      [200, true],
      [409, undefined],
    ] as const) {
      const { starts, requestOf, begin, entry } = startsOf([none]);
      await begin();
      await starts.end(
        requestOf(end, "A", async () => exchangeOf(status)),
        ends,
      );
      expect(entry()?.ended).toBe(ended);
    }
  });

  it("refuses to end a simulation that another owner started", async () => {
    const { starts, requestOf, begin, asked } = startsOf([none]);
    await begin();
    const error = new HandsOffError(
      "the run did not send startOutageSimulation, so the one that exists is not its own",
    );
    await expect(starts.end(requestOf(end, "B"), ends)).rejects.toThrow(error);
    expect(asked()).not.toContain("endOutageSimulation");
  });

  it("throws for an operation that starts nothing", async () => {
    const { starts, requestOf } = startsOf([none]);
    await expect(starts.end(requestOf(end), { kind: "ends", starts: "createAlertConfig" })).rejects.toThrow(
      "createAlertConfig starts nothing",
    );
  });
});

describe("Starts.send, for an organization that the user released for relinking", () => {
  const { effect: link } = migrationWrites.createLinkToken;
  const orgId = "32b6e34b3d91647abb20e7b7";
  const call: Call = { operation: "createLinkToken", version: "2", path: { orgId }, body: {} };

  /** A link to a source that shows these projects and gives this answer to its end. */
  async function linked(projects: readonly unknown[], ended: Exchange, isFree = true, inVain = new Set<string>()) {
    const scene = sceneOf(
      ({ operation }) =>
        operation === "deleteLinkToken" ? ended : exchangeOf(200, operation === "createLinkToken" ? {} : projects),
      { isFree: () => isFree, inVain },
    );
    const starts = new Starts(scene.parts, scene.ledger);
    const sent = await starts.send(scene.requestOf(call), link).catch((error: unknown) => error);
    const [entry] = [...scene.ledger.open];
    return { ...scene, sent, entry, inVain };
  }
  const all = ["deleteLinkToken", "listMigratableProjects", "createLinkToken"];

  it("ends the existing link before it starts a new one, even if a read shows none", async () => {
    const { asked, calls, entry, inVain } = await linked([], exchangeOf(204));
    expect(asked()).toEqual(all);
    expect(calls[0]).toMatchObject({ path: { orgId }, due: "open" });
    expect(entry).toMatchObject({ started: true, stoodNone: true });
    expect([...inVain]).toEqual([]);
    const shown = await linked([{}], exchangeOf(204));
    expect(shown.asked()).toEqual(all);
    expect(shown.entry).not.toHaveProperty("stoodNone");
    await new Starts(shown.parts, shown.ledger).send(shown.requestOf(call), link);
    expect([...shown.ledger.open]).toEqual([shown.entry]);
    expect(shown.entry).not.toHaveProperty("stoodNone");
  });

  it("does not end the link again after a refusal, except after a 404", async () => {
    const refused = await linked([], exchangeOf(403));
    expect([...refused.inVain]).toEqual(["deleteLinkToken"]);
    const again = await linked([], exchangeOf(204), true, refused.inVain);
    expect(again.asked()).toEqual(all.slice(1));
    expect([...(await linked([], exchangeOf(404))).inVain]).toEqual([]);
  });

  it("names the missing fixture if the user did not release it", async () => {
    const { sent, asked } = await linked([{}], exchangeOf(204), false);
    expect(sent).toMatchObject({ message: expect.stringContaining("state fixtures.relinkableOrgId") });
    expect(asked()).not.toContain("deleteLinkToken");
  });
});
