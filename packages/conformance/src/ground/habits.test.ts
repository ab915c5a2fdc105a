import type { Exchange } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import type { Call } from "./call.ts";
import { Habits, PERSISTENT } from "./habits.ts";

const READ: Call = { operation: "listAlertConfigs", version: "2" };
const odd = (status: number, type: string, body: string): Exchange => ({
  ...exchangeOf(status),
  response: {
    status,
    headers: [["Content-Type", type]],
    body,
    bodyBytes: body.length,
    invalidUtf8: false,
    json: undefined,
  },
});
const page = (status = 404): Exchange => odd(status, "text/html; charset=utf-8", "<h1>?</h1>");
const fault = (kind: "reset" | "body-too-large"): Exchange => ({
  ...exchangeOf(200),
  response: { fault: kind, message: "" },
});

describe("Habits, for an unusual answer", () => {
  it.each([
    ["an HTML page", page(), true],
    ["an HTML page with a success", page(200), true],
    ["a gateway's status in JSON", exchangeOf(502, {}), true],
    ["a truncated body", odd(200, "application/vnd.service.2025-01-01+json", "{"), true],
    ["a reset", fault("reset"), true],
    ["a text that does not claim to be JSON", odd(200, "text/plain", "fine"), false],
    ["no body", odd(204, "application/json", ""), false],
    ["an answer that is too large", fault("body-too-large"), false],
    ["a refusal", exchangeOf(400, { error: 400 }), false],
  ])("doubts it once: %s", (_what, exchange, expected) => {
    const habits = new Habits();
    expect(habits.isDoubtful(exchange, READ)).toBe(expected);
    for (let times = 0; times < PERSISTENT; times += 1) habits.compare(exchange, exchange, READ);
    expect(habits.isDoubtful(exchange, READ)).toBe(false);
  });

  it("believes an answer that comes twice, and passing trouble only after six times in a row", () => {
    const habits = new Habits();
    habits.compare(page(), page(), READ);
    expect(habits.isDoubtful(page(), READ)).toBe(false);
    const often = Array.from({ length: PERSISTENT - 1 }, () => page(503));
    for (const second of [...often, exchangeOf(200), ...often]) habits.compare(page(503), second, READ);
    expect(habits.isDoubtful(page(503), READ)).toBe(true);
    habits.compare(page(503), page(503), READ);
    expect(habits.isDoubtful(page(503), READ)).toBe(false);
  });

  it("keeps doubting if the second answer differs", () => {
    const habits = new Habits();
    habits.compare(page(), exchangeOf(200), READ);
    habits.compare(page(), page(403), READ);
    expect(habits.isDoubtful(page(), READ)).toBe(true);
  });

  it("believes an answer of three operations for the whole target, unless it is passing trouble", () => {
    const habits = new Habits();
    for (const operation of ["getAlert", "listAlerts", "getAuditing"] satisfies readonly OperationId[])
      for (const exchange of [page(), ...Array.from({ length: PERSISTENT }, () => page(503))])
        habits.compare(exchange, exchange, { ...READ, operation });
    expect(habits.isDoubtful(page(), READ)).toBe(false);
    expect(habits.isDoubtful(page(503), READ)).toBe(true);
  });

  it("does not doubt an answer that the caller wanted", () => {
    expect(new Habits().isDoubtful(page(503), { ...READ, send: "to-the-limit" })).toBe(false);
  });
});
