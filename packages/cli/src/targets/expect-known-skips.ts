import { nearest } from "@plumbline/schemas/nearest";
import { everyRequirement } from "../every-requirement.ts";
import { readTargetFile } from "../target-file/read.ts";
import { UsageError } from "../usage-error.ts";

/**
 * Checks that each requirement that a target file skips exists. Loaded only for target files, because the rules of the
 * fuzzer take long to load.
 * @throws UsageError for an id or pattern that matches nothing, with its line and the nearest known id.
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
