import { readFileSync } from "node:fs";
import { checkProfile, InvalidProfileError, nearest, type Profile } from "@plumbline/schemas";
import { Ajv, type ErrorObject } from "ajv";
import { parse, YAMLParseError } from "yaml";
import { UsageError } from "../usage-error.ts";
import { bundledProfile, profileOf } from "./profile.ts";
import { targetFileSchema } from "./schema.ts";
import type { ProfileChange, TargetFile } from "./target-file.ts";
import { yamlProblem } from "./yaml-problem.ts";

/**
 * The profile that `--profile` means: the name of a bundled one, or a file, which has a dot or a slash in it.
 * @throws UsageError for an unknown name, and as `readProfileFile` does.
 */
export function profileNamed(name = "neutral"): Profile {
  return /[./\\]/.test(name) ? readProfileFile(name) : bundledProfile(name);
}

type Members = Readonly<Record<string, unknown>>;
type ProfileFile = ProfileChange & Pick<TargetFile, "operations">;

/**
 * Reads a profile from a file of its own, YAML or JSON: what stands under `profile` in a target file, and `operations`
 * beside it. A target file will do as well; only these two members of it are read.
 * @throws UsageError naming the place by JSON pointer and the rule that it breaks.
 */
export function readProfileFile(path: string): Profile {
  const value = parsed(path);
  const { profile, operations, ...rest } = value as Partial<TargetFile>;
  const isTarget = "baseUrl" in value;
  const change: Pick<TargetFile, "profile" | "operations"> = isTarget
    ? { ...(profile === undefined ? {} : { profile }), ...(operations && { operations }) }
    : { profile: rest as ProfileChange, ...(operations && { operations }) };
  checkForm(path, isTarget ? { ...change } : value, isTarget ? targetForm() : profileForm());
  try {
    return checkProfile(profileOf(change));
  } catch (error) {
    if (error instanceof InvalidProfileError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

function parsed(path: string): Members {
  let value: unknown;
  try {
    // Neither messages nor warnings of the parser are let through: they quote the file, which may be a target file.
    value = parse(readFileSync(path, "utf8"), { prettyErrors: false, logLevel: "error" });
  } catch (error) {
    throw new UsageError(`the profile file ${path} cannot be read: ${reasonOf(error)}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new UsageError(
    `${path}: expected an object such as "base: neutral", received ${Array.isArray(value) ? "a list" : `a single value (${value === null ? "nothing" : typeof value})`}`,
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof YAMLParseError) return yamlProblem(error.code);
  if (error instanceof ReferenceError) return "its aliases (*) cannot be resolved; write the values out";
  return error instanceof Error ? error.message : String(error);
}

const targetMembers = (): {
  readonly profile: { readonly anyOf: readonly { readonly properties?: object }[] };
  readonly operations: object;
} => targetFileSchema.properties as ReturnType<typeof targetMembers>;

const closed = (properties: object): object => ({ type: "object", properties, additionalProperties: false });

const targetForm = (): object => closed({ profile: targetMembers().profile, operations: targetMembers().operations });

function profileForm(): object {
  const { profile, operations } = targetMembers();
  return closed({ ...profile.anyOf.find((one) => one.properties)?.properties, operations });
}

function checkForm(path: string, value: Members, form: object): void {
  const check = new Ajv({ allErrors: true, strict: false, verbose: true }).compile<ProfileFile>(form);
  if (check(value)) return;
  const errors = check.errors ?? [];
  const unknown = errors.filter((error) => error.keyword === "additionalProperties");
  const [error] = unknown.length > 0 ? unknown : errors.filter((one) => one.keyword !== "anyOf");
  throw new UsageError(`${path}: ${error ? rule(error) : "the profile has not the form of one"}`);
}

function rule({ keyword, instancePath, params, message, parentSchema }: ErrorObject): string {
  if (keyword !== "additionalProperties") return `${instancePath || "/"}: ${message ?? keyword}`;
  const name = String(params["additionalProperty"]);
  const known = Object.keys((parentSchema as { readonly properties?: object } | undefined)?.properties ?? {});
  const close = nearest(name, known);
  const hint = close === undefined ? `known are ${known.slice(0, 12).join(", ")}` : `did you mean "${close}"?`;
  return `${instancePath}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}: unknown name: ${hint}`;
}
