// Starts the server in Python and writes its target file, with all credentials and fixtures that a run can use.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";

const SERVER = fileURLToPath(new URL("./server.py", import.meta.url));
const START_SECONDS = 20;
const EVERYTHING = ["create", "update", "delete", "costly", "irreversible", "quota"];

/** Resolves to the server's description of itself, with `kill`; -B prevents compiled files in the folder. */
export async function startServer(args = []) {
  const child = spawn("python3", ["-B", SERVER, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const printed = { stdout: "", stderr: "" };
  for (const name of Object.keys(printed))
    child[name].setEncoding("utf8").on("data", (text) => {
      printed[name] += text;
    });
  process.once("exit", () => child.kill("SIGKILL"));
  const ended = once(child, "close").catch((error) => {
    printed.stderr += error.message;
  });
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (!printed.stdout.includes("\n")) {
    if (Date.now() > deadline || child.exitCode !== null || child.pid === undefined)
      throw new Error(`the server did not start: ${printed.stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { ...JSON.parse(printed.stdout), crashes: () => printed.stderr, kill };
}

/** The target file with the additional members of `more`, and the environment with the secrets that it names. */
export function describeTarget({ url, metricsUrl, fixtures, credentials }, more = {}) {
  const environment = {};
  const named = (prefix, secrets) =>
    Object.fromEntries(
      Object.entries(secrets).map(([name, value]) => {
        const variable = `FLEET_${prefix}_${name}`.toUpperCase().replaceAll(" ", "_");
        environment[variable] = value;
        return [name, variable];
      }),
    );
  const { roles, noRole, ...others } = credentials;
  const target = {
    name: "fleet",
    baseUrl: url,
    metricsUrl,
    credentials: {
      ...Object.fromEntries(Object.entries(others).map(([name, secrets]) => [name, named(name, secrets)])),
      noRole: { ...named("noRole", noRole), stranger: true },
      roles: Object.fromEntries(Object.entries(roles).map(([role, secrets]) => [role, named(role, secrets)])),
    },
    fixtures,
    allow: EVERYTHING,
    ...more,
  };
  return { text: stringify(target), environment };
}
