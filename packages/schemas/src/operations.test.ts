import { describe, expect, it } from "vitest";
import { bindContract } from "./bind.ts";
import { OPERATION_IDS, operations } from "./operations.ts";
import { PATH_PARAMETERS, pathParameterNames } from "./parameters.ts";
import { neutral } from "./profiles/neutral.ts";

describe("the catalogue of operations", () => {
  it("contains the operations that the description numbers, without a gap and in order", () => {
    const numbers = [...new Set(OPERATION_IDS.map((id) => operations[id].number))];
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
    const parts = OPERATION_IDS.map((id) => `${operations[id].number} ${operations[id].part ?? ""}`);
    expect(new Set(parts).size).toBe(parts.length);
  });

  it("states the path of four operations and takes the others from public material", () => {
    const stated = OPERATION_IDS.filter((id) => operations[id].basis === "stated").map((id) => operations[id].number);
    expect(stated).toEqual([1, 29, 71, 72]);
  });

  it("gives every operation a route, and no two operations the same one", () => {
    const contract = bindContract(neutral);
    const places = contract.operations.flatMap(({ id, routes }) => {
      expect(routes.length, id).toBeGreaterThan(0);
      return routes.map(({ base, method, path }) => `${base} ${method} ${path.replace(/\{\w+\}/g, "{}")}`);
    });
    expect(places).toHaveLength(new Set(places).size);
  });

  it("knows every path parameter", () => {
    for (const id of OPERATION_IDS) {
      const route = operations[id].standalone ?? Object.values(operations[id].routes)[0];
      for (const name of pathParameterNames(route?.path ?? ""))
        expect(Object.keys(PATH_PARAMETERS), id).toContain(name);
    }
  });

  it("has no body with a member that repeats the path", () => {
    const addresses = ["groupId", "projectId", "clusterId", "clusterName", "orgId"];
    const twice = bindContract(neutral).operations.flatMap(({ id, routes }) =>
      routes
        .flatMap(({ body }) => Object.keys(body?.schema.properties ?? {}).filter((name) => addresses.includes(name)))
        .map((name) => `${id} ${name}`),
    );
    expect(twice).toEqual([]);
  });

  it("states the query parameters of the description, including its exceptions", () => {
    const query = (number: number): string[] =>
      OPERATION_IDS.filter((id) => operations[id].number === number).map((id) =>
        operations[id].query.map(({ name }) => name).join(),
      );
    expect(query(29)).toEqual(["pretty"]);
    for (const number of [32, 33, 37, 38, 43, 56, 60]) expect(query(number), String(number)).toEqual(["envelope"]);
    for (const number of [4, 10, 11, 30, 36, 39, 46, 68]) {
      expect(query(number), String(number)).toEqual(["envelope,pretty,includeCount,itemsPerPage,pageNum"]);
    }
    expect(query(1)).toEqual(["envelope,pretty,authResult,start,end,ipAddress,nLogs"]);
    expect(query(71)).toEqual(["targetScheme"]);
  });
});
