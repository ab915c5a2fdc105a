// The proxy before a server, another judgement of its recording, and the contents of the reports.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram, startProgram } from "../safety/program.mjs";

const START_SECONDS = 30;

/** Starts the proxy before a target; `end` stops it and resolves to the contents of its report. */
export async function openWatched({ target, out, more = [], environment }) {
  const record = join(out, "recording");
  const given = ["proxy", "--target", target, "--out", out, "--record", record, "--format", "json", ...more];
  const proxy = startProgram(given, { environment });
  const urls = () => [...proxy.said().matchAll(/http:\/\/127\.0\.0\.1:\d+[\w/.]*/g)].map(([url]) => url);
  const deadline = Date.now() + START_SECONDS * 1_000;
  while (urls().length === 0 || !proxy.said().includes("\n")) {
    if (Date.now() > deadline) throw new Error(`the proxy did not start: ${proxy.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url: urls()[0],
    recording: join(record, "traffic.har"),
    async end() {
      proxy.kill("SIGINT");
      const code = await proxy.ended;
      return { code, said: proxy.said(), ...summed(join(out, "report.json")) };
    },
  };
}

/** Judges a recording with the same flags. */
export async function judgeAgain({ recording, target, out, more = [], environment }) {
  const given = ["judge", recording, "--target", target, "--out", out, "--format", "json", ...more];
  const { code, said } = await runProgram(given, { environment, seconds: 300 });
  return { code, said, ...summed(join(out, "report.json")) };
}

/** The verdicts, the MUST requirements and checks that some answer showed, and the broken ones. */
export function summed(file) {
  if (!existsSync(file)) return { verdicts: [], musts: [], mustChecks: [], fails: [], warns: [] };
  const { verdicts, requirements } = JSON.parse(readFileSync(file, "utf8"));
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const judged = verdicts.filter(
    ({ outcome, requirement }) => ["pass", "fail"].includes(outcome) && levels.get(requirement) === "MUST",
  );
  return {
    verdicts,
    musts: [...new Set(judged.map(({ requirement }) => requirement))].sort(),
    mustChecks: judged.map(({ check }) => check),
    fails: verdicts.filter(({ outcome }) => ["fail", "flaky", "harness-error"].includes(outcome)),
    warns: verdicts.filter(({ outcome }) => outcome === "warn"),
  };
}

/** Checks whose outcome differs between two sets of verdicts. */
export function otherOutcomes(one, other) {
  const of = (verdicts) => new Map(verdicts.map(({ check, outcome }) => [check, outcome]));
  const [first, second] = [of(one), of(other)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((check) => first.get(check) !== second.get(check))
    .map((check) => `${check}: ${first.get(check) ?? "none"} and ${second.get(check) ?? "none"}`);
}

/** A verdict in one line. */
export const inOneLine = ({ outcome, check, expected = "", received = "" }, most = 400) =>
  `${outcome} ${check}: expected ${expected.slice(0, most)}; received ${received.slice(0, most)}`.replaceAll(
    /\s+/g,
    " ",
  );
