import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { conduct, requirements } from "@plumbline/conformance";
import { type Fault, faults, type Reference, startReference } from "@plumbline/reference";
import type { ReportExchange, Verdict } from "@plumbline/report";
import { expect, it } from "vitest";
import { targetOfReference } from "../targets/reference.ts";
import { ACCOUNT_VARIABLES, keyVariables, METRICS_VARIABLES } from "../targets/secret-variables.ts";
import { affectedBy } from "./affected.ts";

const noCurl = spawnSync("curl", ["--version"]).error !== undefined;
/** PLUMBLINE_FULL tries every fault, which takes minutes. */
const SAMPLE = process.env["PLUMBLINE_FULL"] === undefined ? faults.filter((_, index) => index % 520 === 7) : faults;
/** Limit of rules for one fault; most faults have one. */
const MOST_RULES = 4;

// The long variant sends thousands of curl lines, each in a process of its own.
it.skipIf(noCurl)(
  "shows the violation again where the printed curl line is sent (needs curl)",
  { timeout: 3_600_000 },
  async () => {
    let shown = 0;
    const missed: string[] = [];
    for (const fault of SAMPLE) {
      for (const [check, isShown] of await sendsAgain(fault)) {
        if (isShown) shown += 1;
        else missed.push(`${fault.id}: ${check}`);
      }
    }
    const all = shown + missed.length;
    process.stdout.write(
      `${shown} of ${all} printed requests show the violation; the others: ${missed.join(", ") || "none"}\n`,
    );
    expect(all).toBeGreaterThan(SAMPLE.length / 4);
    expect(shown / all).toBeGreaterThanOrEqual(0.98);
  },
);

/**
 * Each rule that a fault breaks in a single answer to a read, and whether the printed request shows the violation
 * again.
 */
async function sendsAgain(fault: Fault): Promise<readonly (readonly [check: string, isShown: boolean])[]> {
  const faulty = await startReference({ seed: 1, faults: [fault.id] });
  const { keys, serviceAccount, blockedServiceAccount, metrics } = faulty;
  const honest = await startReference({ seed: 1, secrets: { keys, serviceAccount, blockedServiceAccount, metrics } });
  try {
    const report = await conduct(targetOfReference(faulty, [fault.id]), {
      requirements: affectedBy(fault, requirements),
      command: "test",
      runId: "test",
      toolVersion: "0",
    });
    const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
    const alone = new Set(report.requirements.filter(({ kind }) => kind !== "story").map(({ id }) => id));
    const broken = report.verdicts.filter(isBroken).filter(({ requirement }) => alone.has(requirement));
    const firsts = new Map(broken.map((verdict) => [verdict.requirement, verdict]));
    const results: (readonly [string, boolean])[] = [];
    for (const { check, deciding } of [...firsts.values()].slice(0, MOST_RULES)) {
      const exchange = exchanges.get(deciding?.exchange ?? "");
      if (deciding?.where === undefined || exchange?.curl === undefined || !isOneRead(exchange)) continue;
      const recorded = partOf(exchange.response, deciding.where);
      const again = partOf(await sent(exchange.curl, faulty), deciding.where);
      const elsewhere = exchange.curl
        .replaceAll(faulty.url, honest.url)
        .replaceAll(new URL(faulty.metricsUrl).origin, new URL(honest.metricsUrl).origin);
      const right = partOf(await sent(elsewhere, honest), deciding.where);
      // The report has only the beginning of a long answer; then the correct server's answer must merely differ.
      const isWhole = !("truncated" in exchange.response && exchange.response.truncated);
      results.push([check, again !== right && (!isWhole || again === recorded)]);
    }
    return results;
  } finally {
    await Promise.all([faulty.close(), honest.close()]);
  }
}

const isBroken = (verdict: Verdict): verdict is Extract<Verdict, { outcome: "fail" | "warn" }> =>
  verdict.outcome === "fail" || verdict.outcome === "warn";

/** Records that the run created, and the nonce of a signed request, no longer exist when the line is sent. */
const isOneRead = ({ request, curl = "" }: ReportExchange): boolean =>
  request.method === "GET" && !request.url.includes("plumbline-") && !/authorization:/i.test(curl);

/** The deciding part of an answer, without values that differ between answers; ids of both worlds are equal. */
function partOf(response: ReportExchange["response"], where: string): string {
  if (!("status" in response)) return response.fault;
  if (where === "status") return String(response.status);
  const header = /^header (.+)$/.exec(where)?.[1]?.toLowerCase();
  const text =
    header === undefined
      ? `${response.status} ${valueAt(response.body, where)}`
      : response.headers.flatMap(([name, value]) => (name.toLowerCase() === header ? value : [])).join(", ");
  return text.replace(/nonce="[^"]+"/g, "nonce").replace(/\d{4}-\d\d-\d\dT[\d:.]+/g, "<time>");
}

function valueAt(body: string, pointer: string): string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body;
  }
  const names = pointer.split("/").slice(1);
  const found = names.reduce<unknown>((inner, name) => {
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined;
  }, value);
  return JSON.stringify(found) ?? "nothing";
}

async function sent(line: string, reference: Reference): Promise<ReportExchange["response"]> {
  // curl exits with a code of its own for a truncated answer, and still prints the received part.
  const { stdout } = await promisify(execFile)("sh", ["-c", line], {
    env: { ...process.env, ...variables(reference) },
    maxBuffer: 2 ** 26,
  }).catch((error: { readonly stdout: string }) => error);
  // The last head belongs to the answer; a challenge may precede it.
  const parts = stdout.split("\r\n\r\n");
  const at = parts.findLastIndex((part) => /^HTTP\/1\.1 \d{3}/.test(part));
  const [first = "", ...fields] = (parts[at] ?? "").split("\r\n");
  const headers = fields.map((field): [string, string] => {
    const [, name = "", value = ""] = /^([^:]*):\s*(.*)$/.exec(field) ?? [];
    return [name, value];
  });
  const body = parts.slice(at + 1).join("\r\n\r\n");
  return { status: Number(first.split(" ")[1]), headers, body, bodyBytes: body.length, truncated: false };
}

function variables({ keys, serviceAccount, metrics }: Reference): Readonly<Record<string, string>> {
  const own = Object.entries(keys).flatMap(([label, { publicKey, privateKey }]) => {
    const { userVariable, secretVariable } = keyVariables(label as keyof Reference["keys"]);
    return [
      [userVariable, publicKey],
      [secretVariable, privateKey],
    ];
  });
  return {
    ...Object.fromEntries(own),
    [ACCOUNT_VARIABLES.idVariable]: serviceAccount.clientId,
    [ACCOUNT_VARIABLES.secretVariable]: serviceAccount.clientSecret,
    [METRICS_VARIABLES.userVariable]: metrics.username,
    [METRICS_VARIABLES.secretVariable]: metrics.password,
  };
}
