import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import type { JsonSchema } from "../json-schema.ts";
import { atlas } from "../profiles/atlas.ts";
import { neutral } from "../profiles/neutral.ts";
import { alertConfigInput } from "../resources/alert-config.ts";
import { jsonSchemaFiles } from "./json-schema-files.ts";

function anyAjv(): Ajv2020 {
  // A validator like those of users: it knows the dialect of the files and formats, and no extensions.
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  return ajv;
}

describe.each([
  ["neutral", neutral, "2"],
  ["atlas", atlas, "1.0"],
] as const)("the JSON Schema files of profile %s in version %s", (name, profile, version) => {
  const files = jsonSchemaFiles(bindContract(profile), version);

  it("are named after their titles, each with its own id", () => {
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["alert-configuration.schema.json", "backup-schedule.schema.json", "bundle.schema.json"]),
    );
    for (const [file, schema] of Object.entries(files))
      expect(schema).toMatchObject({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: `urn:plumbline:schema:${name}:${version}:${file.replace(".schema.json", "")}`,
      });
  });

  it("are each self-contained", () => {
    const ajv = anyAjv();
    for (const [file, schema] of Object.entries(files)) {
      const elsewhere = JSON.stringify(schema).match(/"\$ref":"(?!#\/\$defs\/)[^"]*"/g);
      expect(elsewhere, file).toBe(null);
      expect(() => ajv.compile(schema), file).not.toThrow();
    }
  });

  it("can refer to each other, and be referred to from another schema", () => {
    const ajv = anyAjv();
    for (const schema of Object.values(files)) ajv.addSchema(schema);
    for (const [file, schema] of Object.entries(files)) {
      const { $id } = schema as { readonly $id: string };
      const elsewhere = ajv.compile({ $id: `urn:example:${file}`, type: "array", items: { $ref: $id } });
      const own = ajv.compile(schema);
      for (const value of [{}, null, 5, "a", [], ...((schema as JsonSchema).examples ?? [])])
        expect(elsewhere([value]), file).toBe(own(value));
    }
  });

  it("can be loaded together, and reached through the bundle", () => {
    const ajv = anyAjv();
    for (const schema of Object.values(files)) ajv.addSchema(schema);
    const id = `urn:plumbline:schema:${name}:${version}:bundle#/$defs/AlertConfigurationInput`;
    expect(ajv.validate({ $ref: id }, { notifications: [] })).toBe(false);
    const example = exampleOf(
      bindContract(profile).route("createAlertConfig", version)?.body?.schema ?? alertConfigInput,
    );
    expect(ajv.validate({ $ref: id }, example), ajv.errorsText()).toBe(true);
  });
});

it("JSON Schema files distinguish alternatives without OpenAPI's discriminator", () => {
  const files = jsonSchemaFiles(bindContract(neutral), "2");
  expect(JSON.stringify(files)).not.toContain('"discriminator"');
  const accepts = anyAjv().compile(files["notification-input.schema.json"] ?? {});
  expect(accepts({ typeName: "EMAIL" })).toBe(true);
  expect(accepts({ typeName: "NO_SUCH_KIND" })).toBe(false);
  expect(accepts({ typeName: "MONITORING_PLATFORM", delayMin: "soon" })).toBe(false);
});
