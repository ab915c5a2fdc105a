import { spawn, spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "./connect.ts";
import type { Credential } from "./credential.ts";
import { curlLine } from "./curl.ts";
import { digestUser, serveDigest } from "./digest-server.test-support.ts";
import type { Exchange } from "./exchange.ts";
import { Redactor } from "./redact.ts";
import { serveHttp } from "./server.test-support.ts";
import type { WireRequest } from "./wire-request.ts";

const noCurl = spawnSync("curl", ["--version"]).error !== undefined;

interface Seen {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

async function echo(): Promise<{ origin: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const origin = await serveHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const pairs = request.rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name.toLowerCase()}: ${request.rawHeaders[at + 1]}`] : [],
      );
      const headers = pairs.filter((pair) => !pair.startsWith("connection:")).toSorted();
      seen.push({ line: `${request.method} ${request.url}`, headers, body: Buffer.concat(chunks).toString("hex") });
      response.end("{}");
    });
  });
  return { origin, seen };
}

async function record(origin: string, request: Partial<WireRequest>): Promise<Exchange> {
  const connection = connect({ origins: [origin], userAgent: "plumbline/0 (it's a run)" });
  onTestFinished(() => connection.close());
  return new Redactor().exchange(await connection.send({ method: "GET", url: `${origin}/`, ...request }));
}

/** Runs a line in a POSIX shell, which has the secrets only in variables. */
function run(line: string, variables: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve) => {
    const shell = spawn("sh", ["-c", line], { env: { PATH: process.env["PATH"], ...variables } });
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    shell.stdout.on("data", collect);
    shell.stderr.on("data", collect);
    shell.on("close", () => resolve(output));
  });
}

test.skipIf(noCurl).each<Partial<WireRequest> & { path?: string }>([
  { path: "/a%2Fb/../%7e//x?q=[1]{a,b}&r=%20+'\"$HOME`id`" },
  { headers: { accept: "application/json", "x-empty": "", "X-Odd": "a'b\"c $HOME \\ !" } },
  {
    headers: [
      ["accept", "a"],
      ["accept", "b"],
    ],
  },
  { method: "HEAD" },
  { method: "DELETE" },
  { method: "POST" },
  { method: "PUT", headers: { "content-type": "application/json" } },
  { method: "POST", body: "@/etc/passwd", headers: { "content-type": "text/plain" } },
  { method: "PATCH", body: 'it\'s "quoted"\r\nand $HOME `id` \\n\n\ton äö€😀 lines!\n' },
  { method: "POST", body: "a=1&b=2" },
  { method: "POST", body: "nul\u0000here%s\\n'", headers: { "content-type": "text/plain" } },
  { method: "POST", body: "x".repeat(3_000) },
  { method: "POST", body: "" },
  { method: "DELETE", body: "{}" },
])("(needs curl) the line repeats the request: %j", async ({ path = "/", ...request }) => {
  const { origin, seen } = await echo();
  const exchange = await record(origin, { ...request, url: origin + path });
  const output = await run(curlLine(exchange));
  expect(seen.length, output).toBe(2);
  expect(seen[1]).toEqual(seen[0]);
});

test.skipIf(noCurl)("(needs curl) basic and bearer keys come from the variables", async () => {
  const { origin, seen } = await echo();
  const source = { token: async () => "the-token", renew: async () => "the-token" };
  const keys: Credential[] = [
    { scheme: "basic", label: "l", username: "id", password: "s:'x", userVariable: "ID", secretVariable: "KEY" },
    { scheme: "bearer", label: "serviceAccount", source },
    { scheme: "bearer", label: "serviceAccount", source, word: "It's.$HOME`id`!" },
  ];
  for (const credential of keys) {
    const line = curlLine(await record(origin, { credential }));
    expect(line).not.toMatch(/s:'x|the-token/);
    await run(line, { ID: "id", KEY: "s:'x", SERVICE_ACCOUNT_TOKEN: "the-token" });
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[3]).toEqual(seen[2]);
  expect(seen[5]).toEqual(seen[4]);
});

test.skipIf(noCurl)("(needs curl) a digest line is accepted by a strict server", async () => {
  const server = await serveDigest();
  const credential = { ...digestUser, userVariable: "PUBLIC_KEY", secretVariable: "PRIVATE_KEY" };
  const line = curlLine(
    await record(server.origin, { method: "POST", url: `${server.origin}/a%2Fb?c=1`, body: "{}", credential }),
  );
  expect(line).toContain('--digest --user "$PUBLIC_KEY:$PRIVATE_KEY"');
  const output = await run(line, { PUBLIC_KEY: digestUser.username, PRIVATE_KEY: digestUser.password });
  expect(output).toContain("HTTP/1.1 200 OK");
  expect(server.seen.accepted).toBe(2);
});

test("a credential without variables gets names of its own, and a hand-made header is shown masked", async () => {
  const { origin } = await echo();
  const wrong = { scheme: "basic", label: "wrong secret", username: "u", password: "nobody has it" } as const;
  expect(curlLine(await record(origin, { credential: wrong }))).toContain('"$WRONG_SECRET_USER:$WRONG_SECRET_SECRET"');
  const nobodys = { ...wrong, userVariable: "KEY", madeUp: "secret" } as const;
  expect(curlLine(await record(origin, { credential: nobodys }))).toContain('--user "$KEY:wrong"');
  const unknown = { ...wrong, secretVariable: "SECRET", madeUp: "user" } as const;
  expect(curlLine(await record(origin, { credential: unknown }))).toContain('--user "nobody:$SECRET"');
  const raw = { scheme: "raw", label: "hand-made", authorization: 'Digest nonce="n",response="abc"' } as const;
  expect(curlLine(await record(origin, { credential: raw }))).toContain(
    `-H 'authorization: Digest nonce="n",response="***"'`,
  );
});
