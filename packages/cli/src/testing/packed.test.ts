import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/*
 * Installs the packages as a team would, in a project outside this workspace: the archives as published, with test
 * runners and the compiler from the registry.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
const folder = mkdtempSync(join(tmpdir(), "plumbline-packed-"));
const PACKAGES = ["schemas", "report", "client", "model", "conformance", "fuzz", "reference", "cli"];

const FILES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ private: true, type: "module" }),
  "conformance.test.ts": `
    import { startReference } from "@plumbline/reference";
    import { matchers } from "@plumbline/cli/matchers";
    import { describeConformance } from "@plumbline/cli/vitest";
    import { afterAll, expect, it } from "vitest";

    expect.extend(matchers);
    const reference = await startReference();
    afterAll(() => reference.close());

    await describeConformance("reference", { area: ["PAGE"], operation: ["listAlerts"] });

    it("refuses a caller without a key in the form that the contract gives", async () => {
      const path = reference.contract.route("listAlerts", "2")?.path ?? "";
      const answer = await fetch(reference.url + path.replace("{groupId}", reference.world.projectId));
      expect(answer.status).toBe(401);
      await expect(answer).toConformTo("listAlerts");
      expect({ status: answer.status, body: await answer.json() }).toConformTo("listAlerts");
    });`,
  "answers.jest.js": `
    import { expect, test } from "@jest/globals";
    import { matchers } from "@plumbline/cli/matchers";

    expect.extend(matchers);
    test("an answer that differs from the contract is told from one that does not", () => {
      const error = { error: 404, errorCode: "ALERT_NOT_FOUND", reason: "Not Found", detail: "no such alert" };
      expect({ status: 404, body: error }).toConformTo("getAlert");
      expect({ status: 404, body: { ...error, error: "404" } }).not.toConformTo("getAlert");
    });`,
  "clients.jest.cjs": `
    const { Readable } = require("node:stream");
    const { createServer } = require("node:http");
    const axios = require("axios");
    const request = require("supertest");
    const { matchers } = require("@plumbline/cli/matchers");

    expect.extend(matchers);
    const right = { error: 404, errorCode: "ALERT_NOT_FOUND", reason: "Not Found", detail: "no such alert" };
    const wrong = { ...right, error: "404" };
    const server = createServer((asked, answer) => {
      answer.writeHead(404, { "Content-Type": asked.headers.accept ?? "application/json" });
      answer.end(JSON.stringify(asked.url === "/right" ? right : wrong));
    });
    let url;
    beforeAll(async () => {
      await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
      url = "http://127.0.0.1:" + server.address().port;
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    test("fetch", async () => {
      await expect(await fetch(url + "/right")).toConformTo("getAlert");
      await expect(await fetch(url + "/wrong")).not.toConformTo("getAlert");
      const kept = await fetch(url + "/right");
      await expect(kept).toConformTo("getAlert");
      expect(await kept.json()).toEqual(right);
      await expect(expect(kept).toConformTo("getAlert")).rejects.toThrow("body was already read");
      await expect(expect(await fetch(url + "/wrong")).toConformTo("getAlert")).rejects.toThrow("/error: expected");
    });
    test("axios", async () => {
      const lenient = { validateStatus: () => true };
      for (const more of [{}, { responseType: "text", transformResponse: [] }, { responseType: "arraybuffer" }]) {
        expect(await axios.get(url + "/right", { ...lenient, ...more })).toConformTo("getAlert");
        expect(await axios.get(url + "/wrong", { ...lenient, ...more })).not.toConformTo("getAlert");
      }
      const stream = await axios.get(url + "/right", { ...lenient, responseType: "stream" });
      expect(stream.data).toBeInstanceOf(Readable);
      expect(() => expect(stream).toConformTo("getAlert")).toThrow("body is a stream");
      stream.data.resume();
    });
    test("supertest", async () => {
      for (const type of ["application/json", "application/vnd.product.2025-01-01+json", "text/plain"]) {
        expect(await request(url).get("/right").set("Accept", type)).toConformTo("getAlert");
        expect(await request(url).get("/wrong").set("Accept", type)).not.toConformTo("getAlert");
      }
    });`,
  "emulator.jest.cjs": `
    const { startReferenceProcess } = require("@plumbline/cli/emulator");

    test("an emulator for each test", async () => {
      const [one, other] = await Promise.all([startReferenceProcess({ seed: 1 }), startReferenceProcess({ seed: 2 })]);
      expect(one.world.projectId).not.toBe(other.world.projectId);
      expect((await fetch(one.url + "/nowhere")).status).toBe(404);
      expect(await one.requests()).toMatchObject([{ path: "/nowhere", status: 404 }]);
      await one.reset();
      expect(await one.requests()).toEqual([]);
      await Promise.all([one.close(), other.close()]);
      await expect(one.reset()).rejects.toThrow("has stopped");
    }, 60_000);`,
  "emulator.test.ts": `
    import { type ReferenceProcess, startReferenceProcess } from "@plumbline/cli/emulator";
    import { expect, it } from "vitest";

    it("is there for as long as it is used", async () => {
      await using reference: ReferenceProcess = await startReferenceProcess();
      await reference.advance("PT1H");
      expect(reference.keys.projectReadOnly.publicKey).not.toBe(reference.keys.all.publicKey);
    }, 60_000);`,
  "emulator.cts": `
    import { startReferenceProcess } from "@plumbline/cli/emulator";
    export const started: Promise<{ readonly url: string }> = startReferenceProcess({ seed: 1 });`,
  "wrong-use.cts": `
    import { matchers } from "@plumbline/cli/matchers";
    export const pass: boolean = matchers.toConformTo({ status: 200, body: {} }, "getAlert").pass;
    export const other: string = matchers.toConformTo({ status: 200, body: {} }, "getAlert").pass;`,
  "wrong-option.ts": `
    import { describeConformance } from "@plumbline/cli/vitest";
    await describeConformance("reference", { area: "PAGE", allow: ["create"] });
    await describeConformance("reference", { aera: "PAGE" });
    await describeConformance("reference", { allow: ["creat"] });`,
  "wrong-use.ts": `
    import { matchers } from "@plumbline/cli/matchers";
    export const pass: string = matchers.toConformTo({ status: 200, body: {} }, "getAlert").pass;`,
};

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

/** The output of a program that must fail. */
function printedBy(program: string, ...args: readonly string[]): string {
  try {
    return run(program, ...args);
  } catch (error) {
    return Object(error).stdout || Object(error).stderr;
  }
}

describe("the packed suite in an empty project", () => {
  beforeAll(() => {
    const { packageManager }: { packageManager: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const name of PACKAGES)
      execFileSync("npx", ["-y", packageManager, "pack", "--pack-destination", folder], {
        cwd: join(root, "packages", name),
        stdio: "pipe",
      });
    const archives = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    expect(archives).toHaveLength(PACKAGES.length);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const others = ["vitest@4", "jest@30", "typescript@5", "@types/node@22", "axios@1", "supertest@7"];
    run(
      "npm",
      "install",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      ...archives.map((name) => `./${name}`),
      ...others,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("judges a target from the command line", () => {
    expect(
      run("npx", "plumbline", "run", "--target", "reference", "--area", "PAGE", "--operation", "listAlerts"),
    ).toContain("✔ passed");
  });

  it("registers its checks in vitest, extends expect and starts a reference", () => {
    const results = JSON.parse(run("npx", "vitest", "run", "--reporter=json", "conformance.test.ts"));
    expect(results).toMatchObject({ success: true, numFailedTests: 0 });
    expect(results.numPassedTests).toBeGreaterThan(20);
  });

  it("extends the expect of jest", () => {
    const jest = ["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--json"];
    const results = JSON.parse(run(process.execPath, ...jest, "--testMatch", "**/*.jest.js"));
    expect(results).toMatchObject({ success: true, numPassedTests: 1 });
  });

  it("extends the expect of jest without a flag, and takes what clients give", () => {
    const jest = ["node_modules/jest/bin/jest.js", "--json", "--testMatch", "**/*.jest.cjs"];
    const results = JSON.parse(printedBy(process.execPath, ...jest));
    expect(results.testResults.map((one: { readonly message: string }) => one.message)).toEqual(["", ""]);
    expect(results).toMatchObject({ success: true, numPassedTests: 4 });
  });

  it("starts an emulator in vitest", () => {
    const results = JSON.parse(run("npx", "vitest", "run", "--reporter=json", "emulator.test.ts"));
    expect(results).toMatchObject({ success: true, numPassedTests: 1 });
  });

  it("has types that hold right use and refuse wrong use", () => {
    const flags = ["tsc", "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023"];
    expect(printedBy("npx", ...flags, "conformance.test.ts", "emulator.cts")).toBe("");
    expect(printedBy("npx", ...flags, "--lib", "es2023,esnext.disposable", "emulator.test.ts")).toBe("");
    const wrong = printedBy("npx", ...flags, "wrong-use.cts");
    expect(wrong.match(/error TS/g)).toHaveLength(1);
    expect(wrong).toContain("(4,18): error TS2322: Type 'boolean' is not assignable to type 'string'");
    const options = printedBy("npx", ...flags, "wrong-option.ts");
    expect(options.match(/error TS/g)).toHaveLength(2);
    expect(options).toMatch(/'aera' does not exist in type 'ConformanceOptions'/);
    expect(printedBy("npx", ...flags, "wrong-use.ts")).toContain("Type 'boolean' is not assignable to type 'string'");
  });
});
