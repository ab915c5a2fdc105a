import { expect, it } from "vitest";
import { shownExchange } from "./deciding.ts";

const base = { check: "A@b", requirement: "A", evidence: ["x1", "x2"] } as const;

it("shows the exchange that decided, and without one the last of the evidence", () => {
  const broken = { ...base, outcome: "fail", expected: "", received: "" } as const;
  expect(shownExchange({ ...broken, deciding: { exchange: "x1" } })).toBe("x1");
  expect(shownExchange(broken)).toBe("x2");
  expect(shownExchange({ ...base, outcome: "pass" })).toBe("x2");
  expect(shownExchange({ ...base, evidence: [], outcome: "pass" })).toBeUndefined();
});
