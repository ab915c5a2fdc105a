import { targetOfReference } from "@plumbline/cli/reference-target";
import { conduct, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { atlas, bindContract, neutral, OPERATION_IDS } from "@plumbline/schemas";
import { openApiDocument } from "@plumbline/schemas/openapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStrict, type Said, type Strict, wrongWith } from "../proxy/strict.mjs";

/*
 * Compares the exported document with real answers, using a validator that shares no code with Plumbline. `proxy.mjs`
 * is the complete test, with variants, the fuzzer and Prism.
 */

interface Answered extends Said {
  readonly operation: string | undefined;
}

/** The answers of a correct server to one rule of each operation, and to all requests with an envelope. */
async function answers(profile: typeof neutral, only: readonly string[]): Promise<readonly Answered[]> {
  const reference = await startReference({ profile, seed: 1 });
  const seen: Answered[] = [];
  try {
    await conduct(targetOfReference(reference, []), {
      requirements,
      selection: { only },
      command: "documents",
      runId: "documents",
      toolVersion: "0.0.0",
      seed: 1,
      onWire: ({ operation, request: { method, url }, response }) => {
        // A client keeps only the beginning of a large body.
        if ("fault" in response || Buffer.byteLength(response.body) < response.bodyBytes) return;
        const { status, headers, body } = response;
        seen.push({ operation, method, path: new URL(url).pathname, status, headers, body });
      },
    });
  } finally {
    await reference.close();
  }
  return seen;
}

/** One rule of each operation. */
const results = requirements.map(({ id }) => id).filter((id) => id.endsWith("-RESP"));

/** PLUMBLINE_FULL compares the document in the other names too. */
const PROFILES = [
  [neutral, [...results, "ENV-LIST-STATUS", "ENV-WRAPPED", "ENV-BOOL"]],
  ...(process.env["PLUMBLINE_FULL"] === undefined ? [] : ([[atlas, results]] as const)),
] as const;

describe.each(PROFILES)("the exported document under profile $name", (profile, only) => {
  const document = openApiDocument(bindContract(profile));
  let strict: Strict;
  let seen: readonly Answered[];
  beforeAll(async () => {
    strict = await openStrict(document);
    seen = await answers(profile, only);
  });
  afterAll(() => strict?.close());

  it("is one of OpenAPI 3.1", async () => {
    expect(await wrongWith(document)).toEqual([]);
    expect(await wrongWith({ ...document, info: {} })).not.toEqual([]);
  });

  it("allows every answer of an honest server, at every operation", async () => {
    const broken = [];
    for (const said of seen) {
      const found = await strict.judge(said);
      if (found !== "elsewhere" && found.length > 0) broken.push({ found, ...said });
    }
    expect(broken).toEqual([]);
    expect([...new Set(seen.map(({ operation }) => operation))]).toEqual(expect.arrayContaining([...OPERATION_IDS]));
  });

  it("allows nothing that the description forbids", async () => {
    const of = (id: string): Answered => {
      const found = seen.find(({ operation, status, body }) => operation === id && status === 200 && body.length > 2);
      return found ?? expect.fail(`nothing is seen of ${id}`);
    };
    const judged = (said: Said, change: object) =>
      strict.judge({ ...said, body: JSON.stringify({ ...JSON.parse(said.body), ...change }) });
    const config = of("getAlertConfig");
    const whole: unknown = JSON.parse(config.body);
    const rest = { status: 200, headers: {} };
    const enveloped = (content: unknown) => strict.judge({ ...config, body: JSON.stringify({ ...rest, content }) });
    expect(await judged(config, { matchers: null, more: 1 })).toEqual([]);
    expect(await enveloped(whole)).toEqual([]);
    expect(await enveloped({ ...Object(whole), id: "1" })).not.toEqual([]);
    expect(await judged(config, { id: null })).not.toEqual([]);
    expect(await judged(config, { enabled: "yes" })).not.toEqual([]);
    expect(await judged(config, { created: "yesterday" })).not.toEqual([]);
    expect(await judged(of("getBackupSchedule"), { autoExportEnabled: "yes" })).not.toEqual([]);
    expect(await judged(of("listAlertConfigs"), { results: [{}] })).not.toEqual([]);
    expect(await strict.judge({ ...config, body: "[]" })).not.toEqual([]);
    expect(await strict.judge({ ...config, status: 201 })).toEqual([]);
    expect(await strict.judge({ ...config, status: 409 })).not.toEqual([]);
    const error = { detail: "", error: 409, errorCode: "", reason: "" };
    expect(await strict.judge({ ...config, status: 409, body: JSON.stringify(error) })).toEqual([]);
    expect(
      await strict.judge({ ...config, status: 418, body: JSON.stringify({ ...error, error: "418" }) }),
    ).not.toEqual([]);
    expect(await strict.judge({ ...of("issueServiceToken"), status: 201 })).not.toEqual([]);
  });
});
