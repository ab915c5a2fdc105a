import { bindContract } from "../bind.ts";
import { atlas } from "../profiles/atlas.ts";
import { neutral } from "../profiles/neutral.ts";
import { INTERFACE_VERSIONS } from "../versions.ts";
import { jsonSchemaFiles } from "./json-schema-files.ts";
import { openApiDocument } from "./openapi.ts";
import { toOpenApi30 } from "./openapi-30.ts";

/** The profiles whose documents and validators come with the package. */
export const BUNDLED_PROFILES = [neutral, atlas];

/**
 * Every file that the build writes beside the compiled code, by path, as text. `openapi/` holds one document for each
 * profile, version and format, and one of both versions together in 3.1.
 * @param toYaml writes a plain JSON value as YAML.
 */
export function outputs(toYaml: (value: object) => string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const both = (path: string, value: object): void => {
    files.set(`${path}.json`, toJson(value));
    files.set(`${path}.yaml`, toYaml(value));
  };
  for (const profile of BUNDLED_PROFILES) {
    const contract = bindContract(profile);
    both(`openapi/${profile.name}-all.openapi-3.1`, openApiDocument(contract));
    for (const version of INTERFACE_VERSIONS) {
      const document = openApiDocument(contract, { versions: [version] });
      both(`openapi/${profile.name}-${version}.openapi-3.1`, document);
      both(`openapi/${profile.name}-${version}.openapi-3.0`, toOpenApi30(document));
      for (const [name, schema] of Object.entries(jsonSchemaFiles(contract, version)))
        files.set(`json-schema/${profile.name}-${version}/${name}`, toJson(schema));
    }
  }
  return files;
}

const toJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
