import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { DescribedExchanges } from "./described-exchanges.ts";

const call: Call = { operation: "getAlertConfig", version: "2" };
const described = () => new DescribedExchanges(bindContract(neutral));
const exchange = exchangeOf(200, { id: "1", oddity: 1 });

describe("DescribedExchanges.of", () => {
  it("keeps only described members of the answer", () => {
    expect(described().of(exchange, call)).toMatchObject({ id: exchange.id, response: { json: { id: "1" } } });
    expect(described().of(exchange, call).response).not.toHaveProperty("json.oddity");
  });

  it("returns the same object for the same exchange", () => {
    const exchanges = described();
    expect(exchanges.of(exchange, call)).toBe(exchanges.of(exchange, { ...call }));
    expect(exchanges.of(exchangeOf(200, { id: "2" }), call)).toMatchObject({ response: { json: { id: "2" } } });
  });

  it("keeps an enveloped answer and a fault as they are", () => {
    const exchanges = described();
    const lost = faultOf("reset");
    expect(exchanges.of(exchange, { ...call, query: { envelope: "true" } })).toBe(exchange);
    expect(exchanges.of(lost, call)).toBe(lost);
    for (const query of [{ envelope: "false" }, { pretty: "true" }])
      expect(exchanges.of(exchangeOf(200, { oddity: 1 }), { ...call, query })).toMatchObject({
        response: { json: {} },
      });
  });
});
