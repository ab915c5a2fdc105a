import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readFlags } from "../flags.ts";
import { call } from "../main-call.test-support.ts";
import { openFile } from "../targets/file.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { UsageError } from "../usage-error.ts";
import { MISTAKES } from "./mistakes.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-mistakes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "target.yml");
const environment = { A: "a", B: "b" };

function open(content: string | Buffer) {
  writeFileSync(path, content);
  const terminal = { out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 };
  return openFile(path, readFlags("run", TARGET_FLAGS, []), { ...terminal, environment }).target;
}

function said(content: string): string {
  try {
    open(content);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "nothing: it was taken";
}

describe("a mistake in a target file is told with its line and the nearest right thing", () => {
  it.each(MISTAKES)("%s", (_what, text, line, told) => {
    const message = said(text);
    expect(message.startsWith(`${path}:${line}: `), message).toBe(true);
    expect(message.split("\n").length).toBeLessThan(6);
    if (typeof told === "string") expect(message).toContain(told);
    else expect(message).toMatch(told);
  });

  it.each(MISTAKES.filter((_one, index) => index % 29 === 0))(
    "%s, and the program ends with 2",
    async (...[, text]) => {
      const message = said(text);
      const { code, note, out } = await call(["run", "--target", path], environment);
      expect([code, out]).toEqual([2, ""]);
      expect(note).toContain(message);
    },
  );
});

it("an id in capitals is told of a URL's project too", async () => {
  const ask = (id: string) => call(["plan", "--target", "http://127.0.0.1:9", "--group", id]);
  const id = "32b6e34b3d91647abb20e7b8";
  const { code, note } = await ask(id.toUpperCase());
  expect([code, note]).toEqual([2, expect.stringContaining(`--group: expected an id of 24`)]);
  expect(note).toContain(`did you mean "${id}"?`);
  expect((await ask(id)).code).toBe(0);
});

describe("what is plainly meant is taken", () => {
  const B = "baseUrl: http://127.0.0.1:8080\n";
  const id = "123456789012345678901e23";

  it.each([
    ["versions without quotes", `${B}versions: [1.0, 2]\n`, { versions: ["1.0", "2"] }],
    ["an id that reads as a number", `${B}fixtures:\n  groupId: ${id}\n`, { fixtures: { groupId: id } }],
    [
      "an id of zeros",
      `${B}fixtures:\n  groupId: 000000000000000000000001\n`,
      { fixtures: { groupId: `${"0".repeat(23)}1` } },
    ],
    ["a number where one is natural", `${B}fixtures: { tierMemoryGB: 2 }\n`, { fixtures: { tierMemoryGB: "2" } }],
    ["a number for a name", `${B}name: 5\n`, { name: "5" }],
    [
      "sections that are comments",
      `${B}fixtures:\n  # groupId: x\ncredentials:\noperations:\ntls:\ntimeouts:\n`,
      { fixtures: {}, credentials: {} },
    ],
    ["a mark and line ends of Windows", `\uFEFF${B.replaceAll("\n", "\r\n")}name: a\r\n`, { name: "a" }],
    ["what PowerShell writes", Buffer.from(`\uFEFF${B}name: a\r\n`, "utf16le"), { name: "a" }],
    [
      "JSON",
      '{ "baseUrl": "http://127.0.0.1:8080", "fixtures": { "tierMemoryGB": 2 } }',
      { fixtures: { tierMemoryGB: "2" } },
    ],
    ["an address of IPv6", "baseUrl: http://[::1]:8080/\n", { baseUrl: "http://[::1]:8080" }],
    [
      "an address with a prefix of its own",
      "baseUrl: http://127.0.0.1/api/gateway/v2\n",
      { baseUrl: "http://127.0.0.1/api/gateway/v2" },
    ],
  ])("%s", (_what, content, expected) => {
    expect(open(content)).toMatchObject(expected);
  });

  it("no permission where none stands", () => {
    expect([...open(`${B}allow:\n  # - create\n`).allow]).toEqual(["read"]);
  });

  it("versions of an operation without quotes, and a key that is written once", () => {
    const text = `${B}operations:\n  listAlerts: { 1.0: absent }\n  getAlert: { 2: absent }\n`;
    const { contract } = open(text);
    const served = (id: "listAlerts" | "getAlert") => contract.operation(id).routes.map(({ version }) => version);
    expect([served("listAlerts"), served("getAlert")]).toEqual([["2"], ["1.0"]]);
    const { credentials } = open(`${B}credentials:\n  main: &own { public: A, private: B }\n  noRole: { <<: *own }\n`);
    expect(credentials.noRole).toMatchObject({ username: "a", password: "b" });
  });

  it("a path of an operation outside the versions that looks like one inside", () => {
    const { contract } = open(`${B}operations:\n  issueServiceToken: { path: /api/auth/v2/token }\n`);
    expect(contract.route("issueServiceToken", "standalone")?.path).toBe("/api/auth/v2/token");
  });

  it.each([
    ["the product alone", "{ product: clusters }", false],
    ["other words alone", "{ product: clusters, fields: { engineVersion: v } }", false],
    ["a base", "{ base: neutral, product: clusters }", true],
    ["a name", "atlas", true],
  ])("as the paths of a server: what %s states", (_what, profile, stated) => {
    expect(open(`${B}profile: ${profile}\n`).bindingStated).toBe(stated);
    expect(open(B).bindingStated).toBe(false);
  });

  it("and the value that is called after the product", () => {
    const { contract } = open(`${B}profile: { product: clusters }\n`);
    expect(contract.wire({ configServerManagementMode: "PRODUCT_MANAGED" })).toEqual({
      configServerManagementMode: "CLUSTERS_MANAGED",
    });
  });
});
