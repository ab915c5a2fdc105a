import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Asked } from "../arguments.ts";
import { type Drawing, drawn } from "../drawing.ts";
import type { Finding } from "../finding.ts";
import { instrument } from "../instrument.ts";
import type { Mutant } from "../mutant.ts";
import { sourcesOf } from "../sources.ts";
import type { Tried } from "../tally.ts";
import { inWorkers } from "../workers/in-workers.ts";
import { NOT_MUTATED } from "./asides.ts";
import { bundle } from "./bundle.ts";
import type { Coverage } from "./honest.ts";
import { nearestChecks } from "./narrow.ts";
import type { Order, Result } from "./worker.ts";

const WORKER = fileURLToPath(new URL("./worker.js", import.meta.url));

/** No run of the suite takes longer, unless its server keeps it busy without end. */
const LONGEST = 600_000;

/** A mutant that is reached this much more often than without a mutant is in an endless loop. */
const LOOPS = { times: 20, more: 10_000 };

/** Tries mutants of the reference: the suite runs against it in the same process, as in `plumbline faults`. */
export async function tryReference(
  root: string,
  asked: Asked,
  told: { readonly drawn: (drawing: Drawing) => void; readonly tried: (tried: Tried) => void },
): Promise<void> {
  const folder = join(root, "packages", "reference");
  const sources = sourcesOf(folder).filter(({ file }) => !NOT_MUTATED.some((one) => one.file.test(file)));
  const instrumented = await instrument("reference", sources);
  const path = await bundle(folder, instrumented.files);
  const coverage = await honestRun(path);
  const reached = instrumented.mutants.filter(({ key }) => coverage.hits[key] !== undefined);
  const drawing = drawn(asked, instrumented, reached);
  told.drawn(drawing);
  const loading = new Set(coverage.loading);
  const orders = drawing.chosen.map((mutant) => ({
    mutant,
    order: {
      kind: "trial",
      path,
      trial: {
        key: mutant.key,
        most: (coverage.hits[mutant.key] ?? 0) * LOOPS.times + LOOPS.more,
        anew: loading.has(mutant.key),
        checks: nearestChecks(checksFor(mutant, reached, coverage)),
      },
    } satisfies Order,
  }));
  const mutants = new Map(orders.map(({ order, mutant }) => [order.trial.key, mutant]));
  await inWorkers<Order, Result>(
    orders.map(({ order }) => order),
    {
      worker: WORKER,
      size: asked.jobs,
      milliseconds: Math.min(LONGEST, Math.max(120_000, 8 * coverage.milliseconds)),
      lost: (_order, how) => ({ kind: "trial", finding: lost(how) }),
      done: (order, result) => {
        const mutant = order.kind === "trial" ? mutants.get(order.trial.key) : undefined;
        if (mutant !== undefined && result.kind === "trial") told.tried({ mutant, finding: result.finding });
      },
    },
  );
}

const lost = (how: "stuck" | "ended"): Finding =>
  how === "stuck" ? { kind: "hung" } : { kind: "unjudged", why: "the process ended" };

/** A run without an active mutant must pass, otherwise results mean nothing. */
async function honestRun(path: string): Promise<Coverage> {
  const found: Coverage[] = [];
  await inWorkers<Order, Result>([{ kind: "honest", path }], {
    worker: WORKER,
    size: 1,
    milliseconds: LONGEST,
    lost: (_order, how) => {
      throw new Error(`the run without any mutant ${how === "stuck" ? "does not end" : "ended its process"}`);
    },
    done: (_order, result) => {
      if (result.kind === "honest") found.push(result.coverage);
    },
  });
  const [coverage] = found;
  if (coverage?.exit !== 0) throw new Error(`the run without any mutant does not pass: exit code ${coverage?.exit}`);
  return coverage;
}

/** Neighbours whose checks are used for a mutant that only the loading of the module reached. */
const NEIGHBOURS = 5;

/**
 * The checks that reach a mutant; for one that acts only before the first request, those that reach the code around it.
 */
function checksFor(mutant: Mutant, reached: readonly Mutant[], { checks }: Coverage): readonly string[] {
  const own = checks[mutant.key];
  if (own !== undefined) return own;
  const around = reached
    .filter(({ file, key }) => file === mutant.file && checks[key] !== undefined)
    .toSorted((one, other) => Math.abs(one.line - mutant.line) - Math.abs(other.line - mutant.line))
    .slice(0, NEIGHBOURS);
  return [...new Set(around.flatMap(({ key }) => checks[key] ?? []))];
}
