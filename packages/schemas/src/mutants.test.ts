import { describe, expect, it } from "vitest";
import { bindContract } from "./bind.ts";
import { Components } from "./derive/components.ts";
import { BUNDLED_PROFILES } from "./derive/outputs.ts";
import { standardError } from "./errors.ts";
import { exampleOf } from "./example.ts";
import type { JsonSchema } from "./json-schema.ts";
import { singleViolations } from "./mutants.test-support.ts";
import { neutral } from "./profiles/neutral.ts";
import { tokenError } from "./resources/token.ts";
import { createValidator } from "./validate.ts";

const validator = createValidator();
const answers = createValidator({ answers: true });

/** All titled schemas in the bodies and answers of a profile, at any depth. */
function resources(profile: (typeof BUNDLED_PROFILES)[number]): [string, JsonSchema][] {
  const all = new Components();
  const routes = bindContract(profile).operations.flatMap((operation) => operation.routes);
  for (const { body, result } of routes) {
    if (body) all.refer(body.schema);
    if (result && "schema" in result) all.refer(result.schema);
  }
  for (const error of [standardError, tokenError]) all.refer(error);
  return [...all.whole];
}

describe.each(BUNDLED_PROFILES)("every resource under profile $name", (profile) => {
  const named = resources(profile);

  it("accepts all its examples", () => {
    expect(named.length).toBeGreaterThan(60);
    for (const [name, schema] of named) {
      for (const value of [exampleOf(schema), ...(schema.examples ?? [])])
        expect(validator.violations(schema, value), name).toEqual([]);
    }
  });

  it("rejects every value that breaks one of its keywords, and names the place", () => {
    const seen = new Set<string>();
    const missed: string[] = [];
    for (const [name, schema] of named) {
      for (const { pointer, keyword, value } of singleViolations(schema, exampleOf(schema))) {
        const noticed = validator.violations(schema, value).some(
          (found) =>
            (found.pointer === pointer && found.keyword === keyword) ||
            // The discriminator is validated at the alternatives, not at the member itself.
            (found.keyword === "discriminator" && pointer.startsWith(`${found.pointer}/`)),
        );
        if (!noticed) missed.push(`${name}: ${keyword} at "${pointer}" in ${JSON.stringify(value)}`);
        seen.add(keyword);
      }
    }
    expect(missed).toEqual([]);
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        "const",
        "enum",
        "format",
        "maxItems",
        "maxLength",
        "maximum",
        "minLength",
        "minimum",
        "pattern",
        "required",
        "type",
      ]),
    );
  });
});

it("no answer is invalid because of an unknown member, at any depth", () => {
  const unknown = { plumblineUnknown: { deep: [1, "two", null] } };
  let judged = 0;
  for (const { id, routes } of bindContract(neutral).operations) {
    for (const { result } of routes) {
      if (result === undefined || !("schema" in result)) continue;
      const value = withUnknown(result.schema, exampleOf(result.schema), unknown);
      expect(answers.violations(result.schema, value), id).toEqual([]);
      judged += 1;
    }
  }
  expect(judged).toBeGreaterThan(60);
});

/** The value with an additional member in each of its objects, except maps, whose members all have one schema. */
function withUnknown(schema: JsonSchema, value: unknown, more: object): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknown(schema.items ?? {}, item, more));
  if (typeof value !== "object" || value === null || typeof schema.additionalProperties === "object") return value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    withUnknown(schema.properties?.[name] ?? {}, inner, more),
  ]);
  return { ...Object.fromEntries(members), ...more };
}
