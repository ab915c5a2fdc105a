import type { Exchange } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { broken, upheld } from "../ground/judgement.ts";
import { type Judged, judgedEach } from "./judged-each.ts";

/** Requests that are answered with these statuses when `answer` is called; 400 is right. */
function requests(statuses: readonly number[]) {
  const sent: number[] = [];
  const open: (() => void)[] = [];
  const all = statuses.map(
    (status, index): Judged => ({
      send: () => {
        sent.push(index);
        return new Promise<Exchange>((resolve) => open.push(() => resolve(exchangeOf(status))));
      },
      judge: () => (status === 400 ? upheld : broken("400", `${index}: ${status}`)),
    }),
  );
  const answer = async (): Promise<void> => {
    for (const one of open.splice(0)) one();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { all, sent, answer };
}

describe("judgedEach", () => {
  it("sends the other requests together after the first answer", async () => {
    const { all, answer, sent } = requests([400, 400, 400]);
    const judged = judgedEach(all, true);
    expect(sent).toEqual([0]);
    await answer();
    expect(sent).toEqual([0, 1, 2]);
    await answer();
    expect(await judged).toEqual(upheld);
  });

  it("sends no other request if the first answer breaks the rule", async () => {
    const { all, answer, sent } = requests([200, 400]);
    const judged = judgedEach(all, true);
    await answer();
    expect(await judged).toEqual(broken("400", "0: 200"));
    expect(sent).toEqual([0]);
  });

  it("judges the answers in order, once all have arrived", async () => {
    const { all, answer } = requests([400, 400, 200, 500]);
    const judged = judgedEach(all, true);
    await answer();
    await answer();
    expect(await judged).toEqual(broken("400", "2: 200"));
  });

  it("sends one request after another if they may not run together", async () => {
    const { all, answer, sent } = requests([400, 200, 400]);
    const judged = judgedEach(all, false);
    await answer();
    expect(sent).toEqual([0, 1]);
    await answer();
    expect(await judged).toEqual(broken("400", "1: 200"));
    expect(sent).toEqual([0, 1]);
  });

  it("waits for pending requests before it throws, and holds for no requests", async () => {
    const { all, answer, sent } = requests([400, 400]);
    const judged = judgedEach(
      [
        all[0] ?? { send: () => Promise.reject(), judge: () => upheld },
        { send: () => Promise.reject(new Error("not sent")), judge: () => upheld },
        ...all.slice(1),
      ],
      true,
    );
    const failed = expect(judged).rejects.toThrow("not sent");
    await answer();
    expect(sent).toEqual([0, 1]);
    await answer();
    await failed;
    expect(await judgedEach([], true)).toEqual(upheld);
  });
});
