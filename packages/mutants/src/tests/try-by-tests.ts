import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Asked, PackageName } from "../arguments.ts";
import { type Drawing, drawn, fromUnder } from "../drawing.ts";
import { instrument } from "../instrument.ts";
import type { Mutant } from "../mutant.ts";
import { sampleOf } from "../sample.ts";
import { sourcesOf, testsOf } from "../sources.ts";
import type { Hits } from "../switch.ts";
import type { Tried } from "../tally.ts";
import { inWorkers } from "../workers/in-workers.ts";
import { importersOf, nearestTests } from "./nearest-tests.ts";
import type { Tested } from "./tester.ts";
import type { Order, Result } from "./worker.ts";

const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));

/** No test file takes longer, unless something keeps it busy without end. */
const LONGEST = 300_000;
const LOOPS = { times: 20, more: 10_000 };

type ByTests = Asked & { readonly packageName: Exclude<PackageName, "reference"> };

/** Tries mutants of a package with the tests nearest to the changed file. */
export async function tryByTests(
  root: string,
  asked: ByTests,
  told: { readonly drawn: (drawing: Drawing) => void; readonly tried: (tried: Tried) => void },
): Promise<void> {
  const folder = join(root, "packages", asked.packageName);
  const sources = sourcesOf(folder);
  const importers = importersOf([...sources, ...testsOf(folder)]);
  const near = new Map(sources.map(({ file }) => [file, nearestTests(file, importers)]));
  const instrumented = await instrument(asked.packageName, sources);
  const tested = { folder, texts: join(folder, "node_modules", ".cache", "mutants", "sources.json") };
  mkdirSync(dirname(tested.texts), { recursive: true });
  writeFileSync(tested.texts, JSON.stringify(instrumented.files));
  const pool = poolOf(
    asked,
    instrumented.mutants.filter(({ file }) => (near.get(file) ?? []).length > 0),
  );
  const judges = new Set(pool.flatMap(({ file }) => near.get(file) ?? []));
  const reached = await reachOf(tested, [...judges].toSorted(), asked.jobs);
  const testsFor = ({ file, key }: Mutant): readonly string[] =>
    (near.get(file) ?? []).filter((test) => reached[test]?.[key] !== undefined);
  const drawing = drawn(
    asked,
    instrumented,
    pool.filter((mutant) => testsFor(mutant).length > 0),
    pool.length,
  );
  told.drawn(drawing);
  const mutants = new Map(drawing.chosen.map((mutant) => [mutant.key, mutant]));
  const orders = drawing.chosen.map((mutant): Order => {
    const tests = testsFor(mutant);
    const times = Math.max(...tests.map((test) => reached[test]?.[mutant.key] ?? 0));
    return {
      kind: "trial",
      tested,
      run: { tests, mutant: mutant.key, most: times * LOOPS.times + LOOPS.more },
    };
  });
  await inWorkers<Order, Result>(orders, {
    worker: WORKER,
    size: asked.jobs,
    milliseconds: LONGEST,
    lost: (_order, how) => ({
      kind: "trial",
      finding: how === "stuck" ? { kind: "hung" } : { kind: "unjudged", why: "the process ended" },
    }),
    done: (order, result) => {
      const mutant = order.kind === "trial" ? mutants.get(order.run.mutant) : undefined;
      if (mutant !== undefined && result.kind === "trial") told.tried({ mutant, finding: result.finding });
    },
  });
}

/**
 * Mutants whose coverage is measured, enough for the sample: running all test files would be most of the work for a
 * small sample. They are drawn by the same ranks, so the sample is the same as from all mutants.
 */
function poolOf({ only, under, sample, seed }: ByTests, mutants: readonly Mutant[]): readonly Mutant[] {
  if (only.length > 0) return mutants.filter(({ id }) => only.includes(id));
  return sampleOf(fromUnder(under, mutants), 3 * sample + 20, seed);
}

/** The mutants that each test file reaches while none is active. Test files that fail without a mutant are left out. */
async function reachOf(
  tested: Tested,
  tests: readonly string[],
  jobs: number,
): Promise<Readonly<Record<string, Hits | undefined>>> {
  const found: Record<string, Hits | undefined> = {};
  await inWorkers<Order, Result>(
    tests.map((test) => ({ kind: "reach", tested, tests: [test] })),
    {
      worker: WORKER,
      size: jobs,
      milliseconds: LONGEST,
      lost: () => ({ kind: "reach", reached: {} }),
      done: (_order, result) => {
        if (result.kind === "reach") Object.assign(found, result.reached);
      },
    },
  );
  return found;
}
