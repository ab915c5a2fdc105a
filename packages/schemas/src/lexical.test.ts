import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectLinear } from "./growth.test-support.ts";
import { readText } from "./lexical.ts";
import { alertStatus, envelope, ipAddress, itemsPerPage, nLogs, PATH_PARAMETERS, start } from "./parameters.ts";

const kind = (schema: Parameters<typeof readText>[0], text: string): string => readText(schema, text).kind;

describe("readText", () => {
  it("accepts the canonical form of every integer within the bounds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (value) => {
        expect(readText(itemsPerPage.schema, String(value))).toEqual({ kind: "value", value });
      }),
    );
  });

  it.each(["0", "501", "-1", "1.5", "abc", "2147483648", "1e", "--1"])("rejects itemsPerPage=%s", (text) => {
    expect(kind(itemsPerPage.schema, text)).toBe("none");
  });

  it.each(["01", "+1", "1.0", "1e1", "0x10", " 1", "1 ", "", "-0", "\u0661", "1_0"])(
    "leaves itemsPerPage=%j unspecified",
    (text) => {
      expect(kind(itemsPerPage.schema, text)).toBe("unspecified");
    },
  );

  it.each([
    ["true", "value"],
    ["false", "value"],
    ["TRUE", "unspecified"],
    ["1", "unspecified"],
    ["", "unspecified"],
    ["abc", "none"],
    ["truefalse", "none"],
  ])("reads the boolean %j as %s", (text, expected) => {
    expect(kind(envelope.schema, text)).toBe(expected);
  });

  it("names the keyword that a text breaks", () => {
    expect(readText(nLogs.schema, "20001")).toMatchObject({ keyword: "maximum" });
    expect(readText(nLogs.schema, "-1")).toMatchObject({ keyword: "minimum" });
    expect(readText(start.schema, "9223372036854775808")).toMatchObject({ keyword: "format" });
    expect(readText(start.schema, "9223372036854775807")).toMatchObject({ kind: "value" });
    expect(readText(alertStatus.schema, "NOPE")).toMatchObject({ keyword: "enum" });
    expect(readText(alertStatus.schema, "open")).toMatchObject({ kind: "unspecified" });
  });

  it.each([
    ["203.0.113.7", "value"],
    ["256.1.1.1", "none"],
    ["2001:db8::1", "none"],
    ["1.2.3", "unspecified"],
    ["010.1.1.1", "unspecified"],
    ["1.2.3.0/24", "none"],
    ["1.2.3.4,5.6.7.8", "none"],
  ])("reads the address %s as %s", (text, expected) => {
    expect(kind(ipAddress.schema, text)).toBe(expected);
  });

  it("checks the length of a cluster name before its pattern, which takes quadratic time", () => {
    const read = (size: number) => readText(PATH_PARAMETERS["clusterName"] ?? {}, `${"a".repeat(size)}!`);
    expectLinear((size) => expect(read(size)).toMatchObject({ keyword: "maxLength" }), 50_000);
  });

  it("never throws, for any text", () => {
    const schemas = [
      itemsPerPage.schema,
      envelope.schema,
      ipAddress.schema,
      start.schema,
      alertStatus.schema,
      ...Object.values(PATH_PARAMETERS),
    ];
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...schemas), (text, schema) =>
        ["value", "none", "unspecified"].includes(kind(schema, text)),
      ),
    );
  });
});
