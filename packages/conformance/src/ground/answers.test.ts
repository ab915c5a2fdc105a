import type { Exchange } from "@plumbline/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeOf, faultOf } from "../expect/scripted.test-support.ts";
import * as answers from "./answers.ts";
import { accepted, jsonOf, ofAnswer, refused, wasAccepted, wasRefused } from "./answers.ts";
import { upheld } from "./judgement.ts";
import { shown } from "./quoted.ts";

/** An answer whose body need not be JSON. */
function answerOf(body: string, json?: unknown): Exchange {
  const exchange = exchangeOf(200, json);
  return { ...exchange, response: { ...exchange.response, body } };
}

const asShown = (text: string): string => shown(text, (all) => all);
const received = (exchange: Exchange): string => asShown(answers.received(exchange));
const receivedMembers = (exchange: Exchange): string => asShown(answers.receivedMembers(exchange));

describe("received", () => {
  it("is the status with the error code, from either member", () => {
    expect(received(exchangeOf(404, { errorCode: "NOT_THERE", error: 404 }))).toBe("404 NOT_THERE");
    expect(received(exchangeOf(401, { error: "invalid_client" }))).toBe("401 invalid_client");
    expect(received(exchangeOf(400, { errorCode: "X".repeat(90) }))).toBe(`400 ${"X".repeat(80)}`);
  });

  it("is the status with the beginning of the body if there is no textual code", () => {
    expect(received(exchangeOf(404, { error: 404 }))).toBe('404 with {"error":404}');
    expect(received(exchangeOf(404, { errorCode: 7 }))).toBe('404 with {"errorCode":7}');
    expect(received(exchangeOf(200, ["a".repeat(100)]))).toBe(`200 with ["${"a".repeat(78)}... (104 characters)`);
    expect(received(answerOf("<html>"))).toBe('200 with "<html>"');
    expect(received(exchangeOf(204))).toBe("204 without a body");
  });

  it("quotes the raw text of a body that is too long to serialize again", () => {
    const text = `[${" ".repeat(9_998)}]`;
    expect(received(answerOf(text, []))).toBe("200 with []");
    expect(received(answerOf(`${text}\n`, []))).toBe(`200 with [${" ".repeat(79)}... (10001 characters)`);
  });

  it("is the fault if there was no answer, or that the answer was too large", () => {
    expect(received(faultOf("reset"))).toBe("no answer (reset): it ended as reset");
    expect(received(faultOf("body-too-large"))).toBe("an answer that is too large: it ended as body-too-large");
  });
});

describe("receivedMembers", () => {
  const named = (names: readonly string[]) =>
    receivedMembers(exchangeOf(200, Object.fromEntries(names.map((name) => [name, 1]))));

  it("names the members in their order", () => {
    expect(named(["b", "a"])).toBe("an object with the members b, a");
    expect(named([])).toBe("an object with no members");
  });

  it("names sixty members, and counts the rest", () => {
    const names = Array.from({ length: 62 }, (_, at) => `m${at}`);
    expect(named(names.slice(0, 60))).toBe(`an object with the members ${names.slice(0, 60).join(", ")}`);
    expect(named(names)).toBe(`an object with the members ${names.slice(0, 60).join(", ")} and 2 more`);
  });

  it("shortens a name to a hundred characters", () => {
    expect(named(["n".repeat(100)])).toBe(`an object with the members ${"n".repeat(100)}`);
    expect(named(["n".repeat(101)])).toBe(`an object with the members ${"n".repeat(100)}…`);
  });

  it("describes an answer that is not an object like received", () => {
    expect(receivedMembers(exchangeOf(200, [1]))).toBe("200 with [1]");
    expect(receivedMembers(faultOf("refused"))).toBe("no answer (refused): it ended as refused");
  });
});

describe("the judgements of an answer", () => {
  it("count 2xx as accepted and 4xx as refused, and nothing else", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        const exchange = exchangeOf(status);
        expect(wasAccepted(exchange)).toBe(String(status).startsWith("2"));
        expect(wasRefused(exchange)).toBe(String(status).startsWith("4"));
      }),
    );
    for (const [status, isRefused] of [
      [399, false],
      [400, true],
      [499, true],
      [500, false],
    ] as const)
      expect(wasRefused(exchangeOf(status))).toBe(isRefused);
  });

  it("count a missing answer as neither", () => {
    expect([wasAccepted(faultOf("reset")), wasRefused(faultOf("reset"))]).toEqual([false, false]);
    expect(jsonOf(faultOf("reset"))).toBeUndefined();
    expect(jsonOf(exchangeOf(200, { id: "1" }))).toEqual({ id: "1" });
  });

  it("reads the status inside an envelope only if one was requested and the answer is 200", () => {
    const enveloped = (status: number, inside: unknown, query = "?envelope=true"): Exchange => {
      const exchange = exchangeOf(status, { status: inside, content: {} });
      return { ...exchange, request: { ...exchange.request, url: `http://127.0.0.1/${query}` } };
    };
    const both = (exchange: Exchange) => [wasAccepted(exchange), wasRefused(exchange)];
    expect(both(enveloped(200, 400))).toEqual([false, true]);
    expect(both(enveloped(200, 200))).toEqual([true, false]);
    expect(both(enveloped(200, "400"))).toEqual([true, false]);
    expect(both(enveloped(200, 400, "?pretty=true"))).toEqual([true, false]);
    expect(both(enveloped(400, 200))).toEqual([false, true]);
  });

  it("accepted() and refused() hold or are broken in terms of the request", () => {
    expect([accepted(exchangeOf(200)), refused(exchangeOf(400))]).toEqual([upheld, upheld]);
    const [gone, there] = [exchangeOf(404), exchangeOf(200)];
    const decidedBy = ({ id }: Exchange) => ({ deciding: { exchange: id, where: "status" } });
    const missing = { kind: "broken", received: "404 without a body", ...decidedBy(gone) };
    expect(accepted(gone)).toEqual({ ...missing, expected: "2xx for the request" });
    expect(accepted(gone, "a page")).toEqual({ ...missing, expected: "2xx for a page" });
    const carriedOut = { kind: "broken", received: "200 without a body", ...decidedBy(there) };
    expect(refused(there)).toEqual({
      ...carriedOut,
      expected: "4xx: the request must not be carried out",
    });
    expect(refused(there, "a page")).toEqual({
      ...carriedOut,
      expected: "4xx: a page must not be carried out",
    });
  });

  it("ofAnswer() judges an answer, and is broken without one", () => {
    const judge = ({ status }: { readonly status: number }) => ({ kind: "observed", note: `${status}` }) as const;
    expect(ofAnswer(exchangeOf(201), judge)).toEqual({ kind: "observed", note: "201" });
    expect(ofAnswer(faultOf("tls"), judge)).toEqual({
      kind: "broken",
      expected: "an answer",
      received: "no answer (tls): it ended as tls",
    });
  });
});
