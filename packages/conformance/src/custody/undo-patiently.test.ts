import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf, exchangeWith, faultOf } from "../expect/scripted.test-support.ts";
import { Patience } from "./patience.ts";
import { undoPatiently } from "./undo-patiently.ts";

/** Sends requests that get these answers in order, and the last one from then on. */
async function removes(
  answers: readonly Exchange[],
  patience = new Patience(120_000),
  operation: OperationId = "deleteAlertConfig",
  seenGone = new Set<OperationId>(),
  inVain = new Set<string>(),
) {
  const pauses: number[] = [];
  let sent = 0;
  const pass = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
  const exchange = await undoPatiently({ inVain, pass, patience, seenGone }, operation, async () => {
    const answer = answers[Math.min(sent, answers.length - 1)] ?? exchangeOf(204);
    sent += 1;
    return answer;
  });
  return { exchange, sent, pauses };
}

const page = exchangeWith(404, [["content-type", "text/html"]]);
const done = exchangeOf(204, undefined, "DELETE");

describe("removesPatiently", () => {
  it("sends the request once if the target itself answered", async () => {
    for (const status of [200, 204, 302, 400, 401, 404, 409, 410, 422]) {
      const { exchange, sent, pauses } = await removes([exchangeOf(status, {}), done]);
      expect([exchange.response, sent, pauses], String(status)).toMatchObject([{ status }, 1, []]);
    }
    for (const fault of ["aborted", "body-too-large"] as const)
      expect((await removes([faultOf(fault), done])).sent, fault).toBe(1);
  });

  it("repeats the request after an answer that may be temporary", async () => {
    const passing = [
      ...[429, 500, 501, 502, 503, 504].map((status) => exchangeOf(status)),
      ...(["refused", "unknown-host", "tls", "connect-timeout", "head-timeout", "reset", "protocol"] as const).map(
        (fault) => faultOf(fault),
      ),
      page,
    ];
    for (const first of passing) {
      const { exchange, sent } = await removes([first, done]);
      expect([exchange, sent], JSON.stringify(first.response)).toEqual([done, 2]);
    }
  });

  it("doubles the pause each time, up to fifteen seconds", async () => {
    const { pauses, exchange } = await removes([...Array<Exchange>(8).fill(exchangeOf(503)), done]);
    expect(exchange).toBe(done);
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  });

  it("gives up when the patience is used up, with the last answer", async () => {
    const { exchange, sent, pauses } = await removes([exchangeOf(503)], new Patience(1_500 + 2));
    expect([exchange.response, sent, pauses]).toMatchObject([{ status: 503 }, 3, [500, 1_000]]);
    // The duration of the request counts, so a slow target gets fewer tries.
    const slow = { ...exchangeOf(503), milliseconds: 1_000 };
    expect((await removes([slow], new Patience(1_502))).pauses).toEqual([500]);
    expect((await removes([exchangeOf(503)], new Patience(0))).sent).toBe(1);
  });

  it("gets a quarter of the patience for a removal that never worked, unless the failure is temporary", async () => {
    const waited = async (answer: Exchange, ...seen: readonly OperationId[]): Promise<number> =>
      (await removes([answer], new Patience(120_000), "deleteAlertConfig", new Set(seen))).pauses.reduce(
        (sum, one) => sum + one,
        0,
      );
    expect(await waited(exchangeOf(500))).toBeLessThanOrEqual(30_000);
    expect(await waited(page)).toBeLessThanOrEqual(30_000);
    expect(await waited(exchangeOf(500), "deleteAlertConfig")).toBeGreaterThan(90_000);
    for (const answer of [exchangeOf(429), exchangeOf(503), faultOf("reset")])
      expect(await waited(answer)).toBeGreaterThan(90_000);
  });

  it("does not wait a second time for a removal that never worked, unless the failure is temporary", async () => {
    const [patience, inVain] = [new Patience(120_000), new Set<string>()];
    const again = async (answer: Exchange): Promise<number> =>
      (await removes([answer], patience, "deleteAlertConfig", new Set(), inVain)).sent;
    expect(await again(exchangeOf(500))).toBeGreaterThan(4);
    expect(await again(exchangeOf(500))).toBe(1);
    expect(await again(exchangeOf(503))).toBeGreaterThan(1);
  });

  it("shares its patience with other requests of the same operation only", async () => {
    const patience = new Patience(1_502);
    expect((await removes([exchangeOf(503)], patience)).sent).toBe(3);
    expect((await removes([exchangeOf(503)], patience)).sent).toBe(1);
    expect((await removes([exchangeOf(503)], patience, "deleteSnapshot")).sent).toBe(3);
  });
});
