import { conduct } from "@plumbline/conformance";
import { FuzzLog, coverageOf, fuzzRequirements } from "@plumbline/fuzz";
import { startReference } from "@plumbline/reference";
import { emptyWorld } from "@plumbline/conformance";
import { targetOfReference } from "../targets/reference.ts";
import { openPrism } from "../targets/prism.ts";
import { it } from "vitest";
import { writeFileSync } from "node:fs";
const show = (report: any, log: any, target: any, name: string) => {
  const bad = report.verdicts.filter((v: any) => v.outcome !== "pass");
  const cov = coverageOf(log, target.contract, emptyWorld(target), target.versions);
  writeFileSync(`/tmp/out/${name}.txt`, [
    `requests ${log.requests} defects ${log.defects} failures ${log.failures.length} cells ${cov.proven}/${cov.total} ms ${report.run.milliseconds}`,
    ...bad.map((v: any) => `${v.outcome} ${v.check} ${v.reason ?? v.note ?? v.message ?? `${v.expected} <- ${v.received}`}`.slice(0, 400)),
    "--- changes", ...log.changes.filter((c:any)=>c.state==="left").map((c: any) => JSON.stringify(c)),
    "--- ops", ...cov.operations.map((o: any) => JSON.stringify(o)), ...cov.warnings,
    "--- why", ...Object.entries(cov.cells.filter((c: any) => c.verdict === "missing" || c.verdict==="unspecified").reduce((m: any, c: any) => ({ ...m, [`${c.operation} ${c.why}`]: (m[`${c.operation} ${c.why}`] ?? 0) + 1 }), {})).map(([k, v]) => `${v} ${k}`.slice(0,300)),
  ].join("\n"));
};
it.skipIf(!process.env["REF"])("reference", async () => {
  const reference = await startReference({ seed: 1 });
  const target = targetOfReference(reference, []);
  const log = new FuzzLog();
  const report = await conduct(target, { requirements: fuzzRequirements({ seed: 1, requests: 20000, log }), command: "x", runId: "x", toolVersion: "0" });
  await reference.close();
  show(report, log, target, "ref");
}, 200000);
it.skipIf(!process.env["PRISM"])("prism", async () => {
  const given: any = { one: () => undefined, integer: () => undefined };
  const opened = await openPrism(given);
  const log = new FuzzLog();
  const report = await conduct(opened.target, { requirements: fuzzRequirements({ seed: 1, requests: 20000, log }), command: "x", runId: "x", toolVersion: "0" });
  await opened.close();
  show(report, log, opened.target, "prism");
}, 200000);
