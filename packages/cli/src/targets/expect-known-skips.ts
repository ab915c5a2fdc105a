import { nearest } from "@plumbline/schemas/nearest";
import { everyRequirement } from "../every-requirement.ts";
import { readTargetFile } from "../target-file/read.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Looks whether what a target file skips is there to be skipped. Loaded for such files alone: the rules of the fuzzer take a
 * while to come.
 * @throws UsageError for an id or a pattern that names nothing, with its line and the nearest right thing.
 */
export function expectKnownSkips(path: string): void {
  const { file, place } = readTargetFile(path);
  const ids = everyRequirement().map(({ id }) => id);
  for (const [index, { id }] of (file.skip ?? []).entries()) {
    const [name = ""] = id.split("@");
    const isKnown = name.endsWith("*") ? ids.some((one) => one.startsWith(name.slice(0, -1))) : ids.includes(name);
    if (isKnown) continue;
    const close = nearest(name.replace(/\*$/, ""), ids);
    throw new UsageError(
      `${place(`/skip/${index}/id`)}: skip: there is no requirement "${id}": ${close === undefined ? '"plumbline list" shows all of them' : `did you mean "${close}"?`}`,
    );
  }
}
