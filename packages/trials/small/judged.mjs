// The steps of a user with a server and this program: `init --probe`, adding the other keys by hand, setting
// permissions, `run`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { startNode } from "../safety/children.mjs";
import { runProgram, startProgram } from "../safety/program.mjs";

const SERVER = fileURLToPath(new URL("./server.mjs", import.meta.url));
const [START_SECONDS, PROBE_SECONDS, RUN_SECONDS] = [20, 60, 120];
const RED = ["fail", "warn", "flaky", "harness-error"];

const WHO = {
  PLUMBLINE: "desk-owner",
  READER: "desk-reader",
  WATCHER: "desk-watcher",
  NOBODY: "desk-nobody",
  NEIGHBOUR: "desk-neighbour",
};
const pair = (who) => ({ public: `${who}_PUBLIC_KEY`, private: `${who}_PRIVATE_KEY` });
const environmentOf = (keys) =>
  Object.fromEntries(
    Object.entries(WHO).flatMap(([who, name]) => [
      [pair(who).public, name],
      [pair(who).private, keys[name]],
    ]),
  );
const otherKeys = {
  noRole: pair("NOBODY"),
  otherProject: pair("NEIGHBOUR"),
  roles: {
    "Project Read Only": pair("READER"),
    "Project Owner": pair("PLUMBLINE"),
    "Project Monitoring Admin": pair("WATCHER"),
  },
};

async function started(args) {
  const server = startNode([SERVER, ...args]);
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (!server.printed.stdout.includes("\n")) {
    if (Date.now() > deadline) throw new Error(`the server did not start: ${server.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { ...JSON.parse(server.printed.stdout), kill: () => server.kill() };
}

/**
 * Starts a proxy before the server of a target file, and changes the file to use it; `red` ends the proxy and returns
 * its findings.
 */
async function proxyBefore(file, out, environment) {
  const proxy = startProgram(["proxy", "--target", file, "--out", out, "--format", "json"], { environment });
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (!proxy.printed.stdout.includes("\n")) {
    if (Date.now() > deadline) throw new Error(`the proxy did not start: ${proxy.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [baseUrl] = /http:\/\/127\.0\.0\.1:\d+/.exec(proxy.printed.stdout);
  writeFileSync(file, stringify({ ...parse(readFileSync(file, "utf8")), baseUrl }));
  return {
    red: async () => {
      proxy.kill("SIGINT");
      await proxy.ended;
      const { verdicts } = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
      return [...new Set(verdicts.filter(({ outcome }) => RED.includes(outcome)).map((one) => one.requirement))].sort();
    },
  };
}

/**
 * Judges the server, with a mistake or in some versions only, with keys or (`open`) without. Returns the requirements
 * that are red and those that could not run, without duplicates. With `passing`, also the findings of a proxy in the
 * traffic of that run.
 */
export async function judged({ mistake, versions = "1.0,2", only, passing = false, open = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-small-"));
  const wrong = mistake === undefined ? [] : ["--mistake", mistake];
  const server = await started(["--versions", versions, ...wrong, ...(open ? ["--open"] : [])]);
  try {
    const environment = open ? {} : environmentOf(server.keys);
    const [file, out] = [join(folder, "desk.yml"), join(folder, "out")];
    const about = ["--url", server.url, "--group", server.group, "--probe", "--out", file];
    const probed = await runProgram(["init", ...about], { environment, seconds: PROBE_SECONDS });
    if (probed.code !== 0) throw new Error(`init --probe ended with ${probed.code}: ${probed.said}`);
    const target = parse(readFileSync(file, "utf8"));
    const keys = open ? {} : { credentials: { ...target.credentials, ...otherKeys } };
    writeFileSync(file, stringify({ ...target, ...keys, allow: ["create", "update", "delete"] }));
    const more = only === undefined ? [] : ["--only", only];
    const proxy = passing ? await proxyBefore(file, join(folder, "passed"), environment) : undefined;
    const ran = await runProgram(["run", "--target", file, "--out", out, "--quiet", "--format", "json", ...more], {
      environment,
      seconds: RUN_SECONDS,
    });
    const { verdicts, outcome, counts, changes } = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
    const rules = (outcomes) => [
      ...new Set(verdicts.filter((one) => outcomes.includes(one.outcome)).map((one) => one.requirement)),
    ];
    return {
      ...(proxy && { passed: await proxy.red() }),
      code: ran.code,
      outcome,
      offers: target.offers,
      versions: target.versions,
      must: counts.byLevel.MUST,
      red: rules(RED).sort(),
      lacking: rules(["could-not-run"]).sort(),
      left: changes.filter(({ state }) => state === "left").length,
      seconds: probed.seconds + ran.seconds,
    };
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
