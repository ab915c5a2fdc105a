import { checkProfile, InvalidProfileError, type Profile } from "@plumbline/schemas";
import { Ajv } from "ajv";
import { UsageError } from "../usage-error.ts";
import { takeNatural } from "./natural.ts";
import { dotted, problems } from "./problems.ts";
import { bundledProfile, isProfileFile, profileOf, statesPaths } from "./profile.ts";
import { mistakesInProfile } from "./read.ts";
import { targetFileSchema } from "./schema.ts";
import { mistakesInStatedRoutes } from "./stated-routes.ts";
import type { ProfileChange, TargetFile } from "./target-file.ts";
import { readYaml } from "./yaml-file.ts";

/**
 * A profile, and whether the user named it: then its paths are the target's, whether or not the description states
 * them.
 */
export interface NamedProfile {
  readonly profile: Profile;
  readonly statesPaths: boolean;
}

/**
 * The profile that `--profile` names: a bundled one, or a file.
 * @throws UsageError for an unknown name, and as `readProfileFile` does.
 */
export function profileNamed(name = "neutral"): Profile {
  return namedProfile(name).profile;
}

/** The same, with whether that states the target's paths. */
export function namedProfile(name: string): NamedProfile {
  return isProfileFile(name) ? readProfileFile(name) : { profile: bundledProfile(name), statesPaths: true };
}

/**
 * Reads a profile from a file of its own, YAML or JSON: the content of `profile` in a target file, with `operations`
 * next to it. A target file works too; only these two members of it are read.
 * @throws UsageError that names the file and line, and the broken rule.
 */
export function readProfileFile(path: string): NamedProfile {
  const { value, place } = readYaml(path, "profile file", { take: takeNatural });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const received = Array.isArray(value) ? "a list" : `a single value (${value === null ? "nothing" : typeof value})`;
    throw new UsageError(`${path}: expected an object such as "base: neutral", received ${received}`);
  }
  const { profile, operations, ...rest } = value as Partial<TargetFile>;
  const isTarget = "baseUrl" in value;
  const change: Pick<TargetFile, "profile" | "operations"> = isTarget
    ? { ...(profile === undefined ? {} : { profile }), ...(operations && { operations }) }
    : { profile: rest as ProfileChange, ...(operations && { operations }) };
  const validate = new Ajv({ allErrors: true, strict: false, verbose: true }).compile(
    isTarget ? targetForm() : profileForm(),
  );
  if (!validate(isTarget ? change : value)) throw new UsageError(problems(validate.errors ?? [], place));
  const [mistake] = [...mistakesInProfile(change), ...mistakesInStatedRoutes(change)].map(({ pointer, text }) => ({
    at: isTarget ? pointer : pointer.replace(/^\/profile(?=\/)/, ""),
    text,
  }));
  if (mistake) throw new UsageError(`${place(mistake.at)}: ${dotted(mistake.at)}: ${mistake.text}`);
  try {
    return { profile: checkProfile(profileOf(change)), statesPaths: statesPaths(change.profile) };
  } catch (error) {
    if (error instanceof InvalidProfileError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

const targetMembers = (): { readonly profile: { readonly properties: object }; readonly operations: object } =>
  targetFileSchema.properties as ReturnType<typeof targetMembers>;

const closed = (properties: object): object => ({ type: "object", properties, additionalProperties: false });

const targetForm = (): object => closed({ profile: targetMembers().profile, operations: targetMembers().operations });

function profileForm(): object {
  const { profile, operations } = targetMembers();
  return closed({ ...profile.properties, operations });
}
