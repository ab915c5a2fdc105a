import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { call } from "../main-call.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-cleartext-"));
const ENVIRONMENT = {
  PLUMBLINE_ID: "client-id",
  PLUMBLINE_SECRET: "client-secret-of-ours",
  PLUMBLINE_USER: "metrics-user",
  PLUMBLINE_PASSWORD: "metrics-password-of-ours",
  CI_JOB_TOKEN: "a token of somebody else",
};
const credentials = {
  serviceAccount: { id: "PLUMBLINE_ID", secret: "PLUMBLINE_SECRET" },
  metrics: { username: "PLUMBLINE_USER", password: "PLUMBLINE_PASSWORD" },
};

const fixtures = { groupId: "32b6e34b3d91647abb20e7b8" };

function targetFile(name: string, target: object): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(target, null, 1));
  return file;
}

/** An address of this machine that is not a loopback address, as another machine would have. */
const [address] = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ family, internal }) => family === "IPv4" && !internal);

describe.skipIf(address === undefined)("a target on another machine, over http", () => {
  it.each([
    [false, []],
    [true, ["client-id:client-secret-of-ours", "metrics-user:metrics-password-of-ours"]],
  ])("gets the secrets that are sent as Basic only where its file permits it: %s", async (cleartext, expected) => {
    const pairs = new Set<string>();
    const server = createServer((request, response) => {
      const [, pair] = /^Basic (.*)$/.exec(request.headers.authorization ?? "") ?? [];
      if (pair !== undefined) pairs.add(Buffer.from(pair, "base64").toString());
      response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => void server.listen(0, resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://${address?.address}:${(server.address() as AddressInfo).port}`;
    const file = targetFile(`cleartext-${cleartext}`, {
      baseUrl,
      metricsUrl: baseUrl,
      credentials,
      fixtures,
      cleartext,
    });
    const flags = ["--area", "TOKEN,METRICS", "--patience", "1", "--out", join(folder, "out")];
    const { note } = await call(["run", "--target", file, ...flags], ENVIRONMENT);
    const right = [...pairs].filter((pair) => /-of-ours$/.test(pair) && !pair.startsWith("nobody"));
    expect(right.sort()).toEqual(expected);
    expect(note.split("is sent as Basic").length + note.split("as Basic over http").length).toBe(cleartext ? 2 : 3);
  });
});

describe("--env-prefix", () => {
  const named = (id: string): string =>
    targetFile("named", {
      baseUrl: "http://127.0.0.1:1",
      credentials: { main: { public: id, private: "PLUMBLINE_SECRET" } },
    });

  it("confines the variables that a target file may name", async () => {
    const plan = (id: string, ...flags: readonly string[]) =>
      call(["plan", "--target", named(id), ...flags], ENVIRONMENT);
    expect(await plan("CI_JOB_TOKEN")).toMatchObject({ code: 0 });
    expect(await plan("PLUMBLINE_ID", "--env-prefix", "PLUMBLINE_")).toMatchObject({ code: 0 });
    const { code, note } = await plan("CI_JOB_TOKEN", "--env-prefix", "PLUMBLINE_");
    expect(code).toBe(2);
    expect(note).toMatch(/named\.json:5: credentials\.main\.public names the environment variable CI_JOB_TOKEN/);
    expect(note).not.toContain(ENVIRONMENT.CI_JOB_TOKEN);
  });
});
