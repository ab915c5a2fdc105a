import { Ajv, type ValidateFunction } from "ajv";
import { UsageError } from "../usage-error.ts";
import { mistakesInDeclarations } from "./declarations.ts";
import { mistakesInFixtures } from "./fixture-values.ts";
import type { Mistake } from "./mistake.ts";
import { takeNatural } from "./natural.ts";
import { dotted, problems } from "./problems.ts";
import { profileNameMistake } from "./profile.ts";
import { mistakesInWords } from "./profile-words.ts";
import { targetFileSchema } from "./schema.ts";
import { mistakesInStatedRoutes } from "./stated-routes.ts";
import type { TargetFile } from "./target-file.ts";
import { readYaml } from "./yaml-file.ts";

/** A target file, with the line of each of its values. */
export interface ReadTargetFile {
  readonly path: string;
  readonly file: TargetFile;
  /** `file:line` of the value at a JSON pointer. */
  place(pointer: string): string;
}

/** Compiled once, for the first file: compiling takes longer than all other work on a file. */
let validator: ValidateFunction<TargetFile> | undefined;

/**
 * Reads and checks a target file, YAML or JSON.
 * @throws UsageError that names the file, the line, the expectation and, for an unknown name, the nearest known one.
 */
export function readTargetFile(path: string): ReadTargetFile {
  const { value, place } = readYaml(path, "target file", { take: takeNatural });
  validator ??= new Ajv({ allErrors: true, strict: false, strictNumbers: true, verbose: true }).compile<TargetFile>(
    targetFileSchema,
  );
  const validate = validator;
  if (!validate(value)) throw new UsageError(problems(validate.errors ?? [], place));
  const mistakes = mistakesIn(value);
  if (mistakes.length > 0)
    throw new UsageError(
      mistakes.map(({ pointer, text }) => `${place(pointer)}: ${dotted(pointer)}: ${text}`).join("\n"),
    );
  return { path, file: value, place };
}

/** Mistakes that the schema cannot express; at most five are reported. */
function mistakesIn(file: TargetFile): readonly Mistake[] {
  return [
    ...mistakesInProfile(file),
    ...mistakesInStatedRoutes(file),
    ...mistakesInFixtures(file.fixtures ?? {}),
    ...mistakesInDeclarations(file),
  ].slice(0, 5);
}

/** Mistakes in the words of a profile. Pure. */
export function mistakesInProfile({ profile }: Pick<TargetFile, "profile">): readonly Mistake[] {
  if (profile === undefined) return [];
  const [name, pointer] = typeof profile === "string" ? [profile, "/profile"] : [profile.base, "/profile/base"];
  const text = name === undefined ? undefined : profileNameMistake(name);
  if (text !== undefined) return [{ pointer, text }];
  if (typeof profile === "string") return [];
  const product = productMistake(profile.product ?? "product");
  const own = product === undefined ? [] : [{ pointer: "/product", text: product }];
  return [...own, ...mistakesInWords(profile)].map((mistake) => ({
    ...mistake,
    pointer: `/profile${mistake.pointer}`,
  }));
}

/** The mistake in a product; for a path, it suggests the product in that path. */
export function productMistake(product: string): string | undefined {
  const rule = /^[A-Za-z0-9._~-]+$/;
  if (rule.test(product)) return undefined;
  const segments = product.split("/").filter((segment) => !["", "api", "v2", "v1.0"].includes(segment));
  const [meant = ""] = segments.length === 1 ? segments : [];
  return `expected one segment of a path, of letters, digits, ".", "_", "~" or "-"${rule.test(meant) ? `: did you mean ${meant}?` : ""}`;
}
