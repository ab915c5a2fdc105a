import { NEVER_ISSUED } from "@plumbline/conformance";
import { type BoundOperation, type Contract, readText, versionLabel } from "@plumbline/schemas";
import { preview } from "@plumbline/schemas/validate";
import { KNOWN_SET } from "../cases/known-sets.ts";
import type { Certificate } from "../certificate.ts";
import type { Failure } from "../failures/failure.ts";
import { isJson } from "../failures/is-json.ts";
import { validNames } from "../lexical/valid-texts.ts";
import { breaksExactly } from "../mutants/mutants-of.ts";
import { depthOf } from "../reading/depth.ts";
import type { Objection } from "../reading/format-error.ts";
import { ALERT_CONFIGURATIONS } from "../stateful/kinds.ts";
import { SCENARIO_FORMAT, type Scenario } from "../stateful/scenario.ts";

/** The deepest accepted nesting. The fuzzer's own bodies with one fault have at most 8 levels. */
const DEEPEST = 64;

/**
 * Why a stored failure is invalid under the target's contract: its version is missing, it addresses a forbidden record,
 * or its certificate does not hold for its bytes. `undefined` when it is valid.
 */
export function objectionTo(stored: Failure | Scenario, contract: Contract): Objection | undefined {
  if (stored.format === SCENARIO_FORMAT) {
    const { rule, version } = stored;
    const played = rule === "FUZZ-RACES" ? (["takeSnapshot", "listSnapshots"] as const) : ALERT_CONFIGURATIONS;
    const missing = played.find((operation) => contract.route(operation, version) === undefined);
    return missing === undefined ? undefined : unserved("/version", contract.operation(missing), version);
  }
  const { testCase } = stored;
  const operation = contract.operation(testCase.operation, testCase.version);
  if (contract.route(testCase.operation, testCase.version) === undefined)
    return unserved("/testCase/version", operation, testCase.version);
  return wrongAddress(testCase, operation) ?? wrongCertificate(testCase, operation);
}

const unserved = (
  pointer: string,
  { id, routes }: BoundOperation,
  version: Failure["testCase"]["version"],
): Objection => ({
  pointer,
  expected: `a version that ${id} is served in (${routes.map((route) => versionLabel(route.version)).join(", ")})`,
  received: versionLabel(version),
});

/**
 * A path may contain only one value, which must be that of a missing record: replays otherwise address their own
 * record.
 */
function wrongAddress(
  { aim, shows, elsewhere, call }: Failure["testCase"],
  operation: BoundOperation,
): Objection | undefined {
  const pointer = "/testCase/call/path";
  const names = Object.keys(call.path ?? {});
  const isFault = shows.location === "path";
  if (!isFault)
    return names.length === 0
      ? undefined
      : { pointer, expected: "no path, because the fault is elsewhere", received: preview(call.path, 80) };
  const parameter = operation.pathParameters.find(({ name }) => name === shows.pointer);
  const text = new Map(Object.entries(call.path ?? {})).get(shows.pointer);
  if (parameter === undefined || text === undefined || names.length !== 1)
    return { pointer, expected: `the path parameter ${shows.pointer} alone`, received: preview(call.path, 80) };
  const reading = readText(parameter.schema, text);
  const isOpen =
    elsewhere === true &&
    operation.risk === "read" &&
    validNames(parameter.name, parameter.schema).some((valid) => valid.text === text);
  const isNobodys = aim === "no crash" && operation.risk === "read" && text === NEVER_ISSUED;
  if (isOpen || isNobodys || (elsewhere === undefined && reading.kind === "none" && reading.keyword === shows.keyword))
    return undefined;
  return {
    pointer: `${pointer}/${shows.pointer}`,
    expected: `a text that breaks "${shows.keyword}", so that it addresses nothing`,
    received: preview(text, 80),
  };
}

function wrongCertificate({ aim, certificate, shows, call }: Failure["testCase"], operation: BoundOperation) {
  const pointer = "/testCase/certificate";
  if (certificate === undefined)
    return aim === "refused" && shows.keyword !== KNOWN_SET
      ? { pointer, expected: "a certificate of what is wrong", received: "nothing: the member is absent" }
      : undefined;
  if (aim !== "refused")
    return { pointer, expected: `none beside the aim "${aim}"`, received: preview(certificate, 80) };
  if (holds(certificate, call, operation)) return undefined;
  const { location, keyword } = certificate;
  return {
    pointer,
    expected: `a certificate that holds on the ${location} as stored`,
    received: `one of "${keyword}" at ${preview(certificate.pointer, 60)}: its certificate does not hold`,
  };
}

/** Whether a call has exactly the fault of its certificate. */
function holds(certificate: Certificate, { query, rawBody }: Failure["testCase"]["call"], operation: BoundOperation) {
  const { location, keyword, pointer } = certificate;
  switch (location) {
    case "body":
      if (rawBody === undefined || depthOf(rawBody) > DEEPEST) return false;
      if (keyword === "json") return !isJson(rawBody);
      return isJson(rawBody) && breaks(rawBody, certificate, operation);
    case "form": {
      const fields = JSON.stringify(Object.fromEntries(new URLSearchParams(rawBody)));
      return breaks(fields, { ...certificate, pointer: `/${pointer}` }, operation);
    }
    case "query": {
      const text = new Map(Object.entries(query ?? {})).get(pointer);
      const parameter = operation.query.find(({ name }) => name === pointer);
      if (parameter === undefined || text === undefined) return false;
      if (keyword === "dependentRequired") return Object.keys(query ?? {}).length === 1;
      const reading = readText(parameter.schema, text);
      return reading.kind === "none" && reading.keyword === keyword;
    }
    case "path":
      // `wrongAddress` has checked the path, and nothing else in it can be wrong.
      return true;
    case "header":
      return false;
    default:
      return location satisfies never;
  }
}

const breaks = (text: string, certificate: Certificate, { body }: BoundOperation): boolean =>
  body !== undefined && breaksExactly(body.schema, text, certificate);
