import { bindContract } from "../bind.ts";
import { atlas } from "../profiles/atlas.ts";
import { neutral } from "../profiles/neutral.ts";
import { INTERFACE_VERSIONS } from "../versions.ts";
import { jsonSchemaFiles } from "./json-schema-files.ts";
import { openApiDocument } from "./openapi.ts";

/** The profiles whose documents and validators the package contains. */
export const BUNDLED_PROFILES = [neutral, atlas];

/**
 * The text of every file that the build writes next to the compiled code, by path. `openapi/` contains one document for
 * each profile and version; OpenAPI 3.0 is converted from it on demand. The files are for programs and have no
 * indentation, which halves their size.
 */
export function outputs(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const add = (path: string, value: object): void => void files.set(path, JSON.stringify(value));
  for (const profile of BUNDLED_PROFILES) {
    const contract = bindContract(profile);
    for (const version of INTERFACE_VERSIONS) {
      add(`openapi/${profile.name}-${version}.openapi-3.1.json`, openApiDocument(contract, { versions: [version] }));
      for (const [name, schema] of Object.entries(jsonSchemaFiles(contract, version)))
        add(`json-schema/${profile.name}-${version}/${name}`, schema);
    }
  }
  return files;
}
