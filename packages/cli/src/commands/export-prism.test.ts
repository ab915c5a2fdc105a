import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  atlas,
  type BoundOperation,
  type BoundRoute,
  bindContract,
  exampleOf,
  INTERFACE_VERSIONS,
  neutral,
  OPERATION_IDS,
} from "@plumbline/schemas";
import { validate } from "@plumbline/schemas/validate";
import { afterAll, expect, it } from "vitest";
import { call } from "../main-call.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-prism-documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** PLUMBLINE_FULL serves every document; otherwise two, with each profile and each version in one of them. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;
const documents = [neutral, atlas].flatMap((profile, place) =>
  INTERFACE_VERSIONS.filter((_, index) => full || index === place).map((version) => ({ profile, version })),
);
const answered = new Set<string>();

it.each(documents)(
  "Prism answers every operation of the document $profile.name $version",
  async ({ profile, version }) => {
    const contract = bindContract(profile);
    const served = contract.operations.flatMap((operation) =>
      operation.routes
        .filter((route) => route.version === version || route.version === "standalone")
        .map((route) => ({ operation, route })),
    );
    await call(["export", "--profile", profile.name, "--interface", version, "--out", folder]);
    const prism = await startOn(join(folder, `${profile.name}-${version}.openapi-3.1.json`));
    try {
      for (const { operation, route } of served) {
        const answer = await fetch(prism.url + addressOf(operation, route), requestOf(operation, route));
        const text = await answer.text();
        const what = `${operation.id} ${version}: ${text.slice(0, 300)}`;
        expect([200, 204], what).toContain(answer.status);
        const body: unknown = text === "" ? {} : JSON.parse(text);
        expect(validate(operation.id, "response", body, { contract, version: route.version }), what).toEqual([]);
        answered.add(operation.id);
      }
    } finally {
      await prism.close();
    }
    expect(served.length).toBeGreaterThan(45);
  },
);

it("answered every route", () => {
  expect([...answered].sort()).toEqual([...OPERATION_IDS].sort());
});

function addressOf({ pathParameters }: BoundOperation, { base, path }: BoundRoute): string {
  const values = new Map(pathParameters.map(({ name, schema }) => [name, String(exampleOf(schema))]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(values.get(name) ?? ""));
  return `${base === "metrics" ? "/metrics/v1.0" : ""}${filled}`;
}

function requestOf({ authentication }: BoundOperation, { method, accept, body }: BoundRoute): RequestInit {
  const example = body === undefined ? undefined : exampleOf(body.schema);
  const form = body?.mediaType === "application/x-www-form-urlencoded";
  return {
    method,
    headers: {
      accept,
      // Prism accepts no digest whose uri has a slash, so the test uses the other scheme that the documents allow.
      authorization: authentication === "digest" ? "Bearer token" : `Basic ${btoa("mock:secret")}`,
      ...(body && { "content-type": body.mediaType }),
    },
    ...(body && { body: form ? new URLSearchParams(Object(example)) : JSON.stringify(example) }),
  };
}

async function startOn(document: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const program = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
  const args = [program, "mock", "-h", "127.0.0.1", "-p", "0", document];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { url: await addressPrinted(child, ended), close };
}

function addressPrinted(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        const [, found] = /listening on (http:\/\/[\d.:]+)/.exec(printed) ?? [];
        if (found !== undefined) resolve(found);
      });
    ended.then(() => reject(new Error(`Prism ended: ${printed}`)), reject);
  });
}
