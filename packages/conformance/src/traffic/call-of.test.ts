import type { Exchange } from "@plumbline/client";
import { bindContract, fillPath, neutral, type OperationId, type RouteVersion } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import type { Call } from "../ground/call.ts";
import { askedForm } from "./asked-form.ts";
import { callOf } from "./call-of.ts";
import { Recogniser } from "./recogniser.ts";

const contract = bindContract(neutral);
const recogniser = new Recogniser(contract);
const ID = "32b6e34b3d91647abb20e7b8";

interface Sent {
  readonly operation: OperationId;
  readonly version?: RouteVersion;
  readonly id?: string;
  readonly query?: string;
  readonly accept?: string;
  readonly type?: string;
  readonly body?: string;
}

function called({ operation, version = "1.0", id = ID, query, accept, type, body }: Sent): Call {
  const route = contract.route(operation, version);
  const path = fillPath(route?.path ?? "", () => ID).replace(ID, id);
  const found = recogniser.find(route?.method ?? "", path);
  if (found === undefined) throw new Error(`${path} is not recognised`);
  const exchange: Exchange = {
    id: "1",
    request: {
      method: found.route.method,
      url: `http://localhost${path}`,
      headers: [
        ["Accept", accept ?? found.route.accept],
        ...(type === undefined ? [] : [["Content-Type", type] as const]),
      ],
      ...(body !== undefined && { body }),
      credential: { scheme: "digest" },
    },
    response: { status: 200, headers: [], body: "{}", bodyBytes: 2, invalidUtf8: false, json: {} },
    startedAt: 0,
    milliseconds: 1,
  };
  return callOf(exchange, found, query, askedForm(exchange, found.route, contract.profile), contract);
}

const JSON_TYPE = "application/json; charset=utf-8";

describe("callOf, for a valid request, has nothing due", () => {
  it.each<Sent>([
    { operation: "listAlerts" },
    { operation: "listAlerts", version: "2" },
    { operation: "listAlerts", accept: "*/*" },
    { operation: "listAlerts", query: "pageNum=2&itemsPerPage=500&pretty=true" },
    { operation: "acknowledgeAlert", type: JSON_TYPE, body: '{"acknowledgedUntil":"2027-01-01T00:00:00Z"}' },
  ])("a plain call: $operation $version $query $accept", (sent) => {
    expect(called(sent).due).toBeUndefined();
  });
});

describe("callOf, for a request that breaks a limit, has a refusal due", () => {
  it.each<Sent>([
    { operation: "listAlerts", query: "itemsPerPage=501" },
    { operation: "listAlerts", query: "pageNum=first" },
    { operation: "getAlert", id: "not-an-id" },
    { operation: "acknowledgeAlert", type: JSON_TYPE, body: '{"acknowledgedUntil":7}' },
  ])("a wrong call: $operation $query $id $body", (sent) => {
    expect(called(sent).due).toBe("refusal");
  });
});

describe("callOf, for a request that the description leaves open, has any outcome due", () => {
  it.each<Sent>([
    { operation: "listAlerts", query: "page=2" },
    { operation: "listAlerts", query: "pageNum=2&pageNum=3" },
    { operation: "listAlerts", query: "pageNum=%2B2" },
    { operation: "listAlerts", query: "pageNum=first&unknown=1" },
    { operation: "listAlerts", version: "2", accept: "application/json" },
    { operation: "listAlerts", accept: "text/html" },
    { operation: "listAlerts", type: JSON_TYPE, body: "{}" },
    { operation: "acknowledgeAlert", type: "text/plain", body: "{}" },
    { operation: "acknowledgeAlert", type: JSON_TYPE, body: "{" },
    { operation: "acknowledgeAlert" },
  ])("an unclear call: $operation $version $query $accept $type $body", (sent) => {
    expect(called(sent).due).toBe("any");
  });
});

it("callOf decodes a percent-encoded character, and keeps the original in rawPath", () => {
  const call = called({ operation: "getAlert", id: `%33${ID.slice(1)}` });
  expect(call.due).toBeUndefined();
  expect(call.rawPath).toEqual({ groupId: `%33${ID.slice(1)}` });
});

it("callOf keeps a malformed id in rawPath, an unusual Accept, and the query by name", () => {
  expect(called({ operation: "getAlert", id: "x" }).rawPath).toEqual({ groupId: "x" });
  expect(called({ operation: "listAlerts", accept: "*/*", query: "pageNum=2" })).toEqual({
    operation: "listAlerts",
    version: "1.0",
    accept: "*/*",
    query: { pageNum: "2" },
  });
});
