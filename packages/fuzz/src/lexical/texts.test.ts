import { clusterName, operations, readText, recordId } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { faultyTexts } from "./faulty-texts.ts";
import { looseTexts } from "./loose-texts.ts";
import { nearFaults, nearTexts } from "./near-texts.ts";
import { validTexts } from "./valid-texts.ts";

const parameters = new Map(
  Object.values(operations).flatMap(({ query }) => query.map(({ name, schema }) => [name, schema] as const)),
);
const faults = (name: string): string[] =>
  faultyTexts(parameters.get(name) ?? {}).map(({ keyword, text }) => `${keyword} ${text}`);

describe("texts of parameters", () => {
  it.each([...parameters])("of %s are read as intended", (_name, schema) => {
    for (const { text, keyword } of faultyTexts(schema))
      expect(readText(schema, text)).toMatchObject({ kind: "none", keyword });
    for (const { text } of validTexts(schema)) expect(readText(schema, text).kind).toBe("value");
    for (const { text } of looseTexts(schema)) expect(readText(schema, text).kind).toBe("unspecified");
  });

  it("exceed every stated bound by one", () => {
    expect(faults("itemsPerPage")).toEqual(
      expect.arrayContaining(["minimum 0", "maximum 501", "type plumbline", "type 1.5"]),
    );
    expect(faults("pageNum")).toEqual(["minimum 0", "minimum -2147483648", "type plumbline", "type 1.5"]);
    expect(faults("nLogs")).toEqual(expect.arrayContaining(["minimum -1", "maximum 20001"]));
    expect(faults("start")).toEqual(
      expect.arrayContaining(["format 9223372036854775808", "format -9223372036854775809"]),
    );
    expect(faults("ipAddress")).toHaveLength(5);
    expect(faults("status")).toContain("enum OPEN_X");
  });

  it("reach every stated bound exactly", () => {
    const texts = (name: string): string[] => validTexts(parameters.get(name) ?? {}).map(({ text }) => text);
    expect(texts("itemsPerPage")).toEqual(["1", "2", "500", "499"]);
    expect(texts("nLogs")).toEqual(["0", "1", "20000", "19999"]);
    expect(texts("envelope")).toEqual(["true", "false"]);
    expect(texts("status")).toEqual(["OPEN", "TRACKING", "CLOSED"]);
  });

  it("of paths differ from an existing id in one character", () => {
    const id = "32b6e34b3d91647abb20e7b8";
    const texts = faultyTexts(recordId, id).map(({ text }) => text);
    expect(texts).toEqual([
      id.slice(0, 23),
      `${id}a`,
      `${id.slice(0, 23)}_`,
      `${id.slice(0, 23)}-`,
      `${id.slice(0, 23)}g`,
      `-${id.slice(1)}`,
      id.toUpperCase(),
    ]);
    expect(faultyTexts(recordId, "0".repeat(24)).map(({ side }) => side)).not.toContain("in upper case");
    expect(faultyTexts(clusterName, "Cluster0").map(({ text }) => text)).toContain("Cluster0".padEnd(65, "a"));
  });

  it("are loose only if a server could read them", () => {
    expect(looseTexts({ type: "boolean" }).map(({ text }) => text)).toEqual([" 1 ", "", "TRUE", "yes", "t"]);
    expect(looseTexts({ type: "integer" }).map(({ text }) => text)).toContain("0x10");
  });

  it("that nearly fit are no values, and refused if no reading makes them valid", () => {
    for (const [, schema] of parameters)
      for (const { text } of nearTexts(schema)) expect(readText(schema, text).kind).not.toBe("value");
    const id = "32b6e34b3d91647abb20e7b8";
    const near = new Map(nearFaults(recordId, id).map(({ side, keyword, text }) => [side, `${keyword} ${text}`]));
    expect(near.get("a dot before")).toBe(`pattern .${id.slice(1)}`);
    // A server that strips the blank finds the record.
    expect(near.get("a line break after")).toBe(`maxLength ${id}\n`);
    expect(near.get("full-width characters")).toContain("\uff13");
    expect(nearFaults(clusterName, "Cluster0").map(({ text }) => text)).toContain("Cluster0-");
  });

  it("of an open set must be accepted only for its default", () => {
    const texts = validTexts({ type: "string", default: "PUBLIC", "x-known-values": ["PUBLIC", "PRIVATE"] });
    expect(texts.map(({ text }) => text)).toEqual(["PUBLIC"]);
  });
});
