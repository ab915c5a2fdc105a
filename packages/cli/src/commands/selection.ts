import { areaOf, type Requirement, type Selection } from "@plumbline/conformance";
import { LEVELS } from "@plumbline/report";
import { INTERFACE_VERSIONS, isOperationId, nearest, OPERATION_IDS } from "@plumbline/schemas";
import type { Flags, Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

export const SELECTION_FLAGS: Flags = {
  only: { value: "ID", many: true, help: "these requirements; PAGE-* takes all that begin so" },
  skip: { value: "ID", many: true, help: "not these requirements" },
  area: { value: "AREA", many: true, help: "requirements of these areas, such as PAGE" },
  level: { value: "LEVEL", many: true, help: "MUST, SHOULD, MAY or UNSPECIFIED" },
  basis: { value: "BASIS", many: true, help: "stated, derived, derived:D1 ... or not-shown" },
  operation: { value: "ID", many: true, help: "checks of these operations" },
  interface: { value: "VERSION", many: true, help: "checks of this interface version: 1.0 or 2" },
};

/**
 * The selection that flags ask for.
 * @throws UsageError for a name that nothing has, with the nearest one.
 */
export function selectionOf(given: Given, requirements: readonly Requirement[]): Selection {
  const ids = requirements.map(({ id }) => id);
  const areas = [...new Set(ids.map(areaOf))];
  for (const flag of ["only", "skip"])
    for (const pattern of given.all(flag) ?? [])
      known(`--${flag}`, "requirement", pattern.split("@")[0] ?? "", ids, true);
  const checked = (flag: string, what: string, all: readonly string[]): readonly string[] | undefined =>
    given.all(flag)?.map((word) => known(`--${flag}`, what, word, all));
  const only = given.all("only");
  const skip = given.all("skip");
  const inAreas = checked("area", "area", areas);
  const levels = checked("level", "level", LEVELS);
  const bases = checked("basis", "basis", [
    "stated",
    "derived",
    "not-shown",
    ...new Set(requirements.map(({ basis }) => basis)),
  ]);
  const operations = checked("operation", "operation", OPERATION_IDS)?.filter(isOperationId);
  const versions = checked("interface", "interface version", INTERFACE_VERSIONS);
  return {
    ...(only && { only }),
    ...(skip && { skip }),
    ...(inAreas && { areas: inAreas }),
    ...(levels && { levels: LEVELS.filter((level) => levels.includes(level)) }),
    ...(bases && { bases }),
    ...(operations && { operations }),
    ...(versions && { versions: INTERFACE_VERSIONS.filter((version) => versions.includes(version)) }),
  };
}

function known(flag: string, what: string, word: string, all: readonly string[], prefixes = false): string {
  if (prefixes && word.endsWith("*") && all.some((one) => one.startsWith(word.slice(0, -1)))) return word;
  if (all.includes(word)) return word;
  const close = nearest(word.replace(/\*$/, ""), all);
  throw new UsageError(
    `${flag}: there is no ${what} "${word}": ${close === undefined ? `"plumbline list" shows what there is` : `did you mean "${close}"?`}`,
  );
}
