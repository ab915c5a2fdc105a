import { bindContract, neutral } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, it } from "vitest";
import { exchangeOf } from "../../expect/scripted.test-support.ts";
import type { Call } from "../../ground/call.ts";
import { LazyWatchedExchange } from "../../kernel/lazy-watched-exchange.ts";
import { errors } from "./error-bodies.ts";

const contract = bindContract(neutral);
const validator = createValidator({ answers: true });

/** The result of an invariant for this refusal. */
function judged(id: string, status: number, json: unknown, change: Partial<Call> = {}): string | undefined {
  const rule = errors.find((one) => one.id === id);
  if (rule?.kind !== "watch") throw new Error(`${id} watches nothing`);
  const exchange = exchangeOf(status, json);
  if (!("status" in exchange.response)) throw new Error("there is no answer");
  const call: Call = { operation: "listAlerts", version: "2", ...change };
  const parts = {
    exchange,
    answer: exchange.response,
    operation: contract.operation("listAlerts"),
    version: "2",
  } as const;
  return rule.examine(new LazyWatchedExchange({ ...parts, call, contract }, validator))?.kind;
}

const refusal = { error: 400, errorCode: "VALIDATION_ERROR", reason: "Bad Request", detail: "no" };

it("ERR-400-REASON requires the status that belongs to an error code, for plain requests only", () => {
  expect(judged("ERR-400-REASON", 400, refusal)).toBe("holds");
  expect(judged("ERR-400-REASON", 422, { ...refusal, error: 422 })).toBe("broken");
  expect(judged("ERR-400-REASON", 422, { ...refusal, errorCode: "ANOTHER" })).toBeUndefined();
  expect(judged("ERR-400-REASON", 422, refusal, { due: "any" })).toBeUndefined();
  expect(judged("ERR-400-REASON", 422, refusal, { query: { envelope: "true" } })).toBeUndefined();
});
