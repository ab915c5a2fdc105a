// Judges one server that lacks operations, and reports the result.
import { conduct, requirements } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { exitCode } from "@plumbline/report";
import { bindContract, INTERFACE_VERSIONS, operations } from "@plumbline/schemas";
import { bundledProfile } from "../../cli/dist/target-file/profile.js";
import { targetOfReference } from "../../cli/dist/targets/reference.js";

const RED = ["fail", "warn", "flaky"];

/** The profile of a server without these operations. */
function lacking(profile, absent) {
  const isAlone = (id) => operations[id].standalone !== undefined;
  const none = Object.fromEntries(INTERFACE_VERSIONS.map((version) => [version, null]));
  const [alone, rest] = [absent.filter(isAlone), absent.filter((id) => !isAlone(id))];
  return {
    ...profile,
    routes: { ...profile.routes, ...Object.fromEntries(rest.map((id) => [id, none])) },
    standalonePaths: { ...profile.standalonePaths, ...Object.fromEntries(alone.map((id) => [id, null])) },
  };
}

/** The fixtures that the doctor finds on the complete server: the same seed creates the same world. */
async function fixturesOf(profile) {
  const reference = await startReference({ profile, seed: 1 });
  const report = await conduct(targetOfReference(reference, []), {
    ...about,
    requirements: requirements.slice(0, 1),
    selection: {},
  }).catch(() => undefined);
  await reference.close();
  const found = (report?.doctor ?? []).flatMap(({ text }) => {
    const [, name, value] = /^the run found (\w+) (\S+) on the target$/.exec(text) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(found);
}

const about = { command: "partial", runId: "partial", toolVersion: "0.0.0" };

process.once("message", async ({ absent, profile: name, undeclared, faults }) => {
  const began = performance.now();
  try {
    const whole = bundledProfile(name);
    const fixtures = await fixturesOf(whole);
    const reference = await startReference({ profile: lacking(whole, absent), seed: 1, faults });
    const target = targetOfReference(reference, faults);
    const own = undeclared ? { ...target, contract: bindContract(whole) } : target;
    const report = await conduct({ ...own, fixtures: { ...fixtures, ...own.fixtures } }, { ...about, requirements });
    await reference.close();
    const line = ({ check, outcome, received, message, reason }) =>
      `${outcome} ${check}: ${String(received ?? message ?? reason).slice(0, 300)}`;
    const level = new Map(report.requirements.map((one) => [one.id, one.level]));
    const must = report.counts.byLevel.MUST;
    process.send({
      outcome: report.outcome,
      exit: exitCode(report, {}),
      must: `${must.pass} of ${Object.values(must).reduce((sum, one) => sum + one, 0)}`,
      reds: report.verdicts.filter(({ outcome }) => RED.includes(outcome)).map(line),
      errors: report.verdicts.filter(({ outcome }) => outcome === "harness-error").map(line),
      lacking: report.verdicts
        .filter(({ outcome, requirement }) => outcome === "could-not-run" && level.get(requirement) === "MUST")
        .map(line),
      requests: report.exchanges.length,
      seconds: (performance.now() - began) / 1_000,
    });
  } catch (error) {
    process.send({ broke: error.stack });
  }
});
