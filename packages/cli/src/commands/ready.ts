import { renameSync, rmSync } from "node:fs";
import { KEY_LABELS, type Reference } from "@plumbline/reference";
import { expectOwnFile, writeOwnFile } from "../files/own-file.ts";
import {
  ACCOUNT_VARIABLES,
  BLOCKED_ACCOUNT_VARIABLES,
  keyVariables,
  METRICS_VARIABLES,
} from "../targets/secret-variables.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";

/** Facts about a ready server for programs; none of them is secret. */
export interface Ready {
  readonly url: string;
  readonly metricsUrl: string;
  readonly controlUrl?: string;
  readonly profile: string;
  readonly version: string;
  readonly pid: number;
  readonly orgId: string;
  readonly projectId: string;
  readonly clusterName: string;
  /** Names of the environment variables from which `serve` takes its secrets, where they are set. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The facts that `serve` gives to a waiting program: addresses, ids and the names of variables for keys. */
export function readyFacts(reference: Reference, controlUrl: string | undefined): Ready {
  const { url, metricsUrl, profile, world } = reference;
  return {
    url,
    metricsUrl,
    ...(controlUrl !== undefined && { controlUrl }),
    profile: profile.name,
    version: VERSION,
    pid: process.pid,
    orgId: world.orgId,
    projectId: world.projectId,
    clusterName: world.clusterName,
    variables: {
      keys: Object.fromEntries(KEY_LABELS.map((label) => [label, named(keyVariables(label))])),
      serviceAccount: ACCOUNT_VARIABLES,
      blockedServiceAccount: BLOCKED_ACCOUNT_VARIABLES,
      metrics: METRICS_VARIABLES,
    },
  };
}

const named = ({ userVariable, secretVariable }: ReturnType<typeof keyVariables>) => ({
  publicVariable: userVariable,
  privateVariable: secretVariable,
});

/**
 * The last line that `serve` prints when it starts. Tools wait for it; it leaves out the variables to be short enough
 * for a log.
 */
export function readyLine({ variables: _variables, ...facts }: Ready): string {
  return `Ready ${JSON.stringify(facts)}\n`;
}

/** A file that exists, complete, while a server is ready. */
export interface ReadyFile {
  write(ready: Ready): void;
  remove(): void;
}

/**
 * Deletes the file of an earlier server, so that a program that waits for the file waits for this server.
 * @throws UsageError when the path is no regular file of the user, or the file cannot be written.
 */
export function openReadyFile(path: string | undefined): ReadyFile {
  if (path === undefined) return { write: () => {}, remove: () => {} };
  const part = `${path}.part`;
  expectOwnFile(path);
  // This fails before the server starts if the file cannot be written.
  writeOwnFile(part, "");
  rmSync(path, { force: true });
  return {
    write: (ready) => {
      writeOwnFile(part, `${JSON.stringify(ready)}\n`);
      try {
        renameSync(part, path);
      } catch (error) {
        throw new UsageError(
          `--ready-file cannot write ${path}: ${error instanceof Error ? error.message : String(error)}; choose another path`,
        );
      }
    },
    remove: () => {
      for (const one of [part, path]) rmSync(one, { force: true });
    },
  };
}
