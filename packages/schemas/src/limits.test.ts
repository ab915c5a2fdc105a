import { describe, expect, it } from "vitest";
import type { JsonSchema } from "./json-schema.ts";
import { LIMITS } from "./limits.ts";
import { operations } from "./operations.ts";
import { PATH_PARAMETERS } from "./parameters.ts";
import { acknowledgement, alert } from "./resources/alert.ts";

/*
 * Repeats the Limits section independently of the keywords. If a keyword and this table disagree, one of them is wrong.
 * Without the table, everything derived from a wrong keyword would be consistently wrong.
 */
const query = (name: string, id: "getAccessLogsByCluster" | "listAlerts"): JsonSchema | undefined =>
  operations[id].query.find((parameter) => parameter.name === name)?.schema;

describe("the limits in the schemas", () => {
  it.each([
    ["itemsPerPage", query("itemsPerPage", "listAlerts"), { type: "integer", minimum: 1, maximum: 500, default: 100 }],
    ["pageNum", query("pageNum", "listAlerts"), { type: "integer", minimum: 1, default: 1 }],
    [
      "nLogs",
      query("nLogs", "getAccessLogsByCluster"),
      { type: "integer", format: "int32", minimum: 0, maximum: 20_000, default: 20_000 },
    ],
    ["includeCount", query("includeCount", "listAlerts"), { type: "boolean", default: true }],
    ["envelope", query("envelope", "listAlerts"), { type: "boolean", default: false }],
    ["pretty", query("pretty", "listAlerts"), { type: "boolean", default: false }],
  ])("%s has its stated limits", (_name, schema, stated) => {
    expect(schema).toEqual(stated);
  });

  it("ids are 24 lower-case hexadecimal characters, and cluster names 1 to 64 characters", () => {
    expect(PATH_PARAMETERS["groupId"]).toMatchObject({ minLength: 24, maxLength: 24, pattern: "^([a-f0-9]{24})$" });
    expect(PATH_PARAMETERS["clusterName"]).toMatchObject({
      minLength: 1,
      maxLength: 64,
      pattern: "^([a-zA-Z0-9][a-zA-Z0-9-]*)?[a-zA-Z0-9]+$",
    });
  });

  it("a comment on an acknowledgement has at most 200 characters", () => {
    for (const schema of [alert, acknowledgement])
      expect(schema.properties?.["acknowledgementComment"]?.maxLength).toBe(200);
  });

  it("the token endpoint accepts 10 requests a minute", () => {
    expect(LIMITS.tokenRequests).toEqual({ count: 10, windowMilliseconds: 60_000 });
  });
});
