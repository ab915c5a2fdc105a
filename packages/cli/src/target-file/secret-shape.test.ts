import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";
import { isPlainlyName, isVariableName, mayBeSecret } from "./secret-shape.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-echo-"));
const file = join(folder, "target.yml");

/** Secrets in the forms that services issue, and some that YAML reads as another type. */
const SECRETS = [
  "3f6c1c0e-9d0b-4b7e-8a51-0c2d7f6e9b14",
  "deadbeefdeadbeefdeadbeef",
  "ABCDEFABCDEF001122334455",
  "mdb_sa_sk_Q1w2e3r4t5y6u7i8o9p0",
  "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  "AKIAIOSFODNN7EXAMPLE",
  "correct-horse-battery-staple",
  "abcdefgh",
  "pa$$w0rd with blanks",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "x".repeat(200),
  "*k3y-zyxwvutsrqponm",
  "!k3y-zyxwvutsrqponm",
  "|k3y-zyxwvutsrqponm",
  "@k3y-zyxwvutsrqponm",
  "%k3y-zyxwvutsrqponm",
  "&k3y-zyxwvutsrqponm",
  '"k3y\\qzyxwvutsrqponm"',
  "k3y: zyxwvutsrqponm",
];

const MEMBERS = [
  ["main", "public", "private"],
  ["main", "id", "secret"],
  ["main", "token"],
  ["noRole", "public", "private"],
  ["otherProject", "public", "private"],
  ["serviceAccount", "id", "secret"],
  ["blockedServiceAccount", "id", "secret"],
  ["metrics", "username", "password"],
  ["Project Read Only", "public", "private"],
] as const;

/** Expects that the output contains no eight consecutive characters of the secret. */
async function expectUnseen(secret: string, ...args: readonly string[]): Promise<string> {
  const { code, out, note } = await call(args, { GIVEN: "x" });
  expect([code, out]).toEqual([2, ""]);
  const pieces = Array.from({ length: Math.max(1, secret.length - 7) }, (_, at) => secret.slice(at, at + 8));
  expect(pieces.filter((piece) => note.includes(piece))).toEqual([]);
  return note;
}

describe("a secret that stands where a variable's name belongs", () => {
  for (const [credential, ...names] of MEMBERS)
    it.each(names)(`is not shown: ${credential} %s`, async (name) => {
      for (const secret of SECRETS)
        for (const written of [secret, ...(/[*!|@%&":]/.test(secret) ? [] : [JSON.stringify(secret)])]) {
          const inner = names.map((one) => `      ${one}: ${one === name ? written : "GIVEN"}\n`).join("");
          const role = credential.includes(" ");
          const outer = role ? `  roles:\n    ${credential}:\n${inner}` : `  ${credential}:\n${inner}`;
          writeFileSync(file, `baseUrl: http://127.0.0.1:1\ncredentials:\n${outer}`);
          const note = await expectUnseen(secret, "plan", "--target", file);
          expect(note).toMatch(/target\.yml:\d/);
        }
    });

  it("is answered with file, line, member, what is expected and what to do", async () => {
    writeFileSync(
      file,
      `baseUrl: http://127.0.0.1:1\ncredentials:\n  main:\n    public: ${SECRETS[0]}\n    private: B\n`,
    );
    const { note } = await call(["run", "--target", file, "--out", join(folder, "out")], {});
    expect(note).toBe(
      `plumbline: ${file}:4: credentials.main.public takes the name of an environment variable, such as PLUMBLINE_PRIVATE_KEY; the value there is not a name and may be the secret itself, so it is hidden: put it into a variable, and write the name of the variable here\n`,
    );
  });

  it("is not looked up either, and what every object has is no variable", async () => {
    writeFileSync(
      file,
      "baseUrl: http://127.0.0.1:1\ncredentials:\n  main: { public: constructor, private: toString }\n",
    );
    expect((await call(["plan", "--target", file], {})).note).toMatch(/names an environment variable that is not set/);
    const secret = "deadbeefdeadbeefdeadbeef";
    writeFileSync(
      file,
      `baseUrl: http://127.0.0.1:1\ncredentials:\n  main: { public: ${secret}, private: ${secret} }\n`,
    );
    expect(await call(["plan", "--target", file], { [secret]: "x" })).toMatchObject({ code: 2 });
  });

  it.each([
    "credentials:\n  main: { public: GIVEN, private: GIVEN, SECRET: }",
    "credentials:\n  main: { public: GIVEN, private SECRET }",
    "credentials:\n  main: SECRET",
    "credentials:\n  SECRET: 1",
    "credentials: SECRET",
    "credentials:\n  roles: { SECRET: { public: GIVEN, private: GIVEN } }",
    "credentials:\n  main: { public: [SECRET], private: GIVEN }",
    "SECRET: 1",
    "allow: [SECRET]",
    "alertConfiguration: { notifications: [{ typeName: SLACK, apiToken: [SECRET] }], eventTypeName: 1 }",
    "alertConfiguration: { notifications: [{ typeName: 1, apiToken: SECRET }] }",
    "credentials: &a\n  main: { public: *SECRET, private: GIVEN }",
    "credentials:\n\tmain: SECRET",
    "credentials:\n  main: { public: GIVEN, private: 'SECRET }",
  ])("is not shown in another wrong place: %s", async (text) => {
    for (const secret of SECRETS.slice(0, 2)) {
      writeFileSync(file, `baseUrl: http://127.0.0.1:1\n${text.replaceAll("SECRET", secret)}\n`);
      const note = await expectUnseen(secret, "plan", "--target", file);
      expect(note).toMatch(/target\.yml:\d/);
    }
    const { note } = await call(["export", "--profile", file, "--out", join(folder, "documents")]);
    expect(note).not.toContain(SECRETS[1]);
  });
});

describe("a password in an address", () => {
  const secret = "s3cr3t-canary";
  it.each([
    `http://user:${secret}@127.0.0.1:1`,
    `https://user:${secret}@127.0.0.1:1/path`,
    `http://${secret}@127.0.0.1`,
    `http://user:${secret}@`,
    `http://user:${secret}`,
    `http://user:p@${secret}@[::1`,
    `http://127.0.0.1:1/?token=${secret}`,
    `http://127.0.0.1:1/#${secret}`,
    `HTTP://user:${secret}@127.0.0.1:1`,
  ])("is not shown: %s", async (address) => {
    await expectUnseen(secret, "plan", "--target", address);
    await expectUnseen(secret, "plan", "--target", "http://127.0.0.1:1", "--metrics-url", address);
    await expectUnseen(secret, "init", "--out", join(folder, "new.yml"), "--url", address);
    for (const member of ["baseUrl", "baseUrl: http://127.0.0.1:1\nmetricsUrl"]) {
      writeFileSync(file, `${member}: ${address}\n`);
      await expectUnseen(secret, "run", "--target", file, "--out", join(folder, "out"));
      writeFileSync(file, `${member}: ${JSON.stringify(address)}\n`);
      await expectUnseen(secret, "run", "--target", file, "--out", join(folder, "out"));
    }
  });

  it.each([`user:${secret}@127.0.0.1`, `ftp://user:${secret}@127.0.0.1`, `//user:${secret}@127.0.0.1:80`])(
    "is not shown where there is no http either: %s",
    async (address) => {
      await expectUnseen(secret, "plan", "--target", address);
      await expectUnseen(secret, "serve", "--notification-sink", address);
      writeFileSync(file, `baseUrl: ${address}\n`);
      await expectUnseen(secret, "plan", "--target", file);
    },
  );
});

it("names are shown where they are plainly names", () => {
  const names = ["A", "PLUMBLINE_PRIVATE_KEY", "STAGING_2_KEY", "_X", "OAUTH2_CLIENT"];
  expect(names.filter((name) => !isPlainlyName(name))).toEqual([]);
  expect(["main_key", "Key", "X".repeat(65), "A-B", "", "1A"].filter(isPlainlyName)).toEqual([]);
  expect(["main_key", "Key"].every(isVariableName)).toBe(true);
  expect(["gruopId", "prodcut", "no-such-file.yml", "localhost:8080"].filter(mayBeSecret)).toEqual([]);
});
