import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { broken, upheld } from "../rule/judgement.ts";
import { lifeOf, type Story } from "./story.ts";

import { ID, judgementOf, storyOn } from "./story-on.test-support.ts";

describe("a step", () => {
  it("that does what the rule is about breaks it unless it is accepted", async () => {
    const { story } = storyOn(() => exchangeOf(400));
    expect(await judgementOf(() => story.does("getAlertConfig", {}, "reading it"))).toMatchObject({
      kind: "broken",
      expected: "2xx for reading it",
    });
  });

  it("that only prepares leaves the story without anything to say", async () => {
    const { story } = storyOn(() => exchangeOf(400));
    expect(await judgementOf(() => story.prepares("getAlertConfig"))).toMatchObject({ kind: "unable" });
  });

  it("that is wrong in one respect breaks the rule unless it is refused, and says that a refusal is due", async () => {
    const { story, calls } = storyOn((_call, index) => exchangeOf(index === 0 ? 400 : 200, {}));
    expect(await judgementOf(() => story.refuses("getAlertConfig", {}, "a wrong one"))).toBeUndefined();
    expect(await judgementOf(() => story.refuses("getAlertConfig", {}, "a wrong one"))).toMatchObject({
      kind: "broken",
      expected: "4xx: a wrong one must not be carried out",
    });
    expect(calls.map(({ due }) => due)).toEqual(["refusal", "refusal"]);
  });

  it("that a quota may stand in the way of breaks nothing, unless it reads or is another's", async () => {
    const { story } = storyOn((call) => exchangeOf(409, {}, call.operation === "createAlertConfig" ? "POST" : "GET"));
    const kindOf = async (...step: Parameters<Story["does"]>) => judgementOf(() => story.does(...step));
    expect(await kindOf("createAlertConfig")).toMatchObject({ kind: "unable" });
    expect(await kindOf("createAlertConfig", { who: "noRole" })).toMatchObject({ kind: "broken" });
    expect(await kindOf("getAlertConfig")).toMatchObject({ kind: "broken" });
  });

  it("with a gap in its path is never sent, unless it goes elsewhere", async () => {
    const { story, calls } = storyOn(() => exchangeOf(200, {}), { fixtures: {} });
    expect(await judgementOf(() => story.ask("getAlertConfig"))).toEqual({
      kind: "unable",
      reason: "no alertConfigId is known: state fixtures.alertConfigId in the target file",
    });
    expect(calls).toEqual([]);
    await story.ask("getAlertConfig", { path: { alertConfigId: ID } });
    await story.ask("getAlertConfig", { elsewhere: "/nowhere" });
    expect(calls).toHaveLength(2);
  });

  it("is never shared, and asks in the version of the story", async () => {
    const { story, calls } = storyOn(() => exchangeOf(200, {}), { version: "1.0" });
    await story.ask("getAlertConfig");
    expect(calls[0]).toMatchObject({ version: "1.0", send: "again" });
  });
});

describe("what a read does not show", () => {
  it("is looked for again once the story has written, since how soon a write shows is not given", async () => {
    const { story, calls, waited } = storyOn((_call, index) => exchangeOf(index < 3 ? 404 : 200, {}));
    await story.ask("setAlertConfigEnabled", { body: {} });
    await story.does("getAlertConfig");
    expect(calls.map(({ operation }) => operation)).toEqual([
      "setAlertConfigEnabled",
      ...Array(3).fill("getAlertConfig"),
    ]);
    expect(waited()).toBeGreaterThan(0);
  });

  it("is looked for again by a story that relies on the write of another", async () => {
    const { story, tell, calls } = storyOn(({ operation }, index) =>
      exchangeOf(operation === "getAlertConfig" && index < 3 ? 404 : 200, { id: ID }, "PATCH"),
    );
    await story.ask("setAlertConfigEnabled", { body: {} });
    const other = tell("B");
    other.recalls("setAlertConfigEnabled");
    await other.does("getAlertConfig");
    expect(calls).toHaveLength(4);
  });

  it("is not there for a story that has written nothing", async () => {
    const { story, calls } = storyOn(() => exchangeOf(404));
    expect(await judgementOf(() => story.does("getAlertConfig"))).toMatchObject({ kind: "broken" });
    expect(calls).toHaveLength(1);
  });
});

describe("a judgement", () => {
  it("that is upheld lets the story go on, and any other ends it as it is", async () => {
    const { story } = storyOn(() => exchangeOf(200));
    expect(await judgementOf(() => story.requires(upheld))).toBeUndefined();
    expect(await judgementOf(() => story.requires(broken("a", "b")))).toEqual(broken("a", "b"));
    expect(await judgementOf(() => story.must(false, "a", "b"))).toEqual(broken("a", "b"));
    expect(await judgementOf(() => story.must(true, "a", "b"))).toBeUndefined();
  });

  it("of a mild step weighs no more than a SHOULD", async () => {
    const { story } = storyOn(() => exchangeOf(200));
    const judgement = await judgementOf(() => story.mildly(async () => story.must(false, "a", "b")));
    expect(judgement).toEqual({ ...broken("a", "b"), level: "SHOULD" });
    await expect(story.mildly(() => Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
  });
});

describe("a write that was accepted", () => {
  it("is known to the stories that follow, whose evidence it is too", async () => {
    const { story, tell, shown } = storyOn(() => exchangeOf(200, { id: ID }, "PATCH"));
    expect(story.recalls("setAlertConfigEnabled")).toBeUndefined();
    const exchange = await story.ask("setAlertConfigEnabled", { body: {} });
    expect(tell("B").recalls("setAlertConfigEnabled")).toBe(exchange);
    expect(shown).toEqual([exchange]);
  });

  it("is not when it was refused, or was no plain call", async () => {
    const { story } = storyOn(({ query }) => exchangeOf(query === undefined ? 400 : 200, {}, "PATCH"));
    await story.ask("setAlertConfigEnabled", { body: {} });
    await story.ask("setAlertConfigEnabled", { body: {}, query: { pretty: "true" } });
    expect(story.recalls("setAlertConfigEnabled")).toBeUndefined();
  });
});

describe("an id in an answer", () => {
  it("has to be well-formed to be worked on", async () => {
    const { story } = storyOn(() => exchangeOf(200));
    expect(story.ownId(ID, "the record")).toBe(ID);
    for (const id of [undefined, "1", ID.toUpperCase()])
      expect(await judgementOf(() => story.ownId(id, "the record"))).toMatchObject({ kind: "unable" });
  });
});

describe("a version", () => {
  it("is that of the story where it has the operation, and the current one otherwise", () => {
    const { story } = storyOn(() => exchangeOf(200), { version: "1.0" });
    expect(story.servedAs("getAlertConfig")).toEqual({});
    expect(story.servedAs("createSearchIndexLegacy")).toEqual({ version: "2" });
    expect(story.servedIn("getAlertConfig")).toEqual(["1.0", "2"]);
    const current = storyOn(() => exchangeOf(200), { version: "2" });
    expect(current.story.servedIn("getAlertConfig")).toEqual(["2", "1.0"]);
    const lacking = storyOn(() => exchangeOf(200), { version: "2", unbound: ["getAlertConfig/1.0"] });
    expect(lacking.story.servedIn("getAlertConfig")).toEqual(["2"]);
  });
});

describe("what stands in an answer to a create", () => {
  it("is the record, with an envelope around it or without", () => {
    const { story } = storyOn(() => exchangeOf(200));
    expect(story.recordIn("createAlertConfig", { status: 201, content: { id: ID } })).toEqual({ id: ID });
    expect(story.recordIn("createAlertConfig", { id: ID })).toEqual({ id: ID });
    expect(story.recordIn("updateAuditing", { content: 1 })).toEqual({ content: 1 });
  });
});

describe("the place of an operation", () => {
  it("is named where it is another than that of most, ids left out", () => {
    const fixtures = { clusterName: "Cluster0", serverlessInstanceName: "Instance0" };
    const { story } = storyOn(() => exchangeOf(200), { fixtures });
    expect(story.placeOf("createServerlessRestoreJob")).toEqual({ clusterName: "Instance0" });
    expect(story.placeOf("createRestoreJob")).toEqual({});
  });
});

describe("a greeting", () => {
  it("is a plain read, and a target that refuses it leaves the story without anything to say", async () => {
    const { story, calls } = storyOn(() => exchangeOf(401));
    expect(await judgementOf(() => story.greets())).toMatchObject({ kind: "unable" });
    expect(calls.map(({ operation }) => operation)).toEqual(["listMatcherFieldNames"]);
  });
});

describe("what is slow to start and to end", () => {
  it("is kept for its lane, and all else is the story's own", async () => {
    const { story, calls } = storyOn(() => exchangeOf(200, {}), { fixtures: { clusterName: "Cluster0" } });
    for (const operation of ["startOutageSimulation", "endOutageSimulation", "takeSnapshot", "updateAuditing"] as const)
      await story.ask(operation);
    expect(calls.map(({ keptFor }) => keptFor)).toEqual([lifeOf("outage"), lifeOf("outage"), undefined, undefined]);
  });
});
