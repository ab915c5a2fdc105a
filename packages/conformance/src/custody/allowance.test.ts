import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Limits } from "../ground/limits.ts";
import { Allowance } from "./allowance.ts";
import { HandsOffError } from "./hands-off-error.ts";

const MADE = exchangeOf(200, {}, "POST");
const REFUSED = exchangeOf(400, {}, "POST");
const CUT_OFF: Exchange = { ...MADE, response: { fault: "reset", message: "cut off" } };

/** An allowance and the requests that it sent; `left` is the number of removable records that stay. */
function allowanceOf(limits: Limits, left = 0) {
  const sent: string[] = [];
  const allowance = new Allowance(limits, () => left);
  const send = (answer: Exchange | Promise<Exchange> = MADE, stays = true) =>
    allowance.within("createCluster", stays, async () => {
      sent.push("createCluster");
      return answer;
    });
  return { allowance, send, sent };
}

describe("Allowance, for creates whose records stay", () => {
  it("refuses a create above its limit, and names the flag that raises the limit", async () => {
    const { send, sent } = allowanceOf({ createCluster: 2 });
    await send();
    await send();
    await expect(send()).rejects.toThrow(HandsOffError);
    await expect(send()).rejects.toThrow(
      "createCluster is not sent: the limit is 2 records that stay on the target; raise it with --limit createCluster=N or in limits of the target file",
    );
    expect(sent.length).toBe(2);
  });

  it("sends no create if the limit is 0", async () => {
    const { send, sent } = allowanceOf({ createCluster: 0 });
    await expect(send()).rejects.toThrow("the limit is 0 records");
    expect(sent).toEqual([]);
  });

  it("does not count a refused create, and counts one whose outcome is unknown", async () => {
    const { send, sent } = allowanceOf({ createCluster: 1 });
    for (let times = 0; times < 3; times += 1) await send(REFUSED);
    await send(CUT_OFF);
    await expect(send(REFUSED)).rejects.toThrow("the limit is 1 record that stays");
    expect(sent.length).toBe(4);
  });

  it("waits while pending creates may use up the limit, and sends if one of them is refused", async () => {
    const { send, sent } = allowanceOf({ createCluster: 1 });
    const answers: ((exchange: Exchange) => void)[] = [];
    const pending = () => send(new Promise<Exchange>((resolve) => answers.push(resolve)));
    const first = pending();
    const second = pending();
    const third = pending();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent.length).toBe(1);
    answers[0]?.(REFUSED);
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent.length).toBe(2);
    answers[1]?.(MADE);
    await second;
    await expect(third).rejects.toThrow("is not sent");
    expect(sent.length).toBe(2);
  });

  it("frees the slot of a create that could not be sent", async () => {
    const { send } = allowanceOf({ createCluster: 1 });
    await expect(send(Promise.reject(new Error("the run was interrupted")))).rejects.toThrow("interrupted");
    expect(await send()).toBe(MADE);
  });
});

describe("Allowance, for creates whose records are removed", () => {
  it("sets no limit by default", async () => {
    const { allowance } = allowanceOf({}, 1_000);
    expect(await allowance.within("createAlertConfig", false, async () => MADE)).toBe(MADE);
  });

  it("counts records that could not be removed towards a limit that the user gave", async () => {
    const { send } = allowanceOf({ createCluster: 2 }, 1);
    for (let times = 0; times < 3; times += 1) expect(await send(MADE, false)).toBe(MADE);
    await expect(allowanceOf({ createCluster: 2 }, 2).send(MADE, false)).rejects.toThrow("the limit is 2");
  });
});
