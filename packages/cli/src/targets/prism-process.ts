import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Contract } from "@plumbline/schemas";
import { openApiDocument } from "@plumbline/schemas/openapi";
import { isMachineFault } from "../files/machine-fault.ts";
import { UsageError } from "../usage-error.ts";

/** The path of metrics discovery on a mock, below its address. */
export const MOCK_METRICS_PATH = "/metrics/v1.0";

/** A running Prism mock. */
export interface PrismProcess {
  readonly url: string;
  /** Resolves when the process has ended, whether or not it was told to. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts Prism on the generated OpenAPI document, on a free loopback port unless one is given. Prism has its own
 * process, because some requests crash it and the run must survive that.
 * @throws {UsageError} when it is not installed.
 * @throws Error when it does not answer within 30 seconds, with its output.
 */
export async function startPrism(contract: Contract, port?: number): Promise<PrismProcess> {
  const program = prismProgram();
  const chosen = await freePort(port);
  const folder = newFolder();
  try {
    const document = join(folder, "openapi.json");
    writeFileSync(document, JSON.stringify(openApiDocument(contract, { metricsPath: MOCK_METRICS_PATH })));
    return await started([program, "mock", "-h", "127.0.0.1", "-p", String(chosen), "-v", "error", document], chosen);
  } finally {
    // Prism has read it by the time it answers. If it were removed later, it would remain when this process is killed.
    rmSync(folder, { recursive: true, force: true });
  }
}

function newFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "plumbline-prism-"));
  } catch (error) {
    if (!isMachineFault(error)) throw error;
    throw new UsageError(
      `Prism reads its document from the temporary folder, but ${tmpdir()} is unusable: ${error.message}; set TMPDIR to a folder that this user may write to`,
    );
  }
}

async function started(args: readonly string[], port: number): Promise<PrismProcess> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-2_000)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const close = async (): Promise<void> => {
    child.kill();
    await Promise.race([ended, sleep(2_000).then(() => child.kill("SIGKILL"))]);
  };
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return { url: `http://127.0.0.1:${port}`, ended, close };
    await sleep(100);
  }
  await close();
  throw new Error(`Prism did not start on port ${port}: ${printed || "it printed nothing"}`);
}

/** Prism is many times as large as all other packages, and few users need it, so they install it themselves. */
function prismProgram(): string {
  try {
    return createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js");
  } catch {
    throw new UsageError(
      'Prism is not installed: expected @stoplight/prism-cli 5 next to plumbline, found none. Install it with "npm install --save-dev @stoplight/prism-cli@5.14.2", then run the same command again.',
    );
  }
}

/** The wanted port if it is free, or any free port for 0. */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === "object" ? resolve(address.port) : reject(new Error("no free port")),
      );
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
