import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { call } from "../main-call.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, object>>;
}

const document = async (...flags: readonly string[]): Promise<Document> => {
  const { code, out, note } = await call(["export", ...flags]);
  expect([code, note]).toEqual([0, ""]);
  return flags.includes("--yaml") ? parse(out) : JSON.parse(out);
};

describe("plumbline export", () => {
  it("prints one document: 3.1 of all versions unless told otherwise", async () => {
    const { openapi, paths } = await document();
    expect(openapi).toBe("3.1.0");
    expect(Object.keys(paths).some((path) => path.startsWith("/api/product/v1.0/"))).toBe(true);
    expect(Object.keys(paths).some((path) => path.startsWith("/api/product/v2/"))).toBe(true);
  });

  it("says the same in YAML, in the names of a profile and in one version", async () => {
    const flags = ["--openapi", "3.0", "--profile", "atlas", "--interface", "2"];
    const json = await document(...flags);
    expect(json.openapi).toBe("3.0.3");
    expect(Object.keys(json.paths).filter((path) => path.includes("/v1.0/groups"))).toEqual([
      "/metrics/v1.0/groups/{groupId}/discovery",
    ]);
    expect(Object.keys(json.paths).some((path) => path.startsWith("/api/atlas/v2/"))).toBe(true);
    expect(await document(...flags, "--yaml")).toEqual(json);
  });

  it("leaves out what only its own tools know, when it is to be plain", async () => {
    for (const flags of [["--openapi", "3.0"], ["--json-schema", "--interface", "2"], ["--yaml"]])
      expect(JSON.stringify(await document(...flags, "--plain"))).not.toContain('"x-');
    expect(JSON.stringify(await document())).toContain('"x-known-values"');
  });

  it("writes one file for each resource, and a bundle, which alone goes to the standard output", async () => {
    const out = join(folder, "schemas");
    const { code, out: said } = await call(["export", "--json-schema", "--out", out]);
    expect([code, said]).toEqual([0, expect.stringMatching(/^\d+ files are in .*schemas\n$/)]);
    expect(readdirSync(out).sort()).toEqual(["neutral-1.0", "neutral-2"]);
    expect(readdirSync(join(out, "neutral-2"))).toEqual(
      expect.arrayContaining(["alert.schema.json", "bundle.schema.json"]),
    );
    const bundle = await call(["export", "--json-schema", "--interface", "2"]);
    expect(bundle.out).toBe(readFileSync(join(out, "neutral-2", "bundle.schema.json"), "utf8"));
    expect(await call(["export", "--json-schema"])).toMatchObject({
      code: 2,
      note: expect.stringContaining("--interface"),
    });
  });

  it.each([
    [["--openapi", "3.2"], '--openapi is one of 3.1, 3.0, received "3.2": did you mean "3.1"?'],
    [["--openapi", "3.0", "--json-schema"], "give only one of them"],
    [["--interface", "3"], 'one of 1.0, 2, all, received "3"'],
    [["--profile", "atlsa"], 'did you mean "atlas"?'],
    [["openapi"], 'takes no words besides flags, received "openapi"'],
    [["--profile", "./nowhere.yml"], "nowhere.yml cannot be read"],
    [["--out", "/dev/null/x"], "cannot be written"],
  ])("%j is refused with what would do", async (flags, words) => {
    expect(await call(["export", ...flags])).toMatchObject({ code: 2, note: expect.stringContaining(words) });
  });

  // Another test has Prism answer every operation of these documents.
  it.runIf(process.env["PLUMBLINE_FULL"] !== undefined)("writes a document that Prism serves", async () => {
    expect((await call(["export", "--interface", "2", "--out", folder])).code).toBe(0);
    const program = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
    const args = [program, "mock", "-h", "127.0.0.1", "-p", "0", join(folder, "neutral-2.openapi-3.1.json")];
    const prism = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(prism, "exit");
    let printed = "";
    try {
      const url = await new Promise<string>((resolve, reject) => {
        const read = (chunk: Buffer): void => {
          printed += chunk.toString();
          const [, found] = /listening on (http:\/\/[\d.:]+)/.exec(printed) ?? [];
          if (found) resolve(found);
        };
        for (const stream of [prism.stdout, prism.stderr]) stream.on("data", read);
        ended.then(() => reject(new Error(`Prism ended: ${printed}`)), reject);
      });
      const headers = { authorization: "Bearer token", accept: "application/vnd.product.2025-01-01+json" };
      const answer = await fetch(`${url}/api/product/v2/groups/32b6e34b3d91647abb20e7b8/alerts`, { headers });
      expect([answer.status, await answer.json()]).toMatchObject([200, { totalCount: 1 }]);
      expect((await fetch(`${url}/api/product/v2/groups/32b6e34b3d91647abb20e7b8/alerts`)).status).toBe(401);
    } finally {
      prism.kill();
      await ended;
    }
  });
});

describe("a profile file", () => {
  const file = (content: object): string => {
    const path = join(folder, "own.yml");
    writeFileSync(path, JSON.stringify(content));
    return path;
  };

  it("renames, places and removes, over a bundled profile", async () => {
    const path = file({
      base: "neutral",
      name: "our own",
      product: "ours",
      fields: { groupId: "projectId" },
      operations: { listAlerts: { "1.0": "absent", "2": { path: "/projects/{groupId}/warnings" } } },
    });
    const { paths } = await document("--profile", path);
    expect(Object.keys(paths)).toContain("/api/ours/v2/projects/{groupId}/warnings");
    expect(Object.keys(paths)).not.toContain("/api/ours/v1.0/groups/{groupId}/alerts");
    const { out } = await call(["export", "--json-schema", "--interface", "2", "--profile", path]);
    expect(JSON.parse(out)).toMatchObject({
      $id: "urn:plumbline:schema:our-own:2:bundle",
      $defs: { AlertConfiguration: { properties: { projectId: {} } } },
    });
  });

  it("may be a target file", async () => {
    const path = file({ baseUrl: "http://127.0.0.1:1", profile: { product: "theirs" } });
    expect(Object.keys((await document("--profile", path)).paths)).toContain("/api/theirs/v2/groups/{groupId}/alerts");
  });

  it.each([
    [{ fieldz: {} }, ':1: unknown name "fieldz" at the top level: did you mean "fields"?'],
    [{ product: 5 }, ":1: product: expected a text, received 5"],
    [
      { operations: { listAlertz: "absent" } },
      'unknown name "listAlertz" under operations: did you mean "listAlerts"?',
    ],
    [{ fields: { groupId: "x", orgId: "x" } }, '/fields/orgId: "x" is already the wire name of "groupId"'],
    [
      { operations: { listAlerts: { path: "/alerts" } } },
      "operations.listAlerts.path: expected the parameters {groupId}, received none",
    ],
    [{ base: "none" }, 'there is no profile "none"'],
    [{ product: "a/b" }, "product: expected one segment of a path"],
    [[1], "expected an object"],
  ])("%j is refused with the place and the rule", async (content, words) => {
    const { code, note } = await call(["export", "--profile", file(content)]);
    expect([code, note]).toEqual([2, expect.stringContaining(words)]);
  });
});
