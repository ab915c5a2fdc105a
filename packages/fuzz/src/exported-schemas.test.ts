import { atlas, bindContract, type Contract, exampleOf, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { jsonSchemaFiles } from "@plumbline/schemas/json-schema";
import { openApiDocument } from "@plumbline/schemas/openapi";
import { toOpenApi30 } from "@plumbline/schemas/openapi-30";
import { plain } from "@plumbline/schemas/plain";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { mutantsOf } from "./mutants/mutants-of.ts";
import { strictAjv } from "./strict-ajv.test-support.ts";

/*
 * Checks the exported schemas with a validator that refuses unknown keywords, on valid values and on values with one
 * fault.
 */

/**
 * PLUMBLINE_FULL judges every value by every schema. Otherwise every eleventh is judged by the files, and fewer by the
 * documents, whose schemas are those of the files again.
 */
const [EVERY_OF_FILES, EVERY_OF_DOCUMENTS] = process.env["PLUMBLINE_FULL"] === undefined ? [11, 53] : [1, 1];

type Version = (typeof INTERFACE_VERSIONS)[number];
type Judge = (value: unknown) => boolean;

/**
 * A validator that knows Plumbline's keywords and is otherwise as strict, so both give the same verdict on a schema.
 */
function withOurWords(): Ajv2020 {
  return strictAjv().addVocabulary(["x-values", "x-known-values", "x-level", "x-provisional", "discriminator"]);
}

/** Members of a document that are not schemas, which a validator of the whole document must ignore. */
const AROUND = ["openapi", "info", "servers", "tags", "paths", "components"];

const judgesOfFiles = (ajv: Ajv2020, files: Readonly<Record<string, object>>): ReadonlyMap<string, Judge> =>
  new Map(Object.entries(files).map(([name, schema]) => [name, ajv.compile(schema)]));

/** A judge for each distinct schema anywhere in a document, by the place of its first occurrence. */
function judgesOfDocument(ajv: Ajv2020, document: object): ReadonlyMap<string, Judge> {
  ajv.addVocabulary(AROUND).addSchema(document, "document");
  const distinct = new Map(schemasIn(document).map(({ pointer, text }) => [text, pointer]));
  return new Map([...distinct.values()].map((at) => [ofSuccess(at), ajv.compile({ $ref: `document#${at}` })]));
}

/** The plain form lists the success statuses for which the ordinary form has a range. */
const ofSuccess = (pointer: string): string => pointer.replace(/\/responses\/2\w\w\//, "/responses/2XX/");

function schemasIn(value: unknown, at = ""): readonly { readonly pointer: string; readonly text: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const pointer = `${at}/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
    if (name === "example") return [];
    if (name === "schema" || at === "/components/schemas") return [{ pointer, text: JSON.stringify(inner) }];
    return schemasIn(inner, pointer);
  });
}

/** The values of requests and answers, valid or with one fault. */
function valuesOf(
  contract: Contract,
  version: Version,
): readonly { readonly value: unknown; readonly right: boolean }[] {
  const bodies = contract.operations.flatMap(({ id, routes }) =>
    routes.flatMap(({ version: own, body, result }) => {
      if (own !== version && own !== "standalone") return [];
      const schemas = [...(body ? [body.schema] : []), ...("schema" in result ? [result.schema] : [])];
      return schemas.map((schema) => ({ operation: id, schema, base: exampleOf(schema) }));
    }),
  );
  const texts = bodies.flatMap((body) => [
    { text: JSON.stringify(body.base), right: true },
    ...mutantsOf(body).mutants.map(({ text }) => ({ text, right: false })),
  ]);
  return [...new Map(texts.map((one) => [one.text, one])).values()].map(({ text, right }) => ({
    value: JSON.parse(text),
    right,
  }));
}

const all = [neutral, atlas].flatMap((profile) => INTERFACE_VERSIONS.map((version) => ({ profile, version })));
/** Each profile and each version is in one of two forms. */
const forms =
  EVERY_OF_FILES === 1 ? all : all.filter(({ profile, version }) => (profile === neutral) === (version === "2"));

describe.each(forms)("the export of $version in the names of $profile.name", ({ profile, version }) => {
  const contract = bindContract(profile);
  const values = valuesOf(contract, version);
  const files = jsonSchemaFiles(contract, version);
  const document = openApiDocument(contract, { versions: [version] });

  const compare = (ordinary: ReadonlyMap<string, Judge>, bare: ReadonlyMap<string, Judge>, every = 1): void => {
    const tried = values.filter((_, index) => index % every === 0);
    expect([...bare.keys()]).toEqual([...ordinary.keys()]);
    let refused = 0;
    for (const [name, judge] of ordinary)
      for (const { value } of tried) {
        const accepted = judge(value);
        if (bare.get(name)?.(value) !== accepted) expect.fail(`${name} judges ${JSON.stringify(value)} in two ways`);
        if (!accepted) refused += 1;
      }
    expect(refused).toBeGreaterThan(tried.length);
  };

  it("has JSON Schemas that compile in strict mode, with the same verdicts in their plain form", () => {
    expect(Object.keys(files).length).toBeGreaterThan(100);
    const bare = Object.fromEntries(Object.entries(files).map(([name, schema]) => [name, plain(schema)]));
    expect(JSON.stringify(bare)).not.toMatch(/"(x-[^"]*|discriminator)":/);
    expect(() => strictAjv().compile(files["alert-configuration.schema.json"] ?? {})).toThrow("unknown keyword");
    compare(judgesOfFiles(withOurWords(), files), judgesOfFiles(strictAjv(), bare), EVERY_OF_FILES);
  });

  it("has an OpenAPI document whose schemas compile in strict mode, with the same verdicts in plain form", () => {
    const bare = plain(document);
    expect(JSON.stringify(bare)).not.toMatch(/"(x-[^"]*|discriminator)":/);
    expect(JSON.stringify(plain(toOpenApi30(document)))).not.toMatch(/"x-[^"]*":/);
    compare(judgesOfDocument(withOurWords(), document), judgesOfDocument(strictAjv(), bare), EVERY_OF_DOCUMENTS);
  });

  it("accepts valid bodies, and refuses bodies with one fault", () => {
    const bundle = strictAjv().addSchema(plain(files["bundle.schema.json"] ?? {}), "bundle");
    let wrong = 0;
    for (const { id, routes } of contract.operations)
      for (const { version: own, body } of routes) {
        if (own !== version || body?.schema.title === undefined) continue;
        const { title } = body.schema;
        const names = [`${title}Input`, title];
        const judge = names.map((name) => bundle.getSchema(`bundle#/$defs/${name}`)).find((one) => one !== undefined);
        const base = exampleOf(body.schema);
        expect(judge?.(base), `${id}: ${title}`).toBe(true);
        for (const { text, certificate } of mutantsOf({ operation: id, schema: body.schema, base }).mutants) {
          expect(judge?.(JSON.parse(text)), `${id}: ${certificate.keyword} ${certificate.pointer}`).toBe(false);
          wrong += 1;
        }
      }
    expect(wrong).toBeGreaterThan(200);
  });
});
