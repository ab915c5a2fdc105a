import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { LostAnswerError } from "../custody/lost-answer-error.ts";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { broken, upheld } from "../ground/judgement.ts";
import type { Story } from "./story.ts";
import { lifeOf } from "./story-addresses.ts";
import { ID, judgementOf, storyOn } from "./story-on.test-support.ts";

describe("Story, for a step", () => {
  it("does() breaks the rule unless the request is accepted", async () => {
    const { story } = storyOn(() => exchangeOf(400));
    expect(await judgementOf(() => story.does("getAlertConfig", {}, "reading it"))).toMatchObject({
      kind: "broken",
      expected: "2xx for reading it",
    });
  });

  it("prepares() is inconclusive unless the request is accepted", async () => {
    const { story } = storyOn(() => exchangeOf(400));
    expect(await judgementOf(() => story.prepares("getAlertConfig"))).toMatchObject({ kind: "inconclusive" });
  });

  it("refuses() breaks the rule unless the request is refused, and marks it as due a refusal", async () => {
    const { story, calls } = storyOn((_call, index) => exchangeOf(index === 0 ? 400 : 200, {}));
    expect(await judgementOf(() => story.refuses("getAlertConfig", {}, "a wrong one"))).toBeUndefined();
    expect(await judgementOf(() => story.refuses("getAlertConfig", {}, "a wrong one"))).toMatchObject({
      kind: "broken",
      expected: "4xx: a wrong one must not be carried out",
    });
    expect(calls.map(({ due }) => due)).toEqual(["refusal", "refusal"]);
  });

  it("does() is inconclusive if a quota may explain the refusal, but not for a read or another caller", async () => {
    const { story } = storyOn((call) => exchangeOf(409, {}, call.operation === "createAlertConfig" ? "POST" : "GET"));
    const kindOf = async (...step: Parameters<Story["does"]>) => judgementOf(() => story.does(...step));
    expect(await kindOf("createAlertConfig")).toMatchObject({ kind: "inconclusive" });
    expect(await kindOf("createAlertConfig", { who: "noRole" })).toMatchObject({ kind: "broken" });
    expect(await kindOf("getAlertConfig")).toMatchObject({ kind: "broken" });
  });

  it("sends no request with a missing path parameter, unless it goes to another path", async () => {
    const { story, calls } = storyOn(() => exchangeOf(200, {}), { fixtures: {} });
    expect(await judgementOf(() => story.ask("getAlertConfig"))).toEqual({
      kind: "inconclusive",
      reason: "the run knows no alertConfigId: state fixtures.alertConfigId in the target file",
    });
    expect(calls).toEqual([]);
    await story.ask("getAlertConfig", { path: { alertConfigId: ID } });
    await story.ask("getAlertConfig", { elsewhere: "/nowhere" });
    expect(calls).toHaveLength(2);
  });

  it("shares no request, and uses the version of the story", async () => {
    const { story, calls } = storyOn(() => exchangeOf(200, {}), { version: "1.0" });
    await story.ask("getAlertConfig");
    expect(calls[0]).toMatchObject({ version: "1.0", send: "again" });
  });
});

describe("Story, for a read that does not show the record", () => {
  it("reads again after a write by the story", async () => {
    const { story, calls, waited } = storyOn((_call, index) => exchangeOf(index < 3 ? 404 : 200, {}));
    await story.ask("setAlertConfigEnabled", { body: {} });
    await story.does("getAlertConfig");
    expect(calls.map(({ operation }) => operation)).toEqual([
      "setAlertConfigEnabled",
      ...Array(3).fill("getAlertConfig"),
    ]);
    expect(waited()).toBeGreaterThan(0);
  });

  it("reads again if the story relies on the write of another story", async () => {
    const { story, tell, calls } = storyOn(({ operation }, index) =>
      exchangeOf(operation === "getAlertConfig" && index < 3 ? 404 : 200, { id: ID }, "PATCH"),
    );
    await story.ask("setAlertConfigEnabled", { body: {} });
    const other = tell("B");
    other.memory.recalls("setAlertConfigEnabled");
    await other.does("getAlertConfig");
    expect(calls).toHaveLength(4);
  });

  it("reads once if nothing was written", async () => {
    const { story, calls } = storyOn(() => exchangeOf(404));
    await story.ask("getAlertConfig");
    expect(await judgementOf(() => story.does("getAlertConfig"))).toMatchObject({ kind: "broken" });
    expect(calls).toHaveLength(2);
  });
});

describe("Story, for judgements", () => {
  it("continues after an upheld judgement, and stops with any other", async () => {
    const { story } = storyOn(() => exchangeOf(200));
    expect(await judgementOf(() => story.requires(upheld))).toBeUndefined();
    expect(await judgementOf(() => story.requires(broken("a", "b")))).toEqual(broken("a", "b"));
    expect(await judgementOf(() => story.must(false, "a", "b"))).toEqual(broken("a", "b"));
    expect(await judgementOf(() => story.must(true, "a", "b"))).toBeUndefined();
  });

  it("does() blames no target for the role of the main key, but for any other refusal", async () => {
    const answers = (status: number, operation: OperationId) =>
      judgementOf(() => storyOn(() => exchangeOf(status, {}, "PATCH")).story.does(operation));
    expect(await answers(403, "setAlertConfigEnabled")).toMatchObject({ kind: "inconclusive" });
    expect(await answers(400, "setAlertConfigEnabled")).toMatchObject({ kind: "broken" });
    expect(await answers(403, "getAlertConfig")).toMatchObject({ kind: "broken" });
    const { story } = storyOn((_call, index) => exchangeOf(index === 0 ? 200 : 403, {}, "PATCH"));
    await story.does("setAlertConfigEnabled");
    expect(await judgementOf(() => story.does("setAlertConfigEnabled"))).toMatchObject({ kind: "broken" });
  });

  it("mildly() lowers a broken judgement to SHOULD, and rethrows internal errors", async () => {
    const { story } = storyOn(() => exchangeOf(200));
    const judgement = await judgementOf(() => story.mildly(async () => story.must(false, "a", "b")));
    expect(judgement).toEqual({ ...broken("a", "b"), level: "SHOULD" });
    await expect(story.mildly(() => Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
  });
});

describe("Story.memory, for an accepted write", () => {
  it("recalls the exchange in later stories, and adds it to their evidence", async () => {
    const { story, tell, shown } = storyOn(() => exchangeOf(200, { id: ID }, "PATCH"));
    expect(story.memory.recalls("setAlertConfigEnabled")).toBeUndefined();
    const exchange = await story.ask("setAlertConfigEnabled", { body: {} });
    expect(tell("B").memory.recalls("setAlertConfigEnabled")).toBe(exchange);
    expect(shown).toEqual([exchange]);
  });

  it("forgets a write that was refused or had additional parameters", async () => {
    const { story } = storyOn(({ query }) => exchangeOf(query === undefined ? 400 : 200, {}, "PATCH"));
    await story.ask("setAlertConfigEnabled", { body: {} });
    await story.ask("setAlertConfigEnabled", { body: {}, query: { pretty: "true" } });
    expect(story.memory.recalls("setAlertConfigEnabled")).toBeUndefined();
  });
});

describe("Story.memory, for a write in another place", () => {
  it("forgets it, because the story's own place may refuse the same write", async () => {
    const { story } = storyOn(() => exchangeOf(200, { id: ID }), { fixtures: { clusterName: "Cluster0" } });
    await story.ask("takeSnapshot", { body: {}, path: { clusterName: "Sharded0" } });
    expect(story.memory.recalls("takeSnapshot")).toBeUndefined();
    const exchange = await story.ask("takeSnapshot", { body: {}, path: { clusterName: "Cluster0" } });
    expect(story.memory.recalls("takeSnapshot")).toBe(exchange);
  });
});

describe("Story, for a permanent record that serves one write", () => {
  const liveMigrationId = ID;
  /** A cut-over with this answer, and whether other stories still have the migration. */
  async function isLeftAfter(answer: () => Exchange): Promise<boolean> {
    const { story, world } = storyOn(answer, { operation: "cutOverMigration" });
    world.memory.leaves("createMigration", "2", { liveMigrationId });
    world.memory.keepReady("cutOverMigration", "2", { liveMigrationId });
    await story.ask("cutOverMigration", { path: { liveMigrationId } }).catch(() => undefined);
    const isReady = world.memory.ready("cutOverMigration", "2") !== undefined;
    expect(world.memory.left("createMigration", "2") !== undefined).toBe(isReady);
    return isReady;
  }

  it("keeps the record for other stories only if the write was refused", async () => {
    const lost = (): never => {
      throw new LostAnswerError("its answer was lost on the way");
    };
    expect(await isLeftAfter(() => exchangeOf(409, {}, "PUT"))).toBe(true);
    expect(await isLeftAfter(() => exchangeOf(202, {}, "PUT"))).toBe(false);
    expect(await isLeftAfter(() => exchangeOf(504, {}, "PUT"))).toBe(false);
    expect(await isLeftAfter(() => faultOf("reset"))).toBe(false);
    expect(await isLeftAfter(lost)).toBe(false);
  });
});

describe("Story.ownId", () => {
  it("accepts a well-formed id only", async () => {
    const { story } = storyOn(() => exchangeOf(200));
    expect(story.ownId(ID, "the record")).toBe(ID);
    for (const id of [undefined, "1", ID.toUpperCase()])
      expect(await judgementOf(() => story.ownId(id, "the record"))).toMatchObject({ kind: "inconclusive" });
  });
});

describe("Story.addresses, for versions", () => {
  it("prefers the version of the story, then the current one", () => {
    const { story } = storyOn(() => exchangeOf(200), { version: "1.0" });
    expect(story.addresses.servedAs("getAlertConfig")).toEqual({});
    expect(story.addresses.servedAs("createSearchIndexLegacy")).toEqual({ version: "2" });
    expect(story.addresses.servedIn("getAlertConfig")).toEqual(["1.0", "2"]);
    const current = storyOn(() => exchangeOf(200), { version: "2" });
    expect(current.story.addresses.servedIn("getAlertConfig")).toEqual(["2", "1.0"]);
    const lacking = storyOn(() => exchangeOf(200), { version: "2", unbound: ["getAlertConfig/1.0"] });
    expect(lacking.story.addresses.servedIn("getAlertConfig")).toEqual(["2"]);
  });
});

describe("Story.addresses.recordIn", () => {
  it("unwraps a created record from its envelope", () => {
    const { story } = storyOn(() => exchangeOf(200));
    expect(story.addresses.recordIn("createAlertConfig", { status: 201, content: { id: ID } })).toEqual({ id: ID });
    expect(story.addresses.recordIn("createAlertConfig", { id: ID })).toEqual({ id: ID });
    expect(story.addresses.recordIn("updateAuditing", { content: 1 })).toEqual({ content: 1 });
  });
});

describe("Story.addresses.placeOf", () => {
  it("names the instance of a serverless operation, without ids", () => {
    const fixtures = { clusterName: "Cluster0", serverlessInstanceName: "Instance0" };
    const { story } = storyOn(() => exchangeOf(200), { fixtures });
    expect(story.addresses.placeOf("createServerlessRestoreJob")).toEqual({ clusterName: "Instance0" });
    expect(story.addresses.placeOf("createRestoreJob")).toEqual({});
  });
});

describe("Story.greets", () => {
  it("sends a plain read, and is inconclusive if the target refuses it", async () => {
    const { story, calls } = storyOn(() => exchangeOf(401));
    expect(await judgementOf(() => story.greets())).toMatchObject({ kind: "inconclusive" });
    expect(calls.map(({ operation }) => operation)).toEqual(["listMatcherFieldNames"]);
  });
});

describe("Story, for an outage simulation", () => {
  it("keeps the simulation for its lane, and other writes for the story", async () => {
    const { story, calls } = storyOn(() => exchangeOf(200, {}), { fixtures: { clusterName: "Cluster0" } });
    for (const operation of ["startOutageSimulation", "endOutageSimulation", "takeSnapshot", "updateAuditing"] as const)
      await story.ask(operation);
    expect(calls.map(({ keptFor }) => keptFor)).toEqual([lifeOf("outage"), lifeOf("outage"), undefined, undefined]);
    expect(lifeOf("outage")).not.toBe(lifeOf("migration"));
  });
});

const RECORD = "32b6e34b3d91647abb20e7c0";
const SECOND = "32b6e34b3d91647abb20e7c1";
const DONE = { path: { alertConfigId: RECORD } };

/** A project that carries out creates and answers reads by a rule that counts them. */
function making(read: (index: number) => number) {
  let [reads, creates] = [0, 0];
  return storyOn(
    ({ operation }) => {
      switch (operation) {
        case "createAlertConfig":
          creates += 1;
          return exchangeOf(201, { id: creates === 1 ? RECORD : SECOND }, "POST");
        case "listAlertConfigs":
          return exchangeOf(200, { results: [], totalCount: 0 });
        case "deleteAlertConfig":
          return exchangeOf(204, undefined, "DELETE");
        default:
          reads += 1;
          return exchangeOf(read(reads - 1), { id: RECORD });
      }
    },
    { isCarried: true, target: { allow: new Set(["read", "create", "delete"]) } },
  );
}
const asked = (calls: readonly Call[], operation: string): number =>
  calls.filter((call) => call.operation === operation).length;

describe("Story, for a 404 on a record that the story created", () => {
  it("sends the request again until it finds the record", async () => {
    const { story, calls, waits } = making((index) => (index < 2 ? 404 : 200));
    await story.ask("createAlertConfig", { body: {} });
    expect((await story.ask("getAlertConfig", DONE)).response).toMatchObject({ status: 200 });
    expect([asked(calls, "getAlertConfig"), waits]).toEqual([3, [50]]);
  });

  it("sends it once for a caller without access, and again for a key with a role", async () => {
    const { story, calls } = making(() => 404);
    await story.ask("createAlertConfig", { body: {} });
    for (const who of ["none", "noRole", { header: "x" }] as const) await story.ask("getAlertConfig", { ...DONE, who });
    expect(asked(calls, "getAlertConfig")).toBe(3);
    await story.ask("getAlertConfig", { ...DONE, who: { role: "Project Owner" } });
    expect(asked(calls, "getAlertConfig")).toBe(3 + 8);
  });

  it("sends it once for another record, another place, or another status", async () => {
    for (const [status, path] of [
      [404, { alertConfigId: ID }],
      [404, { alertConfigId: RECORD, groupId: ID }],
      [403, { alertConfigId: RECORD }],
      [200, { alertConfigId: RECORD }],
    ] as const) {
      const { story, calls } = making(() => status);
      await story.ask("createAlertConfig", { body: {} });
      await story.ask("getAlertConfig", { path });
      expect(asked(calls, "getAlertConfig"), `${status} ${JSON.stringify(path)}`).toBe(1);
    }
  });

  it("sends it once if no answer comes", async () => {
    const { story, calls } = storyOn(() => faultOf("reset"));
    await story.ask("getAlertConfig");
    expect(calls).toHaveLength(1);
  });

  it("sends it once after the story removed the record", async () => {
    const { story, calls } = making((index) => (index === 0 ? 200 : 404));
    await story.ask("createAlertConfig", { body: {} });
    await story.ask("deleteAlertConfig", DONE);
    const before = asked(calls, "getAlertConfig");
    await story.ask("getAlertConfig", DONE);
    expect(asked(calls, "getAlertConfig")).toBe(before + 1);
  });

  it("sends it once after the story removed another record in the path", async () => {
    const { story, calls } = making((index) => (index === 0 ? 200 : 404));
    for (const _time of [1, 2]) await story.ask("createAlertConfig", { body: {} });
    await story.ask("deleteAlertConfig", { path: { alertConfigId: SECOND } });
    const before = asked(calls, "getAlertConfig");
    await story.ask("getAlertConfig", { path: { ...DONE.path, alertId: SECOND } });
    expect(asked(calls, "getAlertConfig")).toBe(before + 1);
    await story.ask("getAlertConfig", { path: { ...DONE.path, alertId: ID } });
    expect(asked(calls, "getAlertConfig")).toBe(before + 1 + 8);
  });
});

describe("Story, for a read after a write", () => {
  it.each([400, 403, 404, 410])("reads again after a %s", async (status) => {
    const { story, calls } = storyOn((_call, index) => exchangeOf(index === 1 ? status : 200, {}, "PATCH"));
    await story.ask("setAlertConfigEnabled", { body: {} });
    await story.prepares("getAlertConfig");
    expect(calls).toHaveLength(3);
  });

  it("reads once after other statuses and faults, and never repeats a write", async () => {
    for (const status of [401, 405, 500]) {
      const { story, calls } = storyOn(() => exchangeOf(status, {}, "PATCH"));
      await story.ask("setAlertConfigEnabled", { body: {} });
      await judgementOf(() => story.does("getAlertConfig"));
      expect(calls).toHaveLength(2);
    }
    const { story, calls } = storyOn(() => exchangeOf(404, {}, "PATCH"));
    for (const _time of [1, 2]) await judgementOf(() => story.does("setAlertConfigEnabled", { body: {} }));
    expect(calls).toHaveLength(2);
    const lost = storyOn((_call, index) => (index === 0 ? exchangeOf(200) : faultOf("reset")));
    await lost.story.ask("setAlertConfigEnabled", { body: {} });
    await judgementOf(() => lost.story.does("getAlertConfig"));
    expect(lost.calls).toHaveLength(2);
  });
});

describe("Story, for the words of a judgement", () => {
  it("name the operation unless the step has its own description", async () => {
    const { story } = storyOn(() => exchangeOf(400));
    expect(await judgementOf(() => story.does("getAlertConfig"))).toMatchObject(
      broken("2xx for getAlertConfig", "400 without a body"),
    );
    const reason = (what: string) => `${what} is not accepted (400 without a body), so the check cannot test this rule`;
    expect(await judgementOf(() => story.prepares("getAlertConfig"))).toMatchObject({
      reason: reason("getAlertConfig"),
    });
    expect(await judgementOf(() => story.prepares("getAlertConfig", {}, "a read"))).toMatchObject({
      reason: reason("a read"),
    });
  });

  it("name the create that a quota may have refused", async () => {
    const { story } = storyOn(() => exchangeOf(402, {}, "POST"));
    expect(await judgementOf(() => story.does("createAlertConfig"))).toEqual({
      kind: "inconclusive",
      reason:
        "createAlertConfig returned 402 with {}: the description does not define quotas and other reasons to refuse it",
    });
  });

  it("are not needed for an accepted answer, which the step returns", async () => {
    const { story } = storyOn(() => exchangeOf(200, { id: ID }));
    expect(await story.does("getAlertConfig")).toMatchObject({ json: { id: ID } });
    expect(await story.prepares("getAlertConfig")).toMatchObject({ json: { id: ID } });
    expect(story.answer(exchangeOf(404))).toMatchObject({ status: 404 });
    expect(await judgementOf(() => story.answer(faultOf("reset")))).toEqual(
      broken("an answer", "no answer (reset): it ended as reset"),
    );
  });

  it("say why an id cannot be used", async () => {
    const { story } = storyOn(() => exchangeOf(200));
    expect(await judgementOf(() => story.ownId("1", "the record"))).toEqual({
      kind: "inconclusive",
      reason: 'the record has no well-formed id ("1"), so it cannot be addressed',
    });
  });

  it("say that a record existed before the run", async () => {
    const { story } = storyOn(
      ({ operation }) =>
        operation === "createAlertConfig"
          ? exchangeOf(201, { id: RECORD }, "POST")
          : exchangeOf(200, { results: [{ id: RECORD }], totalCount: 1 }),
      { isCarried: true, target: { allow: new Set(["read", "create"]) } },
    );
    expect([story.records.wasThere(RECORD), story.records.whyForeign(RECORD)]).toEqual([false, undefined]);
    await story.ask("createAlertConfig", { body: {} });
    const why = `it was in the list before: ${RECORD}`;
    expect([story.records.wasThere(RECORD), story.records.whyForeign(RECORD)]).toEqual([true, why]);
    expect(await judgementOf(() => story.ownId(RECORD, "the record"))).toEqual({
      kind: "inconclusive",
      reason: `the run did not create the record: ${why}`,
    });
  });

  it("refuses() keeps the due that the step states", async () => {
    const { story, calls } = storyOn(() => exchangeOf(400));
    await story.refuses("getAlertConfig", { due: "any" }, "a wrong one");
    expect(calls[0]?.due).toBe("any");
  });
});

describe("Story, for a standalone operation", () => {
  it('sends a standalone operation as "standalone" in every story', async () => {
    const { story, calls } = storyOn(() => exchangeOf(200, {}));
    await story.ask("issueServiceToken", { body: {} });
    expect(calls[0]).toMatchObject({ operation: "issueServiceToken", version: "standalone" });
  });
});

describe("Story, for missing path parameters", () => {
  it("sends the request if a raw value or a fixture of the right kind fills the path", async () => {
    const { story, calls } = storyOn(() => exchangeOf(200, {}), { fixtures: { serverlessInstanceName: "Instance0" } });
    await story.ask("getAlertConfig", { rawPath: { alertConfigId: "%31" } });
    await story.ask("listServerlessSnapshots");
    expect(calls).toHaveLength(2);
    expect(await judgementOf(() => story.ask("listSnapshots"))).toMatchObject({ kind: "inconclusive" });
  });
});

describe("Story, for a started simulation", () => {
  const fixtures = { clusterName: "Cluster0" };
  const outages = (scene: object = {}) => {
    let stands = false;
    return storyOn(
      ({ operation }) => {
        if (operation === "getOutageSimulation") return exchangeOf(stands ? 200 : 404, { state: "SIMULATING" });
        stands = operation === "startOutageSimulation";
        return exchangeOf(200, { state: "STARTING" }, "POST");
      },
      { fixtures: { ...fixtures, outageClusterName: "Cluster0" }, isCarried: true, ...scene },
    );
  };

  it("shares the simulation with stories of its lane and version, as their evidence", async () => {
    const { story, tell, shown, world } = outages();
    expect([story.records.isRunning("startOutageSimulation"), story.memory.standing("startOutageSimulation")]).toEqual([
      false,
      undefined,
    ]);
    world.memory.rested.add("startOutageSimulation");
    const started = await story.ask("startOutageSimulation", { body: {} });
    expect(world.memory.rested.size).toBe(0);
    const other = tell("B");
    expect(other.records.isRunning("startOutageSimulation")).toBe(true);
    expect(other.memory.standing("startOutageSimulation")).toBe(started);
    expect(shown).toEqual([started]);
    await other.ask("endOutageSimulation");
    expect([other.records.isRunning("startOutageSimulation"), other.memory.standing("startOutageSimulation")]).toEqual([
      false,
      undefined,
    ]);
  });

  it("keeps a simulation to the story if its lane does not share it", async () => {
    const { story, tell } = storyOn(
      ({ operation }) =>
        operation === "createLinkToken"
          ? exchangeOf(201, { linkToken: "t" }, "POST")
          : exchangeOf(200, { results: [] }),
      { fixtures: { orgId: ID }, isCarried: true },
    );
    await story.ask("createLinkToken", { body: {} });
    expect([story.records.isRunning("createLinkToken"), tell("B").records.isRunning("createLinkToken")]).toEqual([
      true,
      false,
    ]);
    // Each story starts its own if starting is quick.
    expect(story.memory.standing("createLinkToken")).toBeUndefined();
  });

  it("ignores a start that was refused", async () => {
    const { story, world } = storyOn(() => exchangeOf(409, {}, "POST"), { fixtures });
    world.memory.rested.add("startOutageSimulation");
    await story.ask("startOutageSimulation", { body: {} });
    expect(world.memory.rested.size).toBe(1);
    expect(world.memory.standing("startOutageSimulation", "2")).toBeUndefined();
  });

  it("ignores an end, and a slow write that creates a record", async () => {
    const { story, world } = storyOn(() => exchangeOf(200, {}, "POST"), { fixtures });
    for (const operation of ["endOutageSimulation", "takeSnapshot", "createAlertConfig"] as const) {
      world.memory.rested.add(operation);
      await story.ask(operation, { body: {} });
      expect(world.memory.standing(operation, "2")).toBeUndefined();
    }
    expect([...world.memory.rested]).toEqual(["createAlertConfig"]);
  });
});

describe("Story.memory.sendsOnce", () => {
  it("sends the bodies in the first story, and adds them to the evidence of the others", async () => {
    const { tell, shown, calls } = storyOn(({ operation }, index) =>
      exchangeOf(operation === "getAlertConfig" && index < 3 ? 404 : 201, {}, "POST"),
    );
    async function* send() {
      const exchange = await tell("A").ask("createAlertConfig", { body: {} });
      yield { members: {}, body: {}, isPart: false, exchange };
    }
    const sent = await tell("A").memory.sendsOnce("bodies", send);
    expect(sent).toHaveLength(1);
    expect(shown).toEqual([]);
    const other = tell("B");
    expect(await other.memory.sendsOnce("bodies", send)).toBe(sent);
    expect(shown).toEqual(sent.map(({ exchange }) => exchange));
    // Reads may not show it yet: this story relies on a recent write too.
    await other.does("getAlertConfig");
    expect(calls).toHaveLength(4);
    expect(await other.memory.sendsOnce("others", send)).toHaveLength(1);
  });
});

describe("Story.memory, for a write that differs from its operation", () => {
  it.each([
    { who: "noRole" },
    { query: { pretty: "true" } },
    { rawQuery: "a" },
    { rawBody: "{}" },
    { rawPath: { alertConfigId: ID } },
    { due: "any" },
    { method: "PUT" },
    { elsewhere: "/nowhere" },
  ] as const)("does not recall a write with %j", async (step) => {
    const { story } = storyOn(() => exchangeOf(200, {}, "PATCH"));
    await story.ask("setAlertConfigEnabled", { body: {}, ...step });
    expect(story.memory.recalls("setAlertConfigEnabled")).toBeUndefined();
  });

  it("does not recall a read", async () => {
    const { story, world } = storyOn(() => exchangeOf(200, {}));
    await story.ask("getAlertConfig");
    expect(world.memory.accepted("getAlertConfig", "2")).toBeUndefined();
  });
});

describe("Story.untilOver", () => {
  it("reads as often as the target's speed suggests, up to the given rounds", async () => {
    const { story, waits } = storyOn(() => exchangeOf(200), { target: { speed: 5 } });
    let looks = 0;
    await story.untilOver(
      async () => {
        looks += 1;
      },
      () => false,
      3,
    );
    expect([looks, waits]).toEqual([4, [50, 100, 200]]);
  });
});

describe("Story.records.borrows", () => {
  it("reads the state before the change, and leaves the restore to the custody", async () => {
    const { story, custody, calls } = storyOn(() => exchangeOf(200, { enabled: true }), { isCarried: true });
    expect(await story.records.restorableState("updateCustomDns")).toEqual({ enabled: true });
    await story.ask("updateCustomDns", { body: { enabled: false } });
    await custody.release("A@getAlertConfig/v2");
    expect(calls.map(({ operation }) => operation)).toContain("getCustomDns");
    expect(custody.changes).toMatchObject([{ operation: "updateCustomDns" }]);
  });
});

describe("Story.addresses.parts", () => {
  it("bodies are built from the known world and the version of the write", () => {
    const { story, world } = storyOn(() => exchangeOf(200), { version: "1.0" });
    const { contract } = story;
    expect(story.addresses.parts("createAlertConfig", "a")).toEqual({
      contract,
      world,
      operation: "createAlertConfig",
      version: "1.0",
      name: "a",
    });
    expect(story.addresses.parts("issueServiceToken" as "createAlertConfig", "a").version).toBe("standalone");
  });
});

describe("Story.addresses.placeOf, for an operation on another kind", () => {
  it("omits ids and unknown fixtures", () => {
    const fixtures = { serverlessInstanceName: "I", serverlessSnapshotId: ID, shardedSnapshotId: ID };
    const { story } = storyOn(() => exchangeOf(200), { fixtures });
    expect(story.addresses.placeOf("getServerlessSnapshot")).toEqual({ clusterName: "I" });
    expect(story.addresses.placeOf("getShardedSnapshot")).toEqual({});
  });
});

describe("Story.addresses.servedIn", () => {
  it("omits a version that the target is not judged in", () => {
    const { story } = storyOn(() => exchangeOf(200), { target: { versions: ["2"] } });
    expect(story.addresses.servedIn("getAlertConfig")).toEqual(["2"]);
  });
});

describe("Story.greets, without a readable operation", () => {
  it("sends nothing", async () => {
    const { story, calls, world } = storyOn(() => exchangeOf(200), { version: "standalone" });
    await story.greets();
    expect([calls, world.unbound.size]).toEqual([[], 0]);
  });
});
