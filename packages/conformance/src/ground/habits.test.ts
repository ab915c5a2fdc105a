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

describe("an odd answer", () => {
  it.each([
    ["a page", page(), true],
    ["a page with a success", page(200), true],
    ["a gateway's status in JSON", exchangeOf(502, {}), true],
    ["a body that ends too soon", odd(200, "application/vnd.service.2025-01-01+json", "{"), true],
    ["an answer that was cut off", fault("reset"), true],
    ["a text that does not claim to be JSON", odd(200, "text/plain", "fine"), false],
    ["no body", odd(204, "application/json", ""), false],
    ["an answer that is too large", fault("body-too-large"), false],
    ["a refusal", exchangeOf(400, { error: 400 }), false],
  ])("is doubted once: %s", (_what, exchange, expected) => {
    const habits = new Habits();
    expect(habits.isDoubtful(exchange, READ)).toBe(expected);
    for (let times = 0; times < PERSISTENT; times += 1) habits.compare(exchange, exchange, READ);
    expect(habits.isDoubtful(exchange, READ)).toBe(false);
  });

  it("is believed where it comes again, and trouble that passes only where it comes six times in a row", () => {
    const habits = new Habits();
    habits.compare(page(), page(), READ);
    expect(habits.isDoubtful(page(), READ)).toBe(false);
    const often = Array.from({ length: PERSISTENT - 1 }, () => page(503));
    for (const second of [...often, exchangeOf(200), ...often]) habits.compare(page(503), second, READ);
    expect(habits.isDoubtful(page(503), READ)).toBe(true);
    habits.compare(page(503), page(503), READ);
    expect(habits.isDoubtful(page(503), READ)).toBe(false);
  });

  it("is doubted again where the second answer was another", () => {
    const habits = new Habits();
    habits.compare(page(), exchangeOf(200), READ);
    habits.compare(page(), page(403), READ);
    expect(habits.isDoubtful(page(), READ)).toBe(true);
  });

  it("is the way of the whole target once three operations answer so, unless it is trouble, which passes", () => {
    const habits = new Habits();
    for (const operation of ["getAlert", "listAlerts", "getAuditing"] satisfies readonly OperationId[])
      for (const exchange of [page(), ...Array.from({ length: PERSISTENT }, () => page(503))])
        habits.compare(exchange, exchange, { ...READ, operation });
    expect(habits.isDoubtful(page(), READ)).toBe(false);
    expect(habits.isDoubtful(page(503), READ)).toBe(true);
  });

  it("is what the caller wants to see of a limit", () => {
    expect(new Habits().isDoubtful(page(503), { ...READ, send: "to-the-limit" })).toBe(false);
  });
});
