import type { Exchange } from "@plumbline/client";
import type { Call } from "@plumbline/conformance";
import { neutral } from "@plumbline/schemas";
import { expect, it } from "vitest";
import { ID, partsOf } from "../cases/parts.test-support.ts";
import { Budget } from "./budget.ts";
import { ReadBacks } from "./read-backs.ts";

const json = { id: ID, enabled: true };
const exchange = {
  id: "x1",
  response: { status: 200, headers: [], json, body: JSON.stringify(json) },
} as unknown as Exchange;
const create: Call = { operation: "createAlertConfig", version: "2", rawBody: '{"enabled":true}' };

function scene(requests: number) {
  const asked: string[] = [];
  const ask = async ({ operation, path, version }: Call): Promise<Exchange> => {
    asked.push(`${operation} ${version} ${path?.["alertConfigId"] ?? ""}`.trim());
    return exchange;
  };
  const share = new Budget(100).share(1);
  const readBacks = new ReadBacks({ share, choice: {} }, partsOf(neutral), () => requests);
  return { asked, after: (call: Call, came = exchange) => readBacks.after(call, came, ask) };
}

it("ReadBacks reads a created record by a get and a list, in alternating versions", async () => {
  const { asked, after } = scene(1_000);
  await after(create);
  await after(create);
  expect(asked).toEqual([
    `getAlertConfig 1.0 ${ID}`,
    "listAlertConfigs 1.0",
    `getAlertConfig 2 ${ID}`,
    "listAlertConfigs 2",
  ]);
});

it("ReadBacks reads nothing after a read or a refusal, and otherwise at most once per 25 requests", async () => {
  const { asked, after } = scene(75);
  await after({ operation: "getAlertConfig", version: "2" });
  await after(create, { ...exchange, response: { ...exchange.response, status: 400 } } as Exchange);
  expect(asked).toEqual([]);
  for (let time = 0; time < 5; time += 1) await after(create);
  expect(asked.length).toBe(3);
});
