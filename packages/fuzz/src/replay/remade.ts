import { versionLabel } from "@plumbline/schemas";
import type { BodyParts } from "../cases/bodies.ts";
import { candidates } from "../cases/candidates.ts";
import { familyOf, subjectsOf, unknownParameter } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import type { Failure } from "../failures/failure.ts";
import { shapedLike } from "./shaped-like.ts";

/** The fuzzer's own request that a stored failure names, or the reason why there is none for this target. */
export type Remade = { readonly testCase: TestCase } | { readonly reason: string };

/**
 * Recreates the request of a stored failure. A file only selects one of the fuzzer's own requests and the members to
 * leave out; none of its values are sent. Ids, names and addresses come from the current target.
 */
export function remade({ testCase, seed }: Failure, parts: BodyParts): Remade {
  const { contract, world } = parts;
  const operation = contract.operation(testCase.operation);
  const family = familyOf(operation);
  if (family === undefined) return { reason: `the fuzzer does not send ${testCase.operation}` };
  const choice = { operations: [testCase.operation], versions: [testCase.version] };
  const [subject] = subjectsOf(contract, world, family, choice);
  if (subject === undefined) {
    const name = unknownParameter(world, operation);
    return {
      reason:
        name === undefined
          ? (world.unbound.get(`${testCase.operation}/${testCase.version}`) ??
            `the target does not have ${testCase.operation}`)
          : `the run knows no ${name}: state fixtures.${name} in the target file`,
    };
  }
  const named = candidates(family, subject, { ...testCase, seed }, parts).filter(
    (one) => cellOf(one) === cellOf(testCase),
  );
  const found = named.find((one) => frameOf(one) === frameOf(testCase));
  if (found === undefined) return { reason: unplanned(testCase, named.length > 0) };
  return { testCase: shapedLike(found, testCase.call.rawBody, subject.operation.body?.schema) };
}

/** The key that distinguishes the requests of a plan. */
const cellOf = ({ aim, level, base, name, shows, elsewhere }: Failure["testCase"]): string =>
  JSON.stringify([aim, level, base, name, shows.location, shows.pointer, shows.keyword, shows.side, elsewhere]);

/** The parts of a call that are the same for all targets, unlike the values of a body and of a path. */
function frameOf({
  call: { query = {}, rawQuery, path = {}, rawBody, contentType, accept, invalid, open, who },
}: Failure["testCase"]) {
  const sorted = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    sorted,
    rawQuery,
    Object.keys(path),
    rawBody === undefined,
    contentType,
    accept,
    invalid,
    open,
    who,
  ]);
}

function unplanned({ operation, version, aim, name, shows }: Failure["testCase"], isNamed: boolean): string {
  const what = `${aim} ${operation}/${versionLabel(version)} ${name} (${shows.side})`;
  return isNamed
    ? `the fuzzer sends ${what} with another query, header or path: store it again with "plumbline fuzz"`
    : `the fuzzer plans no request ${what} for this target: store it again with "plumbline fuzz", or remove it`;
}
