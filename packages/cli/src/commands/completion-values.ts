import type { Flags } from "../flags.ts";

/** A flag that takes a value, with its possible values. */
export interface CompletedFlag {
  readonly name: string;
  readonly values: readonly string[];
  /** The value is or may be a file. */
  readonly files: boolean;
}

/** The possible values of flags, by kind. */
interface Values {
  readonly requirement: readonly string[];
  readonly area: readonly string[];
  readonly level: readonly string[];
  readonly basis: readonly string[];
  readonly operation: readonly string[];
  readonly interface: readonly string[];
  readonly risk: readonly string[];
  readonly permission: readonly string[];
  readonly fault: readonly string[];
  readonly variant: readonly string[];
  readonly profile: readonly string[];
  readonly format: readonly string[];
  readonly target: readonly string[];
  readonly limit: readonly string[];
}

/** The kind of each flag's values, for every command that has the flag. */
export const OF_FLAG: Readonly<Record<string, keyof Values>> = {
  only: "requirement",
  skip: "requirement",
  area: "area",
  level: "level",
  basis: "basis",
  operation: "operation",
  interface: "interface",
  risk: "risk",
  allow: "permission",
  fault: "fault",
  variant: "variant",
  profile: "profile",
  format: "format",
  target: "target",
  limit: "limit",
};

/** Kinds whose values may also be files. */
const OR_FILES: readonly (keyof Values)[] = ["target", "profile"];
/** Placeholders in help for a value that is a file or folder. */
const FILES: readonly string[] = ["FILE", "DIR", "PATH", "FOLDER"];

/** Every flag that takes a value, once, with its values; and all values by kind. */
export async function completedFlags(
  ofCommands: readonly Flags[],
): Promise<{ readonly values: Values; readonly flags: readonly CompletedFlag[] }> {
  const values = await allValues();
  const taking = new Map(ofCommands.flatMap((flags) => Object.entries(flags)).filter(([, flag]) => flag.value));
  const flags = [...taking].map(([name, flag]): CompletedFlag => {
    const kind = OF_FLAG[name];
    if (kind === undefined) return { name, values: [], files: FILES.includes(flag.value ?? "") };
    return { name, values: values[kind], files: OR_FILES.includes(kind) };
  });
  return { values, flags };
}

/**
 * Imported here only, because other commands do not need these modules; a completion script contains all the values.
 */
async function allValues(): Promise<Values> {
  const { areaOf, RISKS } = await import("@plumbline/conformance");
  const { LEVELS } = await import("@plumbline/report");
  const { BUNDLED_PROFILES, INTERFACE_VERSIONS, OPERATION_IDS } = await import("@plumbline/schemas");
  const { listedFaults } = await import("@plumbline/reference/listed-faults");
  const { listedVariants } = await import("@plumbline/reference/listed-variants");
  const { everyRequirement } = await import("../every-requirement.ts");
  const { FORMAT_NAMES } = await import("../output/formats.ts");
  const { CREATES } = await import("../target-file/creates.ts");
  const { PERMISSIONS } = await import("../target-file/schema.ts");
  const rules = everyRequirement();
  return {
    requirement: rules.map(({ id }) => id),
    area: [...new Set(rules.map(({ id }) => areaOf(id)))],
    level: LEVELS,
    basis: ["derived", ...new Set(rules.map(({ basis }) => basis))],
    operation: OPERATION_IDS,
    interface: INTERFACE_VERSIONS,
    risk: RISKS,
    permission: PERMISSIONS,
    fault: listedFaults.map(({ id }) => id),
    variant: listedVariants.map(({ id }) => id),
    profile: BUNDLED_PROFILES.map(({ name }) => name),
    format: FORMAT_NAMES,
    target: ["reference", "prism"],
    limit: CREATES.map((id) => `${id}=`),
  };
}
