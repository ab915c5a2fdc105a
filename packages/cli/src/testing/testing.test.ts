import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { atlas, bindContract } from "@plumbline/schemas";
import { beforeAll, describe, expect, it } from "vitest";
import { matchers } from "./matchers.ts";
import { NoAnswerError } from "./no-answer-error.ts";

const here = dirname(fileURLToPath(import.meta.url));
const config = {
  id: "32b6e34b3d91647abb20e7b8",
  eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
  enabled: true,
  notifications: [{ typeName: "MONITORING_PLATFORM", monitoringApiKey: "****a1b2" }],
};
const ERROR = { error: 404, errorCode: "ALERT_CONFIG_NOT_FOUND", reason: "Not Found", detail: "no such" };

describe("toConformTo", () => {
  it("holds for what the contract allows, unknown members and absent ones included", () => {
    const holds = (status: number, body: unknown): boolean =>
      matchers.toConformTo({ status, body }, "getAlertConfig").pass;
    expect(holds(200, config)).toBe(true);
    expect(holds(200, { ...config, extra: [1], matchers: null })).toBe(true);
    expect(holds(404, ERROR)).toBe(true);
    expect(holds(302, {})).toBe(false);
    expect(holds(404, { message: "no" })).toBe(false);
  });

  it("names every place where an answer differs", () => {
    const { pass, message } = matchers.toConformTo(
      { status: 200, body: { ...config, enabled: "yes" } },
      "getAlertConfig",
    );
    expect(pass).toBe(false);
    expect(message()).toContain('/enabled: expected boolean, received "yes"');
  });

  it("speaks the names of a profile", () => {
    const contract = bindContract(atlas);
    const own = { ...config, notifications: [{ typeName: "DATADOG", datadogApiKey: 5 }] };
    const { message } = matchers.toConformTo({ status: 200, body: own }, "getAlertConfig", { contract });
    expect(message()).toContain("/notifications/0/datadogApiKey");
  });

  it("takes the text of a body, and what an injected request gives", () => {
    const body = JSON.stringify(config);
    const holds = (answer: object): unknown => matchers.toConformTo(answer, "getAlertConfig");
    for (const answer of [
      { status: 200, body },
      { status: 200, data: config },
      { status: 200, text: body },
      { status: 200, body: {}, text: body },
      { statusCode: 200, body, payload: body },
      { status: 200, data: Buffer.from(body) },
    ])
      expect(holds(answer)).toMatchObject({ pass: true });
    expect(holds({ status: 200, text: "<html>" })).toMatchObject({ pass: false });
    expect(holds({ status: 200, data: { ...config, enabled: "yes" } })).toMatchObject({ pass: false });
    expect(matchers.toConformTo({ status: 204 }, "deleteAlertConfig").pass).toBe(true);
  });

  it("reads a Response of fetch, and leaves it to be read again", async () => {
    const answer = new Response(JSON.stringify(config));
    expect((await matchers.toConformTo(answer, "getAlertConfig")).pass).toBe(true);
    expect(await answer.json()).toEqual(config);
    const wrong = new Response(JSON.stringify({ ...config, enabled: "yes" }));
    expect((await matchers.toConformTo(wrong, "getAlertConfig")).message()).toContain("/enabled: expected boolean");
    await expect(matchers.toConformTo(answer, "getAlertConfig")).rejects.toThrow("already read: pass it before");
  });

  it.each<[string, unknown, string]>([
    ["nothing", undefined, "received undefined"],
    ["a body alone", config, "an object without a status (id, eventTypeName, enabled, notifications)"],
    ["a status alone", { status: 200 }, "200 without a body, data, payload or text"],
    ["a promise", Promise.resolve(new Response()), "a promise: await it first"],
    ["a stream", { statusCode: 200, body: process.stdin }, "an answer whose body is a stream: read it first"],
  ])("says what it needs when it is given %s", (_what, given, words) => {
    expect(() => matchers.toConformTo(given, "getAlertConfig")).toThrow(NoAnswerError);
    expect(() => matchers.toConformTo(given, "getAlertConfig")).toThrow(words);
  });

  it("says which operation was meant", () => {
    expect(() => matchers.toConformTo({ status: 200 }, "getAlertConfg")).toThrow('did you mean "getAlertConfig"?');
  });
});

describe("describeConformance", () => {
  interface Result {
    readonly passed: number;
    readonly failed: readonly string[];
    readonly skipped: number;
  }
  interface Assertion {
    readonly title: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }

  /** Runs a user's test files in a separate vitest, and returns what its JSON reporter says of each. */
  function vitest(files: Readonly<Record<string, string>>): ReadonlyMap<string, Result> {
    const folder = mkdtempSync(join(here, "../../node_modules/.plumbline-test-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.mjs`), text);
    // In one process, which loads the program once.
    writeFileSync(join(folder, "vitest.config.mjs"), "export default { test: { isolate: false, maxWorkers: 1 } };");
    const program = join(here, "../../node_modules/vitest/vitest.mjs");
    const flags = ["run", "--root", folder, "--reporter=json", "--outputFile", join(folder, "results.json")];
    spawnSync(process.execPath, [program, ...flags], { encoding: "utf8" });
    const results: { testResults: { name: string; assertionResults: readonly Assertion[] }[] } = JSON.parse(
      readFileSync(join(folder, "results.json"), "utf8"),
    );
    return new Map(
      results.testResults.map(({ name, assertionResults: all }) => {
        const failed = all.filter(({ status }) => status === "failed");
        const counted = (...kinds: readonly string[]) => all.filter(({ status }) => kinds.includes(status)).length;
        const messages = failed.map((one) => `${one.title} ${one.failureMessages}`);
        return [
          basename(name, ".test.mjs"),
          { passed: counted("passed"), failed: messages, skipped: counted("pending", "skipped", "todo") },
        ];
      }),
    );
  }
  const file = (target: string, options: unknown): string => `
    import { describeConformance } from ${JSON.stringify(new URL("../../dist/testing/describe-conformance.js", import.meta.url).href)};
    await describeConformance(${JSON.stringify(target)}, ${JSON.stringify(options)});`;

  /** The same for a reference that the test file serves, known by its address and main key. */
  const servedFile = (options: unknown): string => `
    import { startReference } from "@plumbline/reference";
    import { afterAll } from "vitest";
    import { describeConformance } from ${JSON.stringify(new URL("../../dist/testing/describe-conformance.js", import.meta.url).href)};
    const reference = await startReference();
    afterAll(() => reference.close());
    const { publicKey, privateKey } = reference.keys.all;
    const environment = { PLUMBLINE_PUBLIC_KEY: publicKey, PLUMBLINE_PRIVATE_KEY: privateKey };
    await describeConformance(reference.url, ${JSON.stringify(options)}, environment);`;

  const LACKING = { area: ["ALC"], operation: ["createAlertConfig"] };
  let results: ReturnType<typeof vitest>;
  const resultOf = (name: string): Result => results.get(name) ?? expect.fail(`no file ${name} was run`);

  beforeAll(() => {
    results = vitest({
      honest: file("reference", { area: ["PAGE"], operation: ["listAlerts"] }),
      strict: servedFile(LACKING),
      lenient: servedFile({ ...LACKING, allowIncomplete: true }),
      unreachable: file("http://127.0.0.1:9", { allowIncomplete: true }),
      faulty: file("reference", { area: "PAGE", operation: "listAlerts", fault: "PG-03", allowIncomplete: true }),
    });
  });

  it("registers each check as a test", () => {
    const { passed, failed, skipped } = resultOf("honest");
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(15);
    expect(skipped).toBeLessThan(5);
  });

  it("fails one test more when checks could not run, unless that is allowed", () => {
    const { failed } = resultOf("strict");
    expect(failed).toEqual([expect.stringMatching(/^every check could run .*[1-9]\d* could not\n {2}\d+ × /s)]);
    expect(failed[0]).toContain("needs your permission to create records");
    expect(resultOf("lenient").failed).toEqual([]);
    expect(resultOf("unreachable").failed).toHaveLength(1);
  });

  it("fails the test of a broken requirement and says what was expected", () => {
    const { failed } = resultOf("faulty");
    expect(failed.length).toBeGreaterThan(0);
    for (const one of failed) expect(one).toContain("PAGE-ITEMS-ACCEPT");
    expect(failed[0]).toContain("expected 2xx for itemsPerPage=500");
    expect(failed[0]).toMatch(/\ncurl .*--digest .*itemsPerPage=500/);
  });
});
