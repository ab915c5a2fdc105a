import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, connect, TokenUnavailableError } from "@plumbline/client";
import { type ReferenceOptions, startReference } from "@plumbline/reference";
import { afterAll, describe, expect, it } from "vitest";
import { readFlags } from "../flags.ts";
import { main } from "../main.ts";
import { readReport } from "../output/read-report.ts";
import { accountTokens } from "./account-tokens.ts";
import { openFile } from "./file.ts";
import { TARGET_FLAGS } from "./open-target.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-main-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const silent = { out: () => undefined, note: () => undefined, interactive: false, colour: false, width: 80 };

async function serving(options: ReferenceOptions = {}) {
  let tokens = 0;
  const reference = await startReference({
    ...options,
    onRequest: ({ operation }) => {
      if (operation === "issueServiceToken") tokens += 1;
    },
  });
  afterAll(() => reference.close());
  return { reference, tokens: () => tokens };
}

/** A run of reads against a reference that a target file describes, with the given main credential. */
async function judged(url: string, main_: string, environment: Readonly<Record<string, string>>, ...areas: string[]) {
  const path = join(folder, "target.yml");
  const group = environment["GROUP"] ?? "";
  writeFileSync(
    path,
    `baseUrl: ${url}\nprofile: neutral\ncredentials:\n  main: ${main_}\nfixtures: { groupId: ${group} }\n`,
  );
  const out = join(folder, "report");
  const flags = ["--risk", "read", "--area", areas.join(","), "--operation", "listAlertConfigs,getAlert"];
  const code = await main(["run", "--target", path, "--out", out, "--quiet", ...flags], { ...silent, environment });
  const text = ["report.json", "exchanges.ndjson"].map((file) => readFileSync(join(out, file), "utf8")).join("");
  return { code, text, report: readReport(out) };
}

describe("the main credential of a target file", () => {
  it("may be a service account: one token serves the run, and digests do not apply", async () => {
    const { reference, tokens } = await serving();
    const { clientId, clientSecret } = reference.serviceAccount;
    const environment = { GROUP: reference.world.projectId, ID: clientId, SECRET: clientSecret };
    const { code, text, report } = await judged(
      reference.url,
      "{ id: ID, secret: SECRET }",
      environment,
      "PAGE",
      "AUTH",
    );
    expect(report.verdicts.filter(({ outcome }) => ["fail", "warn", "harness-error"].includes(outcome))).toEqual([]);
    expect(code).toBe(3);
    expect(tokens()).toBe(1);
    const digests = report.verdicts.filter(({ requirement }) => /^AUTH-DIGEST-(WRONG|TAMPER|ACCEPT)/.test(requirement));
    expect(digests.length).toBeGreaterThan(5);
    for (const verdict of digests)
      expect(verdict).toMatchObject({ outcome: "not-applicable", reason: /^the main credential is a token/ });
    const passed = report.verdicts.filter(({ outcome }) => outcome === "pass").map(({ requirement }) => requirement);
    expect(passed).toEqual(
      expect.arrayContaining(["PAGE-ITEMS-ACCEPT", "AUTH-DIGEST-REQUIRED", "AUTH-CHALLENGE-SCHEME"]),
    );
    expect(text).not.toContain(clientSecret);
    expect(text).toContain("Bearer ***");
  });

  it("may be a token, for which nobody is asked", async () => {
    const { reference, tokens } = await serving();
    const line = lineTo(reference.url);
    const account = { scheme: "basic", label: "account", ...passwordOf(reference.serviceAccount) } as const;
    const token = await accountTokens(line, { baseUrl: reference.url, account }).token();
    const environment = { GROUP: reference.world.projectId, TOKEN: token };
    const { text, report } = await judged(reference.url, "{ token: TOKEN }", environment, "PAGE");
    expect(report.outcome).toBe("passed");
    expect(tokens()).toBe(1);
    expect(text).not.toContain(token);
    expect(text).toContain("$TOKEN");
  });

  it.each([
    ["{ id: ID, secret: WRONG }", /the run got no token to send it with: .* status 401/, 1],
    [
      "{ token: WRONG }",
      /a request with the main token returned 401 .*: check that it belongs to this target and is still valid/,
      0,
    ],
  ])("that is wrong accuses nobody, and is not tried for ever: %s", async (main_, words, asked) => {
    const { reference, tokens } = await serving();
    const { clientId } = reference.serviceAccount;
    const environment = { GROUP: reference.world.projectId, ID: clientId, WRONG: "a-secret-that-nobody-has" };
    const { code, report } = await judged(reference.url, main_, environment, "PAGE");
    expect(report.verdicts.filter(({ outcome }) => outcome === "fail" || outcome === "harness-error")).toEqual([]);
    expect([code, report.outcome, tokens()]).toEqual([3, "incomplete", asked]);
    expect(report.doctor.map(({ text }) => text).join("\n")).toMatch(words);
  });

  it.each([
    ["{ id: A }", /:4: credentials\.main lacks secret/],
    ["{ private: A }", /:4: credentials\.main lacks public/],
    ["{}", /:4: credentials\.main: expected a key, .*, received no names/],
    ["{ token: A, id: A, secret: A }", /:4: credentials.main takes either a key .*, received 2 of them/],
    ["{ token: UNSET }", /:4: credentials.main.token names the environment variable UNSET, which is not set/],
    ["{ tokne: A }", /:4: unknown name "tokne" under credentials\.main: did you mean "token"\?/],
  ])("is told from half of one, and from several: %s", (main_, words) => {
    const path = join(folder, "wrong.yml");
    writeFileSync(path, `baseUrl: http://127.0.0.1:1\nname: x\ncredentials:\n  main: ${main_}\n`);
    const open = () => openFile(path, readFlags("run", TARGET_FLAGS, []), { ...silent, environment: { A: "x" } });
    expect(open).toThrow(words);
  });
});

function lineTo(url: string): Connection {
  const line = connect({ origins: [url] });
  afterAll(() => line.close());
  return line;
}

const passwordOf = ({ clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string }) => ({
  username: clientId,
  password: clientSecret,
});

describe("the tokens of an account", () => {
  it("are renewed shortly before they run out, one at a time, and not because one was refused just now", async () => {
    const { reference, tokens } = await serving({ speed: 1_000 });
    const line = lineTo(reference.url);
    const account = { scheme: "basic", label: "account", ...passwordOf(reference.serviceAccount) } as const;
    const source = accountTokens(line, { baseUrl: reference.url, account });
    const first = await Promise.all([source.token(), source.token(), source.token()]);
    expect([new Set(first).size, tokens()]).toEqual([1, 1]);
    expect(await source.renew(first[0] ?? "")).toBe(first[0]);
    await expect.poll(() => source.token(), { timeout: 300_000, interval: 200 }).not.toBe(first[0]);
    expect(tokens()).toBe(2);
  });

  it("are waited for while the endpoint has had too many requests", async () => {
    const { reference } = await serving({ speed: 60 });
    const line = lineTo(reference.url);
    const account = { scheme: "basic", label: "account", ...passwordOf(reference.serviceAccount) } as const;
    const another = () => accountTokens(line, { baseUrl: reference.url, account }).token();
    const many = await Promise.all(Array.from({ length: 12 }, another));
    expect(new Set(many).size).toBe(12);
    const wrong = accountTokens(line, { baseUrl: reference.url, account: { ...account, password: "wrong" } });
    await expect(wrong.token()).rejects.toThrow(TokenUnavailableError);
  });
});
