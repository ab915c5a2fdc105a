import type { HeaderList } from "@plumbline/client";
import { expect, it } from "vitest";
import { traffic } from "../exchange.test-support.ts";
import { outcomesIn, target } from "../outcomes.test-support.ts";

const outcomesOf = outcomesIn("TOKEN");

const LIMIT = "TOKEN-RATE-LIMIT@issueServiceToken/own";
const RECOVERS = "TOKEN-RATE-RECOVERS@issueServiceToken/own";
const RETRY_AFTER = "TOKEN-RETRY-AFTER@issueServiceToken/own";
const basic = (name: string): string => `Basic ${Buffer.from(`${name}:secret`).toString("base64")}`;

/** Requests for tokens of one account. */
function requests(name = "account") {
  const next = traffic();
  const ask = (status: number, at: number, answer: object, retryAfter?: string) => {
    const exchange = next("POST", "/api/oauth/token", status, { at, answer, authorization: basic(name) });
    const headers: HeaderList = retryAfter === undefined ? [] : [["retry-after", retryAfter]];
    const form = { headers: [["content-type", "application/x-www-form-urlencoded"]] as HeaderList };
    return {
      ...exchange,
      request: { ...exchange.request, ...form, headers: [...exchange.request.headers, ...form.headers] },
      response: { ...exchange.response, headers: [["content-type", "application/json"] as const, ...headers] },
    };
  };
  return {
    issued: (at: number) => ask(200, at, { access_token: "t", token_type: "Bearer", expires_in: 3_600 }),
    limited: (at: number, retryAfter?: string, error = "rate_limited") =>
      ask(429, at, { error, error_description: "too often" }, retryAfter),
  };
}

const times = (count: number, gap: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index * gap);

it("TOKEN-RATE-LIMIT fails if one account gets more than 20 tokens in a minute", async () => {
  const { issued } = requests();
  expect((await outcomesOf(times(21, 1_000).map(issued)))[LIMIT]).toBe("fail");
  expect((await outcomesOf(times(20, 1_000).map(issued)))[LIMIT]).toBe("not-applicable");
  expect((await outcomesOf(times(40, 3_100).map(issued)))[LIMIT]).toBe("not-applicable");
});

it("TOKEN-RATE-LIMIT counts each account separately", async () => {
  const [one, other] = [requests("one"), requests("other")];
  const both = times(20, 1_000).flatMap((at) => [one.issued(at), other.issued(at)]);
  expect((await outcomesOf(both))[LIMIT]).toBe("not-applicable");
});

it("TOKEN-RATE-LIMIT passes after a 429, and considers the target's speed", async () => {
  const { issued, limited } = requests();
  expect((await outcomesOf([...times(10, 100).map(issued), limited(1_100, "59")]))[LIMIT]).toBe("pass");
  // Other clients may have used the account elsewhere.
  expect((await outcomesOf([issued(0), limited(1_100, "59")]))[LIMIT]).toBe("not-applicable");
  const fast = { ...target, speed: 20 };
  expect((await outcomesOf(times(21, 200).map(issued), fast))[LIMIT]).toBe("not-applicable");
});

it("TOKEN-RATE-RECOVERS passes if a token is issued after Retry-After, and warns after two refusals", async () => {
  const { issued, limited } = requests();
  expect((await outcomesOf([limited(0, "10"), limited(5_000, "5"), issued(12_000)]))[RECOVERS]).toBe("pass");
  expect((await outcomesOf([limited(0, "10"), limited(12_000, "10")]))[RECOVERS]).toBe("not-applicable");
  const never = [limited(0, "10"), limited(5_000, "10"), limited(12_000, "10"), limited(24_000, "10")];
  expect((await outcomesOf(never))[RECOVERS]).toBe("warn");
});

it("TOKEN-RETRY-AFTER judges the target's own 429, and not that of a gateway", async () => {
  const { limited } = requests();
  expect((await outcomesOf([limited(0)]))[RETRY_AFTER]).toBe("fail");
  expect((await outcomesOf([limited(0, "5")]))[RETRY_AFTER]).toBe("pass");
  expect((await outcomesOf([limited(0, undefined, "slow down")]))[RETRY_AFTER]).toBe("not-applicable");
});
