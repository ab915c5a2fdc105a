import type { Exchange } from "@plumbline/client";
import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import type { Call } from "../ground/call.ts";
import { Watching } from "./watching.ts";

const call: Call = { operation: "listAlertConfigs", version: "2" };

/** Watching of exchanges that follow others. */
function watching(led: readonly (readonly [exchange: Exchange, by: Exchange])[] = [], begins = true) {
  const before = new Map(led);
  const chain = (exchange: Exchange): readonly Exchange[] => {
    const by = before.get(exchange);
    return by === undefined ? [exchange] : [by, exchange];
  };
  const shown: string[] = [];
  const watched = new Watching(bindContract(neutral), { chain });
  if (begins) watched.begin(({ exchange }) => shown.push(exchange.id));
  return { watched, shown };
}

describe("Watching, for an exchange", () => {
  it("shows the exchange with everything that a rule needs", () => {
    const contract = bindContract(neutral);
    const watched = new Watching(contract, { chain: (exchange) => [exchange] });
    const exchange = exchangeOf(200, { results: "none" });
    let seen: unknown;
    watched.begin((one) => {
      seen = one;
      expect(one.violations.map(({ pointer }) => pointer)).toEqual(["/results"]);
    });
    watched.take(exchange, call);
    expect(seen).toMatchObject({ exchange, answer: exchange.response, version: "2", call, contract });
    expect(seen).toMatchObject({ operation: contract.operation("listAlertConfigs", "2") });
  });

  it("shows the challenge before the exchange, and remembers the chain", () => {
    const [challenge, exchange, other] = [exchangeOf(401), exchangeOf(200), exchangeOf(200)];
    const { watched, shown } = watching([[exchange, challenge]]);
    watched.take(exchange, call);
    watched.take(other, call);
    expect(shown).toEqual([challenge.id, exchange.id, other.id]);
    expect(watched.chainOf(exchange.id)).toEqual([challenge.id, exchange.id]);
    expect(watched.chainOf(other.id)).toEqual([other.id]);
  });

  it("shows nothing before begin()", () => {
    const { watched, shown } = watching([], false);
    watched.take(exchangeOf(200), call);
    watched.begin(({ exchange }) => shown.push(exchange.id));
    expect(shown).toEqual([]);
  });

  it("shows no exchange without an answer or without an operation", () => {
    const { watched, shown } = watching();
    const lost = faultOf("reset");
    watched.take(lost, call);
    watched.believe(lost, call);
    watched.take(exchangeOf(200), { ...call, operation: "noOperation" as Call["operation"] });
    expect(shown).toEqual([]);
  });
});

describe("Watching, for trouble", () => {
  it("holds a failed exchange back with its challenge until it is believed, and shows it once", () => {
    const [challenge, trouble] = [exchangeOf(401), exchangeOf(503)];
    const { watched, shown } = watching([[trouble, challenge]]);
    watched.take(trouble, call);
    expect(shown).toEqual([]);
    for (const _time of [1, 2]) watched.believe(trouble, call);
    expect(shown).toEqual([challenge.id, trouble.id]);
  });

  it("shows a 429 at once if the caller wanted it", () => {
    const { watched, shown } = watching();
    const limited = exchangeOf(429);
    watched.take(limited, { ...call, send: "to-the-limit" });
    expect(shown).toEqual([limited.id]);
  });

  it("shows any other exchange at once, and not again when it is believed", () => {
    const { watched, shown } = watching();
    const exchange = exchangeOf(404);
    watched.take(exchange, call);
    watched.believe(exchange, call);
    expect(shown).toEqual([exchange.id]);
  });
});
