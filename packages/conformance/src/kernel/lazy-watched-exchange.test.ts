import { bindContract, neutral } from "@plumbline/schemas";
import { createValidator, type Validator } from "@plumbline/schemas/validate";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { LazyWatchedExchange } from "./lazy-watched-exchange.ts";

const contract = bindContract(neutral);
const strict = createValidator({ answers: true });

/** An answer to a list of alerts, with this body. */
function watchedOf(json: unknown, validator: Validator = strict, headers: readonly (readonly [string, string])[] = []) {
  const plain = exchangeOf(200, json);
  const parts = {
    exchange: { ...plain, request: { ...plain.request, headers } },
    answer: { status: 200, headers: [], body: "", bodyBytes: 0, invalidUtf8: false, json },
    operation: contract.operation("listAlerts", "2"),
    version: "2",
    call: { operation: "listAlerts", version: "2" },
    contract,
  } as const;
  return { watched: new LazyWatchedExchange(parts, validator), parts };
}

it.each([true, false])(
  "LazyWatchedExchange.authorized is true only if the request had credentials: %s",
  (authorized) => {
    const { watched } = watchedOf({}, strict, authorized ? [["Authorization", "Digest x"]] : []);
    expect(watched.authorized).toBe(authorized);
  },
);

it("LazyWatchedExchange exposes the parts that it was built from", () => {
  const { watched, parts } = watchedOf({});
  const { exchange, answer, operation, version, call, contract: own } = watched;
  expect({ exchange, answer, operation, version, call, contract: own }).toEqual(parts);
});

describe("LazyWatchedExchange.violations", () => {
  it("names the place of each schema violation, and is empty for a valid answer", () => {
    expect(watchedOf({ results: "none" }).watched.violations.map(({ pointer }) => pointer)).toEqual(["/results"]);
    expect(watchedOf({ results: [] }).watched.violations).toEqual([]);
    expect(watchedOf({ results: [] }).watched.moreViolations).toBe(0);
  });

  it("is computed on first access, once", () => {
    let asked = 0;
    const found = { violations: [], more: 7 };
    const counting: Validator = {
      ...strict,
      findings: () => {
        asked += 1;
        return found;
      },
    };
    const { watched } = watchedOf({ results: [] }, counting);
    expect(asked).toBe(0);
    expect([watched.violations, watched.moreViolations, watched.moreViolations]).toEqual([[], 7, 7]);
    expect(asked).toBe(1);
  });
});
