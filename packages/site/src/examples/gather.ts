import { everyRequirement } from "@plumbline/cli/every-requirement";
import { targetOfReference } from "@plumbline/cli/reference-target";
import { areaOf, conduct, requirements, type Selection } from "@plumbline/conformance";
import { type Fault, faults, startReference } from "@plumbline/reference";
import type { Report, Verdict } from "@plumbline/report";
import type { Example, Examples, FailingAnswer } from "./example.ts";
import { neutral } from "./neutral.ts";
import { requestLine, shownExchange } from "./shown-exchange.ts";

/** Listed requests of a check. */
const SENT = 10;
/** Areas for which the form of authentication matters. */
const PROOFS: ReadonlySet<string> = new Set(["AUTH", "TOKEN", "METRICS"]);
const TOOL = { command: "plumbline run", runId: "example", toolVersion: "0" };

/** The best fault to show how a rule is broken: the one that breaks the fewest other rules. */
export function faultFor(requirement: string): Fault | undefined {
  return faults
    .filter(({ violates }) => violates.includes(requirement))
    .toSorted((one, other) => one.violates.length - other.violates.length)[0];
}

/** Failing answers for these rules: each fault that shows one is tried on its own reference. */
export async function failingAnswers(
  ids: readonly string[],
  tried: (fault: string) => void = () => undefined,
): Promise<Readonly<Record<string, FailingAnswer>>> {
  const byFault = new Map<Fault, string[]>();
  for (const id of ids) {
    const fault = faultFor(id);
    if (fault === undefined) continue;
    const own = byFault.get(fault);
    if (own === undefined) byFault.set(fault, [id]);
    else own.push(id);
  }
  const found: [string, FailingAnswer][] = [];
  for (const [fault, own] of byFault) {
    const report = await runOn([fault.id], { only: own });
    for (const id of own) {
      const failing = failingOf(report, id, fault.id);
      if (failing !== undefined) found.push([id, failing]);
    }
    tried(fault.id);
  }
  return Object.fromEntries(found);
}

/** The requests that one check of each rule sends to a correct server. */
export async function sentRequests(selection: Selection): Promise<Readonly<Record<string, readonly string[]>>> {
  const report = await runOn([], selection);
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const own = new Set(everyRequirement().flatMap(({ id, kind }) => (kind === "probe" || kind === "story" ? [id] : [])));
  const found = new Map<string, readonly string[]>();
  for (const { requirement, evidence, outcome } of report.verdicts.toSorted(byCheck)) {
    if (!own.has(requirement) || outcome !== "pass" || found.has(requirement)) continue;
    const asked = evidence.flatMap((id) => exchanges.get(id) ?? []).toSorted((one, other) => one.at - other.at);
    const lines = asked.map(requestLine);
    if (lines.length === 0) continue;
    const rest = lines.length - SENT;
    found.set(requirement, rest > 0 ? [...lines.slice(0, SENT), `… ${rest} more`] : lines);
  }
  return Object.fromEntries(found);
}

/** Both kinds of examples for every rule that has any, in the order of the rules. */
export async function gatherExamples(tried: (fault: string) => void): Promise<Examples> {
  const sent = await sentRequests({});
  const failing = await failingAnswers(
    requirements.map(({ id }) => id),
    tried,
  );
  const entries = requirements.map(({ id }): readonly [string, Example] => [
    id,
    { ...(sent[id] && { sent: sent[id] }), ...(failing[id] && { failing: failing[id] }) },
  ]);
  return Object.fromEntries(entries.filter(([, example]) => Object.keys(example).length > 0));
}

/** Sorted, so that the same check is shown each time, whichever finished first. */
const byCheck = (one: Verdict, other: Verdict): number => (one.check < other.check ? -1 : 1);

function failingOf(report: Report, requirement: string, fault: string): FailingAnswer | undefined {
  const broken = report.verdicts
    .filter((verdict) => verdict.requirement === requirement)
    .filter((verdict) => verdict.outcome === "fail" || verdict.outcome === "warn" || verdict.outcome === "flaky")
    .toSorted(byCheck);
  const [shown] = broken;
  if (shown === undefined) return undefined;
  const { check, expected, received, evidence, deciding: { exchange, where, twin } = {} } = shown;
  const found = (id: string | undefined) => report.exchanges.find((one) => one.id === id);
  const deciding = found(exchange ?? evidence.at(-1));
  const compared = found(twin);
  const proof = PROOFS.has(areaOf(requirement));
  return {
    fault,
    check,
    expected: neutral(expected),
    received: neutral(received),
    ...(where && { where }),
    ...(deciding && { deciding: shownExchange(deciding, { as: "decided", proof, ...(where && { where }) }) }),
    ...(compared && { twin: shownExchange(compared, { as: "compared", proof }) }),
  };
}

async function runOn(ids: readonly string[], selection: Selection): Promise<Report> {
  const reference = await startReference({ seed: 1, faults: ids });
  try {
    return await conduct(targetOfReference(reference, ids), { requirements, selection, ...TOOL });
  } finally {
    await reference.close();
  }
}
