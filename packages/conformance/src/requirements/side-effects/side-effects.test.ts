import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { BystanderCare } from "../../custody/request.ts";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Call } from "../../ground/call.ts";
import type { Judgement } from "../../ground/judgement.ts";
import { storyOn } from "../../kernel/story-on.test-support.ts";
import { StoryStopped } from "../../kernel/story-stopped.ts";
import { sideEffects } from "./side-effects.ts";

const THEIRS = "32b6e34b3d91647abb20e7a0";
const NOBODYS = "fedcba9876543210fedcba98";

type Records = Map<string, Record<string, unknown>>;

interface Server {
  readonly operation?: OperationId;
  /** A side effect of the n-th write of its operation, counted from 1. */
  readonly harm?: (records: Records, call: Call, time: number) => void;
  readonly theirs?: boolean;
  readonly care?: BystanderCare;
  /** The status of a write that addresses an existing record. */
  readonly status?: number;
  /** The status of a write that addresses no record, or has half a body. */
  readonly refusal?: number;
  readonly isReadable?: boolean;
}

/** A story on a project with alert configurations whose writes may have side effects. */
function storyBeside({
  operation = "setAlertConfigEnabled",
  harm = () => undefined,
  theirs = false,
  care = "accompanied",
  status = 200,
  refusal = 404,
  isReadable = true,
}: Server) {
  const records: Records = new Map(theirs ? [[THEIRS, { id: THEIRS, enabled: true }]] : []);
  let [made, times] = [0, 0];
  const written = (call: Call): Exchange => {
    const id = call.path?.["alertConfigId"] ?? "";
    const record = records.get(id);
    times += 1;
    harm(records, call, times);
    const isHalf = call.rawBody !== undefined && !call.rawBody.endsWith("}");
    if (isHalf || record === undefined) return exchangeOf(refusal, {}, "PATCH");
    if (call.operation === "deleteAlertConfig" && status === 200) records.delete(id);
    return exchangeOf(status, {}, "PATCH");
  };
  const answer = (call: Call): Exchange => {
    const record = records.get(call.path?.["alertConfigId"] ?? "");
    if (call.operation === "createAlertConfig") {
      if (call.rawBody !== undefined) return written(call);
      made += 1;
      const id = `32b6e34b3d91647abb20e7${(0xb0 + made).toString(16)}`;
      records.set(id, { id, ...(call.body as object) });
      return exchangeOf(201, records.get(id), "POST");
    }
    if (call.operation === operation) return written(call);
    if (call.operation === "deleteAlertConfig") {
      records.delete(call.path?.["alertConfigId"] ?? "");
      return exchangeOf(204, undefined, "DELETE");
    }
    if (call.operation !== "listAlertConfigs") return record ? exchangeOf(200, record) : exchangeOf(404);
    const results = [...records.values()].map((one) => ({ ...one }));
    return isReadable ? exchangeOf(200, { results, totalCount: records.size }) : exchangeOf(500);
  };
  const scene = storyOn(answer, {
    operation,
    isCarried: true,
    bystanders: care,
    target: { allow: new Set(["read", "create", "update", "delete"]) },
  });
  const tell = async (id: string): Promise<Judgement> => {
    const rule = sideEffects.find((one) => one.id === id);
    if (rule?.kind !== "story") throw new Error(`there is no story ${id}`);
    try {
      return await rule.tell(scene.story);
    } catch (error) {
      if (error instanceof StoryStopped) return error.judgement;
      throw error;
    }
  };
  const sent = (): number => scene.calls.filter((call) => call.operation === operation).length;
  return { ...scene, tell, sent, records };
}

/** Removes the oldest record that a write does not address: a companion record or one of the user. */
function takesOldest(records: Records, { path }: Call): void {
  const other = [...records.keys()].find((id) => id !== path?.["alertConfigId"]);
  if (other !== undefined) records.delete(other);
}

const once = (records: Records, call: Call, time: number): void => {
  if (time === 1) takesOldest(records, call);
};

describe("SIDE-ACCEPTED", () => {
  it("holds if every other record is unchanged", async () => {
    const { tell, sent } = storyBeside({});
    expect(await tell("SIDE-ACCEPTED")).toEqual({ kind: "holds" });
    expect(sent()).toBe(1);
  });

  it("does not send the write again if the run already compared it", async () => {
    const { tell, sent } = storyBeside({});
    await tell("SIDE-ACCEPTED");
    expect(await tell("SIDE-ACCEPTED")).toEqual({ kind: "holds" });
    expect(sent()).toBe(1);
  });

  it("is broken if the write removes an own record each time, and names both records", async () => {
    const { tell, sent } = storyBeside({ harm: takesOldest });
    const judgement = await tell("SIDE-ACCEPTED");
    expect(judgement).toEqual({
      kind: "broken",
      expected: "no other alert configuration to change when setAlertConfigEnabled is accepted",
      received: expect.stringMatching(
        /^alert configuration [0-9a-f]{24} vanished; [0-9a-f]{24} vanished when it was sent again$/,
      ),
    });
    const ids = JSON.stringify(judgement).match(/[0-9a-f]{24}/g) ?? [];
    expect([new Set(ids).size, sent()]).toEqual([2, 2]);
  });

  it("counts harm by other checks, even though the operation is blocked", async () => {
    const { tell, story, sent, custody } = storyBeside({ harm: takesOldest });
    const made = await story.ask("createAlertConfig", { body: story.world.alertConfiguration });
    const { id = "" } = story.answer(made).json as { id?: string };
    await story.ask("setAlertConfigEnabled", { path: { alertConfigId: id }, body: { enabled: true } });
    expect(custody.whyHarmful("setAlertConfigEnabled")).toContain("vanished");
    expect(await tell("SIDE-ACCEPTED")).toMatchObject({
      kind: "broken",
      received: expect.stringContaining("vanished when it was sent again"),
    });
    expect(sent()).toBe(2);
  });

  it("creates companions before the second write if the first left no record", async () => {
    const { tell, sent, custody } = storyBeside({
      operation: "deleteAlertConfig",
      harm: (records) => records.clear(),
    });
    // Deletes the third companion record at once.
    await custody.failedRemoval("deleteAlertConfig", "2");
    expect(await tell("SIDE-ACCEPTED")).toMatchObject({
      kind: "broken",
      received: expect.stringContaining("vanished when it was sent again"),
    });
    expect(sent()).toBe(2);
  });

  it("is inconclusive if the write removed an own record only once", async () => {
    const { tell, sent } = storyBeside({ harm: once });
    expect(await tell("SIDE-ACCEPTED")).toEqual({
      kind: "inconclusive",
      reason: expect.stringMatching(
        /^alert configuration [0-9a-f]{24} vanished right after setAlertConfigEnabled, and nothing when it was sent again$/,
      ),
    });
    expect(sent()).toBe(2);
  });

  it("is inconclusive if only a record of the user is lost, and does not send the write again", async () => {
    const { tell, sent } = storyBeside({ harm: (records) => records.delete(THEIRS), theirs: true });
    expect(await tell("SIDE-ACCEPTED")).toEqual({
      kind: "inconclusive",
      reason: `alert configuration ${THEIRS} vanished right after setAlertConfigEnabled, which did not address it: another client may have done that, so look at it by hand before setAlertConfigEnabled is sent again`,
    });
    expect(sent()).toBe(1);
  });

  it("is broken at once if the write changes both an own record and one of the user", async () => {
    const { tell, sent } = storyBeside({ harm: (records) => records.clear(), theirs: true });
    expect(await tell("SIDE-ACCEPTED")).toMatchObject({
      kind: "broken",
      received: expect.stringContaining(`alert configuration ${THEIRS} vanished`),
    });
    expect(sent()).toBe(1);
  });

  it("is not-applicable without another record of the kind", async () => {
    const { tell, sent } = storyBeside({ care: "watched" });
    expect(await tell("SIDE-ACCEPTED")).toEqual({
      kind: "not-applicable",
      reason: "there is no other alert configuration that a write could change",
    });
    expect(sent()).toBe(1);
    expect(await storyBeside({ care: "watched", theirs: true }).tell("SIDE-ACCEPTED")).toEqual({ kind: "holds" });
  });

  it("is inconclusive if the list cannot be read, or the write is not accepted", async () => {
    const unread = await storyBeside({ care: "watched", isReadable: false }).tell("SIDE-ACCEPTED");
    expect(unread).toEqual({
      kind: "inconclusive",
      reason: "what stands beside the alert configuration that setAlertConfigEnabled works on cannot be read",
    });
    expect(await storyBeside({ care: "none" }).tell("SIDE-ACCEPTED")).toEqual(unread);
    expect(await storyBeside({ status: 403 }).tell("SIDE-ACCEPTED")).toMatchObject({
      kind: "inconclusive",
      reason: expect.stringMatching(/^setAlertConfigEnabled is not accepted \(403/),
    });
  });

  it("is inconclusive if the operation is blocked because a refused write did harm", async () => {
    const { tell, sent } = storyBeside({
      harm: (records, call) => {
        if (call.path?.["alertConfigId"] === NOBODYS) takesOldest(records, call);
      },
    });
    await tell("SIDE-REFUSED");
    const before = sent();
    expect(await tell("SIDE-ACCEPTED")).toEqual({
      kind: "inconclusive",
      reason: expect.stringMatching(
        /^setAlertConfigEnabled is not sent any more: alert configuration [0-9a-f]{24} vanished when it was refused$/,
      ),
    });
    expect(sent()).toBe(before);
  });
});

describe("SIDE-REFUSED", () => {
  it("holds if every record is unchanged after a write to a missing record with half a body", async () => {
    const { tell, calls } = storyBeside({});
    expect(await tell("SIDE-REFUSED")).toEqual({ kind: "holds" });
    const [write] = calls.filter(({ operation }) => operation === "setAlertConfigEnabled");
    expect(write).toMatchObject({ path: { alertConfigId: NOBODYS }, rawBody: '{"', due: "open", trial: true });
  });

  it("addresses a missing record if the operation has no body", async () => {
    const { tell, calls } = storyBeside({ operation: "deleteAlertConfig" });
    expect(await tell("SIDE-REFUSED")).toEqual({ kind: "holds" });
    const writes = calls.filter(
      ({ operation, path }) => operation === "deleteAlertConfig" && path?.["alertConfigId"] === NOBODYS,
    );
    expect(writes.length).toBeGreaterThan(0);
    for (const { rawBody, body } of writes) expect([rawBody, body]).toEqual([undefined, undefined]);
  });

  it("sends half a body if the operation creates a record", async () => {
    const { tell, calls } = storyBeside({ operation: "createAlertConfig", theirs: true, refusal: 400 });
    expect(await tell("SIDE-REFUSED")).toEqual({ kind: "holds" });
    expect(calls).toContainEqual(expect.objectContaining({ operation: "createAlertConfig", rawBody: '{"' }));
  });

  it("is broken if the refused write removes an own record each time", async () => {
    const { tell } = storyBeside({ harm: takesOldest });
    expect(await tell("SIDE-REFUSED")).toMatchObject({
      kind: "broken",
      expected: "no other alert configuration to change when setAlertConfigEnabled is refused",
      received: expect.stringContaining("vanished when it was sent again"),
    });
  });

  it("compares again with companions, even though it was compared without them", async () => {
    // From the second on, each write that addresses no record removes the oldest other record.
    const { tell, story, sent, custody } = storyBeside({
      harm: (records, call, time) => {
        if (time > 1 && call.path?.["alertConfigId"] === NOBODYS) takesOldest(records, call);
      },
    });
    await story.ask("setAlertConfigEnabled", { path: { alertConfigId: NOBODYS }, body: {}, due: "open" });
    expect(custody.sweepOf("setAlertConfigEnabled", "2", "refused")).toMatchObject({ disturbed: [] });
    expect(await tell("SIDE-REFUSED")).toMatchObject({ kind: "broken" });
    expect(sent()).toBe(3);
  });

  it("is inconclusive if the target accepts the write", async () => {
    expect(await storyBeside({ refusal: 200 }).tell("SIDE-REFUSED")).toEqual({
      kind: "inconclusive",
      reason: "setAlertConfigEnabled of nobody's record is answered 200 with {}",
    });
    expect(await storyBeside({ operation: "createAlertConfig", refusal: 500 }).tell("SIDE-REFUSED")).toEqual({
      kind: "inconclusive",
      reason: "createAlertConfig with half a body is answered 500 with {}",
    });
  });
});

describe("the rules about side effects", () => {
  it("apply to writes whose kind can be read, with the risk of the operation", () => {
    const { story } = storyBeside({});
    const subjects = (["createAlertConfig", "disablePrivateIpMode", "listAlertConfigs"] as const).map((operation) => ({
      operation: story.contract.operation(operation, "2"),
      version: "2" as const,
    }));
    for (const rule of sideEffects) {
      if (rule.kind !== "story") throw new Error(`${rule.id} is no story`);
      expect(subjects.map((one) => rule.on(one, story.contract))).toEqual([true, false, false]);
      expect(rule.level).toBe("MUST");
    }
  });
});
