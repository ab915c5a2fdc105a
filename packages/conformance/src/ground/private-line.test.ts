import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bindContract, neutral } from "@plumbline/schemas";
import { describe, expect, it, onTestFinished } from "vitest";
import { conduct } from "../conduct.ts";
import { compose } from "../kernel/compose.ts";
import { requirements } from "../requirements/requirements.ts";
import { emptyWorld } from "../target/empty-world.ts";
import { testTarget } from "../target/target.test-support.ts";
import type { Call } from "./call.ts";
import { NotSentError } from "./not-sent-error.ts";
import { isPrivateLine } from "./private-line.ts";

const SECRET = "canary-private-key";
const PAIR = { label: "l", username: "public", password: SECRET } as const;

describe("isPrivateLine", () => {
  it.each([
    "https://staging.example",
    "https://10.0.0.1:8443",
    "http://127.0.0.1:8080",
    "http://127.255.0.3",
    "http://127.100.200.250",
    "http://127.1",
    "http://LOCALHOST:80/x",
    "http://[::1]:8080",
    "http://[0:0:0:0:0:0:0:1]",
  ])("is true for %s", (url) => expect(isPrivateLine(url)).toBe(true));

  it.each([
    "http://staging.example",
    "http://10.0.0.1",
    "http://0.0.0.0:8080",
    "http://127.0.0.1.example",
    "http://localhost.example",
    "http://notlocalhost",
    "http://[::2]",
    "http://[2001:db8::127.0.0.1]",
    "http://128.0.0.1",
  ])("is false for %s", (url) => expect(isPrivateLine(url)).toBe(false));
});

const sends = (baseUrl: string, change: Partial<Call>, credentials: Parameters<typeof testTarget>[1] = {}) => {
  const target = testTarget(baseUrl, { metricsUrl: `${baseUrl}/metrics`, ...credentials });
  return compose({ operation: "listAlertConfigs", version: "2", ...change }, target, emptyWorld(target)).credential;
};

describe("compose, for the main key in a readable form", () => {
  const open = "http://staging.example";
  it.each<readonly [string, Partial<Call>]>([
    ["as Basic", { who: "mainAsBasic" }],
    ["in a Basic header made by hand", { who: { header: `Basic ${btoa(`x:${SECRET}`)}` } }],
    ["in a Bearer header made by hand", { who: { header: `Bearer ${SECRET}` } }],
  ])("refuses to send it %s over http, except to a loopback address", (_how, call) => {
    expect(() => sends(open, call)).toThrow(NotSentError);
    expect(() => sends(open, call)).toThrow(/Basic or Bearer over http.*https or loopback address/);
    expect(sends("https://staging.example", call)).toMatchObject({ scheme: expect.stringMatching(/basic|raw/) });
    expect(sends("http://127.0.0.1:1", call)).toMatchObject({ scheme: expect.stringMatching(/basic|raw/) });
  });

  it("refuses to send a main key over http that is given as Basic or Bearer", () => {
    const source = { token: async () => SECRET, renew: async () => SECRET };
    expect(() => sends(open, {}, { credentials: { main: { scheme: "basic", ...PAIR } } })).toThrow(NotSentError);
    expect(() => sends(open, {}, { credentials: { main: { scheme: "bearer", label: "l", source } } })).toThrow(
      NotSentError,
    );
  });

  it("sends a digest anywhere, and other secrets over http only with the user's permission", () => {
    expect(sends(open, {})).toMatchObject({ scheme: "digest" });
    const { operations } = bindContract(neutral);
    const [metrics] = operations.filter(({ authentication }) => authentication === "metrics");
    if (metrics === undefined) throw new Error("no operation of metrics");
    const credentials = {
      main: { scheme: "digest", ...PAIR },
      metrics: { scheme: "basic", ...PAIR },
      serviceAccount: { clientId: "public", clientSecret: SECRET },
    } as const;
    const version = metrics.routes[0]?.version ?? "2";
    const token = { operation: "issueServiceToken", version: "standalone" } as const;
    for (const call of [{ operation: metrics.id, version }, token]) {
      expect(() => sends(open, call, { credentials })).toThrow(NotSentError);
      expect(sends(open, call, { credentials, cleartext: true })).toMatchObject({ scheme: "basic" });
      expect(sends("https://staging.example", call, { credentials })).toMatchObject({ scheme: "basic" });
    }
    expect(sends(open, { who: { header: "Basic %%%" } })).toMatchObject({ scheme: "raw" });
  });
});

it("AUTH-BASIC-ON-MAIN sends nothing over http to a remote address, and fails no target", async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization ?? "");
    response.writeHead(request.headers.authorization ? 200 : 401, {
      "content-type": "application/json",
      "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false',
    });
    response.end('{"results":[],"totalCount":0}');
  });
  await new Promise<void>((resolve) => void server.listen(0, "0.0.0.0", resolve));
  onTestFinished(() => void server.close());
  const observed = async (host: string) => {
    const target = testTarget(`http://${host}:${(server.address() as AddressInfo).port}`);
    const selection = { only: ["AUTH-BASIC-ON-MAIN"] };
    const options = { requirements, selection, command: "test", runId: "test", toolVersion: "0" };
    const report = await conduct(target, options);
    return [report.outcome, [...new Set(report.verdicts.map(({ outcome }) => outcome))]];
  };
  // An address of this machine that is not a loopback address.
  expect(await observed("0.0.0.0")).toEqual(["passed", ["could-not-run"]]);
  expect(seen.filter((value) => /^(?:basic|bearer)/i.test(value))).toEqual([]);
  expect(await observed("127.0.0.1")).toEqual(["passed", ["observed"]]);
  expect(seen.some((value) => /^basic/i.test(value))).toBe(true);
});
