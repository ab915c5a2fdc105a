import { Instrumenter } from "@stryker-mutator/instrumenter";
import { ASIDES, type Place } from "./asides.ts";
import type { Aside, Mutant } from "./mutant.ts";
import { stableIds } from "./stable-id.ts";

/** A source file to search for mutants. */
export interface SourceFile {
  /** Path below `src` of its package. */
  readonly file: string;
  readonly text: string;
}

/** Sources that contain all their mutants at once; `switch.ts` activates one of them. */
export interface Instrumented {
  readonly files: readonly SourceFile[];
  readonly mutants: readonly Mutant[];
  readonly asides: readonly Aside[];
}

/** Inserts every mutant of some files of a package into them. */
export async function instrument(packageName: string, sources: readonly SourceFile[]): Promise<Instrumented> {
  const { files, mutants } = await new Instrumenter(silent).instrument(
    sources.map(({ file, text }) => ({ name: file, content: text, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [{ shouldIgnore: (path) => ruleFor(path as Place) }] },
  );
  const texts = new Map(sources.map(({ file, text }) => [file, text.split("\n")]));
  const found = mutants.map(({ id, fileName, location, mutatorName, replacement, statusReason }) => ({
    key: id,
    file: fileName,
    line: location.start.line + 1,
    operator: mutatorName,
    original: between(texts.get(fileName) ?? [], location),
    replacement,
    rule: statusReason,
  }));
  const ids = stableIds(found.map((one) => ({ ...one, place: `${packageName}/${one.file}` })));
  const all = found.map(({ rule, ...rest }, at): Partial<Aside> & { readonly mutant: Mutant } => ({
    mutant: { id: ids[at] ?? "", ...rest },
    ...(rule !== undefined && { rule }),
  }));
  return {
    files: files.map(({ name, content }) => ({ file: name, text: content })),
    mutants: all.flatMap(({ mutant, rule }) => (rule === undefined ? [mutant] : [])),
    asides: all.flatMap(({ mutant, rule }) => (rule === undefined ? [] : [{ mutant, rule }])),
  };
}

const ruleFor = (place: Place): string | undefined => ASIDES.find(({ holds }) => holds(place))?.name;

interface Position {
  readonly line: number;
  readonly column: number;
}

function between(
  lines: readonly string[],
  { start, end }: { readonly start: Position; readonly end: Position },
): string {
  const taken = lines.slice(start.line, end.line + 1);
  return taken
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === taken.length - 1 ? end.column : undefined))
    .join("\n");
}

const nothing = (): void => undefined;
const never = (): boolean => false;
/** The instrumenter requires a logger. */
const silent = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
