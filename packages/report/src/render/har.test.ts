import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileReport } from "../hostile.test-support.ts";
import type { Report } from "../report.ts";
import { SAMPLE, sampleWith } from "../sample.test-support.ts";
import { anyText, spoiltReport } from "../spoilt.test-support.ts";
import { harQuery, harUrl } from "./har/url.ts";
import { renderHar } from "./har.ts";

const schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = createRequire(import.meta.url)(
  "har-schema",
);
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
// The schemas are in draft 06, of which draft 07 is a superset.
for (const { $schema: _draft, ...schema } of Object.values(schemas)) ajv.addSchema(schema);
const validate = ajv.getSchema("har.json#") ?? expect.fail("there is no schema of HAR");
const logOf = (report: Report) => JSON.parse(renderHar(report)).log;

describe("renderHar", () => {
  const log = logOf(SAMPLE);

  it.each<readonly [string, Report]>([
    ["answers and a fault", SAMPLE],
    ["no exchange", sampleWith({ exchanges: [] })],
    ["hostile texts", hostileReport()],
  ])("validates against the published schema: %s", (_, report) => {
    validate(JSON.parse(renderHar(report)));
    expect(validate.errors).toBeNull();
  });

  it("tells each exchange with its moment, check and curl line", () => {
    expect(log.entries).toHaveLength(7);
    expect(log.entries[1]).toMatchObject({
      startedDateTime: "2025-01-02T03:04:05.733Z",
      time: 23,
      comment: expect.stringContaining("PAGE-ITEMS-REJECT@listAlerts/v2"),
      request: { method: "GET", queryString: [{ name: "itemsPerPage", value: "501" }] },
      response: { status: 200, content: { size: 55, mimeType: "application/json" } },
      _curl: SAMPLE.exchanges[1]?.curl,
    });
    expect(log.entries[1].request.headers).toContainEqual({ name: "Authorization", value: "Digest [redacted]" });
    expect(log.entries[1]._sent).toBeUndefined();
  });

  it("says of an exchange which verdict it decided", () => {
    expect(log.entries[1].comment).toMatch(
      /^PAGE-ITEMS-REJECT@listAlerts\/v2: expected a 4xx status, .*; received 200 with 1 result$/,
    );
    expect(log.entries[0].comment).toBe("PAGE-ITEMS-REJECT@listAlerts/v2");
  });

  it("shows a request without answer as browsers do", () => {
    expect(log.entries[6]).toMatchObject({
      request: { postData: { text: '{"name":"x"}' }, bodySize: 12 },
      response: { status: 0, _error: "head-timeout: No answer within 5,000 ms." },
    });
  });

  it("stays valid whatever any text holds", () => {
    fc.assert(
      fc.property(spoiltReport(), (report) => {
        validate(JSON.parse(renderHar(report)));
        expect(validate.errors).toBeNull();
      }),
      { numRuns: 40 },
    );
  });
});

describe("harUrl", () => {
  it.each([
    ["https://a.test:8443/x?y=%20&z=a+b#f", "https://a.test:8443/x?y=%20&z=a+b#f"],
    ["http://[::1]:80/x", "http://[::1]:80/x"],
    ["http://a.test/x?q=[1]|é%zz", "http://a.test/x?q=%5B1%5D%7C%C3%A9%25zz"],
    ["http://a.test/#a#b", "http://a.test/#a%23b"],
    ["javascript:alert(1)", "about:invalid#javascript:alert(1)"],
    ["", "about:invalid#"],
  ])("writes %s as %s", (url, written) => {
    expect(harUrl(url)).toBe(written);
  });

  it("gives a URL for any text", () => {
    const isUri = ajv.compile({ type: "string", format: "uri" });
    fc.assert(
      fc.property(anyText(), (text) => {
        expect([harUrl(text), harUrl(`http://a.test/${text}`)].filter((url) => !isUri(url))).toEqual([]);
        expect(() => harQuery(`http://a.test/?${text}`)).not.toThrow();
      }),
    );
  });
});
