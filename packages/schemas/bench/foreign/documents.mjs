// All exported OpenAPI documents: both profiles, each version and both together, in 3.1 and 3.0, ordinary and plain.
import { atlas, bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import { openApiDocument } from "@plumbline/schemas/openapi";
import { toOpenApi30 } from "@plumbline/schemas/openapi-30";
import { plain } from "@plumbline/schemas/plain";

/** Documents by file name. */
export function documents() {
  const found = new Map();
  for (const profile of [neutral, atlas])
    for (const version of [...INTERFACE_VERSIONS, "all"]) {
      const versions = version === "all" ? INTERFACE_VERSIONS : [version];
      const newest = openApiDocument(bindContract(profile), { versions });
      for (const [format, document] of Object.entries({ 3.1: newest, "3.0": toOpenApi30(newest) })) {
        found.set(`${profile.name}-${version}.openapi-${format}.json`, document);
        found.set(`${profile.name}-${version}.openapi-${format}.plain.json`, plain(document));
      }
    }
  return found;
}
