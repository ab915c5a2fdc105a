import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { PERSISTENT } from "../ground/habits.ts";
import { alertConfigWrites } from "../writes/alert-configs.ts";
import { certain } from "./certain.ts";
import { LostAnswerError } from "./lost-answer-error.ts";
import { alertWith, sceneOf } from "./scene.test-support.ts";
import { MARK } from "./undo-parts.test-support.ts";

const NEW = "32b6e34b3d91647abb20e7b2";
const CREATE: Call = { operation: "createAlertConfig", version: "2", body: alertWith(MARK) };
const busy = (): Exchange => exchangeOf(503, {}, "POST");

/** Sends a create with these answers in turn; the target lists one more record for each create that it carried out. */
function creating(answers: readonly (() => Exchange)[], isCarriedOut: boolean) {
  const records: unknown[] = [];
  const { parts, ledger, lists, requestOf } = sceneOf(() => exchangeOf(200, { results: records }));
  let sent = 0;
  const request = requestOf(CREATE, "A", async () => {
    if (isCarriedOut) records.push({ id: NEW, ...alertWith(MARK) });
    sent += 1;
    return (answers[sent - 1] ?? busy)();
  });
  const { effect } = alertConfigWrites.createAlertConfig;
  const lost = new Map<string, number>();
  // The list is read before the first create.
  const known = lists.of({ effect, path: request.path, listedAt: {} })?.known;
  const send = async () => {
    await known;
    return certain(request, effect, { parts, ledger, lists, lost });
  };
  return { send, sent: () => sent };
}

describe("certain, for an answer that a gateway may have given", () => {
  it("sends the write again if a read shows that the first had no effect", async () => {
    const { send, sent } = creating([busy, () => exchangeOf(201, {}, "POST")], false);
    expect((await send()).response).toMatchObject({ status: 201 });
    expect(sent()).toBe(2);
  });

  it("believes the refusal if every attempt gets the same answer", async () => {
    const { send, sent } = creating([], false);
    expect((await send()).response).toMatchObject({ status: 503 });
    expect(sent()).toBe(PERSISTENT + 1);
  });

  it("throws LostAnswerError if the write had an effect, and returns the fourth lost answer in a row", async () => {
    const { send, sent } = creating([], true);
    for (let times = 0; times < 3; times += 1) await expect(send()).rejects.toThrow(LostAnswerError);
    expect((await send()).response).toMatchObject({ status: 503 });
    expect(sent()).toBe(4);
  });

  it("sends the write once if the target itself answered", async () => {
    const { send, sent } = creating([() => exchangeOf(500, {}, "POST")], false);
    expect((await send()).response).toMatchObject({ status: 500 });
    expect(sent()).toBe(1);
  });
});
