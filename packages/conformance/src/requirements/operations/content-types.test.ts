import { bindContract, neutral } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Call } from "../../ground/call.ts";
import { LazyWatchedExchange } from "../../kernel/lazy-watched-exchange.ts";
import { contentTypes } from "./content-types.ts";

const contract = bindContract(neutral);
const validator = createValidator({ answers: true });

function judged(status: number, change: Partial<Call>): string | undefined {
  const [rule] = contentTypes;
  const exchange = exchangeOf(status, {});
  if (rule?.kind !== "watch" || !("status" in exchange.response)) throw new Error("it watches answers");
  const operation = contract.operation("updateAuditing");
  const call: Call = { operation: "updateAuditing", version: "2", ...change };
  const parts = { exchange, answer: exchange.response, operation, version: "2" } as const;
  return rule.examine(new LazyWatchedExchange({ ...parts, call, contract }, validator))?.kind;
}

it("a target must support JSON content types in other spellings", () => {
  const contentType = 'application/json;charset="UTF-8"';
  expect(judged(415, { contentType })).toBe("broken");
  expect(judged(200, { contentType })).toBe("holds");
  // Another fault of the request does not concern its content type.
  expect(judged(400, { contentType })).toBe("holds");
});

it("the rule is silent about other types, and about requests that are due a refusal", () => {
  expect(judged(415, {})).toBeUndefined();
  expect(judged(415, { contentType: "text/plain" })).toBeUndefined();
  expect(judged(415, { contentType: "Application/JSON", due: "refusal" })).toBeUndefined();
});
