import { bindContract, neutral } from "@plumbline/schemas";
import { createValidator } from "@plumbline/schemas/validate";
import { expect, it } from "vitest";
import { exchangeOf } from "../expect/scripted.test-support.ts";
import { LazyWatchedExchange } from "./lazy-watched-exchange.ts";

const contract = bindContract(neutral);

it.each([true, false])("a request with credentials is known by them: %s", (authorized) => {
  const plain = exchangeOf(200, {});
  const headers = authorized ? [["Authorization", "Digest x"] as const] : [];
  const watched = new LazyWatchedExchange(
    {
      exchange: { ...plain, request: { ...plain.request, headers } },
      answer: { status: 200, headers: [], body: "{}", bodyBytes: 2, invalidUtf8: false, json: {} },
      operation: contract.operation("listAlerts"),
      version: "2",
      call: { operation: "listAlerts", version: "2" },
      contract,
    },
    createValidator({ answers: true }),
  );
  expect(watched.authorized).toBe(authorized);
});
