import type { Exchange, TransportFaultKind } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { HeavyAnswers } from "./heavy-answers.ts";

const READ: Call = { operation: "listAlerts", version: "2" };
const PATIENCE = 120_000;

/** An exchange of a check that began at this time. */
const at = (startedAt: number, exchange: Exchange, check = `CHECK-${startedAt}`): Exchange => ({
  ...exchange,
  startedAt,
  check,
});
const lasting = (milliseconds: number, fault: TransportFaultKind): Exchange => ({ ...faultOf(fault), milliseconds });
const tooLarge = faultOf("body-too-large");

/** Why an operation is not called any more after these answers in a row. */
function after(exchanges: readonly Exchange[], { patience = PATIENCE, call = READ } = {}): string | undefined {
  const heavy = new HeavyAnswers(patience);
  for (const [index, exchange] of exchanges.entries()) heavy.take(at(1_000 * index, exchange), call);
  return heavy.whyNot(call);
}

const unreadable = (bodyBytes: number): Exchange => {
  const exchange = exchangeOf(200);
  return { ...exchange, response: { ...exchange.response, bodyBytes } as Exchange["response"] };
};

describe("HeavyAnswers, for one operation", () => {
  it.each([
    ["too large", tooLarge],
    ["too late", faultOf("body-timeout")],
    ["too late to begin", faultOf("head-timeout")],
    ["endless headers", faultOf("protocol", { message: "Headers Overflow Error [UND_ERR_HEADERS_OVERFLOW]" })],
    ["a large text that is not JSON", unreadable(2 * 1024 * 1024)],
  ])("stops calling it after three answers in a row: %s", (_what, heavy) => {
    expect(after([heavy, heavy])).toBeUndefined();
    expect(after([heavy, heavy, heavy])).toMatch(
      /^the run stopped calling listAlerts version 2 after 3 heavy answers in a row: /,
    );
  });

  it.each([
    ["a small text that is not JSON", unreadable(1_000)],
    ["a large answer that can be read", { ...exchangeOf(200, {}), milliseconds: 9_000 }],
    ["a refusal", exchangeOf(400)],
    ["a reset", faultOf("reset")],
    ["an answer that is not HTTP", faultOf("protocol")],
    ["an answer that the user interrupted", faultOf("aborted")],
  ])("continues to call it after %s", (_what, exchange) => {
    expect(after(Array.from({ length: 9 }, () => exchange))).toBeUndefined();
  });

  it("restarts the count after a success, but not after a refusal", () => {
    expect(after([tooLarge, tooLarge, exchangeOf(200, {}), tooLarge, tooLarge])).toBeUndefined();
    expect(after([tooLarge, exchangeOf(404), tooLarge, exchangeOf(401), tooLarge])).toMatch(/too large/);
  });

  it("counts concurrent requests as one heavy answer", () => {
    const heavy = new HeavyAnswers(PATIENCE);
    for (const moment of [0, 3, 5, 7]) heavy.take(at(moment, lasting(10_000, "head-timeout")), READ);
    expect(heavy.whyNot(READ)).toBeUndefined();
  });

  it("does not count one check alone, however many of its answers are heavy", () => {
    const heavy = new HeavyAnswers(PATIENCE);
    for (let moment = 0; moment < 9; moment += 1) heavy.take(at(moment * 10, tooLarge, "ONE"), READ);
    expect(heavy.whyNot(READ)).toBeUndefined();
    heavy.take(at(100, tooLarge, "OTHER"), READ);
    expect(heavy.whyNot(READ)).toBeDefined();
  });

  it("stops only that version, method, place and operation", () => {
    const heavy = new HeavyAnswers(PATIENCE);
    for (const moment of [0, 10, 20]) heavy.take(at(moment, tooLarge), READ);
    const others: readonly Call[] = [
      { ...READ, version: "1.0" },
      { ...READ, method: "HEAD" },
      { ...READ, elsewhere: "/" },
      { ...READ, operation: "getAlert" },
    ];
    expect(others.map((call) => heavy.whyNot(call))).toEqual(others.map(() => undefined));
  });

  it("never stops cleanup requests, and does not count their answers", () => {
    const tidy: Call = { ...READ, send: "to-tidy" };
    expect(after([tooLarge, tooLarge, tooLarge, tooLarge], { call: tidy })).toBeUndefined();
    const heavy = new HeavyAnswers(PATIENCE);
    for (const moment of [0, 10, 20]) heavy.take(at(moment, tooLarge), READ);
    expect(() => heavy.refuse(READ)).toThrow("the run stopped calling");
    heavy.refuse(tidy);
  });
});

describe("HeavyAnswers, for the whole target", () => {
  const takes = (heavy: HeavyAnswers, operation: Call["operation"], from: number): void => {
    for (const moment of [0, 10, 20]) heavy.take(at(from + moment, tooLarge), { ...READ, operation });
  };
  const OTHER: Call = { ...READ, operation: "listClusters" };

  it("stops all calls after three operations in a row without a success in between", () => {
    const heavy = new HeavyAnswers(PATIENCE);
    takes(heavy, "listAlerts", 0);
    takes(heavy, "getAlert", 100);
    expect(heavy.whyNot(OTHER)).toBeUndefined();
    takes(heavy, "listAlertConfigs", 200);
    expect(heavy.whyNot(OTHER)).toMatch(/^The run stopped after .* listAlerts, getAlert, listAlertConfigs/);
  });

  it("continues if none of the three operations ever succeeded", () => {
    const heavy = new HeavyAnswers(PATIENCE);
    heavy.take(at(0, exchangeOf(200, {})), OTHER);
    takes(heavy, "listAlerts", 100);
    takes(heavy, "getAlert", 200);
    takes(heavy, "listAlertConfigs", 300);
    expect(heavy.whyNot(OTHER)).toBeUndefined();
    takes(heavy, OTHER.operation, 400);
    expect(heavy.whyNot({ ...READ, operation: "getAuditing" })).toMatch(/^The run stopped after/);
  });

  it("continues if the heavy requests ran at the same time", () => {
    const heavy = new HeavyAnswers(5_000);
    for (const begun of [0, 9_001])
      for (const operation of ["listAlerts", "getAlert", "listAlertConfigs"] as const)
        heavy.take(at(begun, lasting(9_000, "head-timeout")), { ...READ, operation });
    expect([heavy.givenUp.length, heavy.whyNot(OTHER)]).toEqual([3, undefined]);
  });

  it("continues if another operation succeeds in between", () => {
    const heavy = new HeavyAnswers(PATIENCE);
    takes(heavy, "listAlerts", 0);
    takes(heavy, "getAlert", 100);
    heavy.take(at(150, exchangeOf(200, {})), OTHER);
    takes(heavy, "listAlertConfigs", 200);
    expect(heavy.whyNot(OTHER)).toBeUndefined();
  });
});

describe("HeavyAnswers, for its patience", () => {
  const late = lasting(10_000, "body-timeout");

  it("shortens the time for each further answer once late answers have used it up", () => {
    const heavy = new HeavyAnswers(10_000);
    heavy.take(at(0, { ...exchangeOf(200, {}), milliseconds: 600 }), READ);
    expect(heavy.within(READ)).toBeUndefined();
    heavy.take(at(1_000, late), READ);
    expect(heavy.within(READ)).toBe(2_400);
    expect(heavy.within({ ...READ, operation: "getAlert" })).toBe(2_400);
    expect(heavy.whyNot(READ)).toBeUndefined();
    heavy.take(at(11_000, lasting(2_400, "total-timeout")), READ);
    expect(heavy.whyNot(READ)).toMatch(/after 2 heavy answers in a row: no answer \(total-timeout\)/);
  });

  it("leaves more time to an operation that was slow before", () => {
    const heavy = new HeavyAnswers(10_000);
    const slow: Call = { ...READ, operation: "getAlert" };
    heavy.take(at(0, { ...exchangeOf(200, {}), milliseconds: 4_000 }), slow);
    for (let moment = 1; moment < 100; moment += 1) heavy.take(at(moment, exchangeOf(200, {})), READ);
    heavy.take(at(1_000, late), READ);
    expect(heavy.within(slow)).toBe(5_000);
    expect(heavy.within(READ)).toBe(1_000);
  });

  it("gives all slow operations together half the patience again", () => {
    const heavy = new HeavyAnswers(10_000);
    const slow: Call = { ...READ, operation: "getAlert" };
    heavy.take(at(0, { ...exchangeOf(200, {}), milliseconds: 8_000 }), slow);
    heavy.take(at(8_000, late), READ);
    expect(heavy.within(slow)).toBe(5_000);
    heavy.take(at(18_000, lasting(3_000, "total-timeout")), slow);
    expect(heavy.within({ ...slow, version: "1.0" })).toBe(2_000);
  });

  it("counts waits at the same time once", () => {
    const heavy = new HeavyAnswers(15_000);
    for (const moment of [0, 1, 2, 3]) heavy.take(at(moment, late), READ);
    expect(heavy.within(READ)).toBeUndefined();
    heavy.take(at(10_003, late), READ);
    expect(heavy.within(READ)).toBe(1_500);
  });

  it("does not limit cleanup requests", () => {
    const heavy = new HeavyAnswers(1_000);
    heavy.take(at(0, late), READ);
    expect(heavy.within({ ...READ, send: "to-tidy" })).toBeUndefined();
    expect(heavy.within(READ)).toBe(1_000);
  });
});
