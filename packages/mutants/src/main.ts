import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HELP, readArguments } from "./arguments.ts";
import type { Drawing } from "./drawing.ts";
import { type Explanation, ExplanationsError, readExplanations } from "./explained.ts";
import { demandedLine, disagreementLines, scoreLine, survivorLines, tables, triedLine } from "./lines.ts";
import { tryReference } from "./reference/try-reference.ts";
import { disagreement, type Tried } from "./tally.ts";
import { tryByTests } from "./tests/try-by-tests.ts";
import { UsageError } from "./usage-error.ts";

/** The outputs of the program: results, and progress. */
export interface Output {
  readonly out: (text: string) => void;
  readonly note: (text: string) => void;
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const FILE = "packages/mutants/explained.yml";

/** Runs the program. `HELP` lists the exit codes. */
export async function main(args: readonly string[], output: Output): Promise<number> {
  try {
    return await mutants(args, output);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ExplanationsError) {
      output.note(`mutants: ${error.message}\n`);
      return 2;
    }
    output.note(`mutants: ${error instanceof Error ? error.message : String(error)}\n`);
    return 3;
  }
}

async function mutants(args: readonly string[], { out, note }: Output): Promise<number> {
  const asked = readArguments(args);
  if (asked === "help") {
    out(HELP);
    return 0;
  }
  const { packageName } = asked;
  const explanations = explanationsOf(packageName);
  const began = performance.now();
  const tried: Tried[] = [];
  const drawings: Drawing[] = [];
  const told = {
    drawn: (drawing: Drawing) => {
      drawings.push(drawing);
      out(drawingLine(packageName, drawing));
    },
    tried: (one: Tried) => {
      tried.push(one);
      note(`${tried.length}/${drawings[0]?.chosen.length} ${triedLine(one)}`);
    },
  };
  if (packageName === "reference") await tryReference(ROOT, asked, told);
  else await tryByTests(ROOT, { ...asked, packageName }, told);
  out(survivorLines(packageName, tried, explanations));
  out(tables(tried));
  out(scoreLine(tried, Math.round((performance.now() - began) / 1_000)));
  out(demandedLine(tried, explanations));
  const wrong = disagreementLines(disagreement(tried, explanations, drawings[0]?.all ?? []), FILE);
  out(wrong === "" ? "" : `\n${wrong}`);
  return wrong === "" ? 0 : 1;
}

function explanationsOf(packageName: string): readonly Explanation[] {
  const path = join(ROOT, FILE);
  const all = existsSync(path) ? readExplanations(FILE, readFileSync(path, "utf8")) : [];
  return all.filter(({ id }) => id.startsWith(`${packageName}/`));
}

function drawingLine(packageName: string, { all, asides, looked, reached, chosen }: Drawing): string {
  const rules = [...new Set(asides.map(({ rule }) => rule))].sort();
  const aside = rules.map((name) => `${name} ${asides.filter(({ rule }) => rule === name).length}`).join(", ");
  return `${packageName}: ${all.length} mutants (and set aside: ${aside || "none"}), ${looked} looked at, ${reached.length} of them reached, ${chosen.length} tried\n`;
}
