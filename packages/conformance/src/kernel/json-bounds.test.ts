import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, type Exchange } from "@plumbline/client";
import { bindContract, type Contract, type JsonSchema, neutral } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { received } from "../ground/answers.ts";
import { jsonBounds } from "./json-bounds.ts";

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]));

/** The JSON that a run gets when a target answers with this. */
async function answeredWith(value: unknown): Promise<Exchange> {
  const server = createServer((_, answer) => answer.end(JSON.stringify(value)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = connect({ origins: [url], bounds: jsonBounds(bindContract(neutral)) });
  try {
    return await connection.send({ method: "GET", url: `${url}/` });
  } finally {
    connection.close();
    server.close();
  }
}
const jsonOf = async (value: unknown) => Object((await answeredWith(value)).response).json;

describe("jsonBounds, for a large answer", () => {
  it("keeps the members that the contract lists, and few others", async () => {
    const kept = await jsonOf({ ...many(100_000), results: [{ ...many(3_000), id: "1" }], totalCount: 1 });
    expect(Object.keys(kept)).toHaveLength(502);
    expect(kept).toMatchObject({ totalCount: 1, results: [{ id: "1", m0: 0 }] });
    expect(Object.keys(kept.results[0])).toHaveLength(501);
  });

  it("keeps texts up to 65536 characters, and names up to 1000", async () => {
    const kept = await jsonOf({ id: "a".repeat(1_000_000), ["n".repeat(1_000_000)]: 1 });
    expect(kept.id).toHaveLength(65_536);
    expect(Object.keys(kept)[1]).toHaveLength(1_000);
  });

  it("keeps a list of thousands of records and any small body complete", async () => {
    const list = Array.from({ length: 4_500 }, (_, at) => ({ id: String(at), more: null }));
    expect(await jsonOf(list)).toEqual(list);
    expect(await jsonOf(many(600))).toEqual(many(600));
  });

  it("reports an answer with too many records as too large", async () => {
    const exchange = await answeredWith({ results: Array.from({ length: 100_000 }, () => ({ id: 1 })) });
    expect(received(exchange)).toBe("an answer that is too large: the body has more than 5000 items in one list");
  });
});

describe("jsonBounds, for the listed names", () => {
  const schemaOf = (...names: readonly string[]): JsonSchema => ({
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  });
  const contract = bindContract(neutral);
  /** A contract whose only answers have these schemas. */
  const answering = (...schemas: readonly JsonSchema[]): Contract => ({
    ...contract,
    operations: [
      {
        ...contract.operation("listAlerts"),
        routes: [contract.route("deleteAlertConfig", "2"), contract.route("listAlerts", "2")].flatMap((route, at) => {
          if (route === undefined) return [];
          if (at === 0) return [route];
          return schemas.map((schema) => ({ ...route, result: { ...route.result, schema } }));
        }),
      },
    ],
  });
  const ALWAYS = [
    "error",
    "errorCode",
    "reason",
    "detail",
    "parameters",
    "error_description",
    "content",
    "status",
  ] as const;

  it("include those of errors and envelopes, whatever the contract lists", () => {
    expect([...jsonBounds(answering({})).listed()].toSorted()).toEqual(ALWAYS.toSorted());
  });

  it("include those of every answer schema, at any depth", () => {
    const deep: JsonSchema = {
      properties: { a: { items: { properties: { b: schemaOf("c") } } } },
      oneOf: [schemaOf("d"), schemaOf("e")],
      anyOf: [schemaOf("f")],
      allOf: [schemaOf("g")],
      ...Object.fromEntries(["if", "then", "else"].map((name, at) => [name, schemaOf("hij".charAt(at))])),
    };
    const names = [...jsonBounds(answering(deep, schemaOf("k"))).listed()];
    expect(names.toSorted()).toEqual([...ALWAYS, ..."abcdefghijk"].toSorted());
  });

  it("are computed once", () => {
    const bounds = jsonBounds(contract);
    expect(bounds.listed()).toBe(bounds.listed());
    expect(bounds.listed().has("totalCount")).toBe(true);
  });
});
