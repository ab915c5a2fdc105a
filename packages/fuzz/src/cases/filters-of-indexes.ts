import { bindContract, exampleOf, type JsonSchema, neutral } from "@plumbline/schemas";
import type { BodyParts } from "./bodies.ts";
import { type ComposedBody, withMembers } from "./composed-bodies.ts";
import { takesTurn } from "./negatives.ts";
import type { FuzzedSubject } from "./subjects.ts";

const { tokenFilters, charFilters } =
  bindContract(neutral).operation("createSearchIndex", "1.0").body?.schema.properties?.["analyzers"]?.items
    ?.properties ?? {};
const PARTS: Readonly<Record<string, JsonSchema | undefined>> = { tokenFilters, charFilters };

/**
 * Indexes with one analyzer for each listed kind of filter: the target must accept each. Each is sent in one version.
 */
export const filtersOfIndexes = (subject: FuzzedSubject, parts: BodyParts): readonly ComposedBody[] =>
  Object.entries(PARTS).flatMap(([part, schema]) =>
    (schema?.items?.oneOf ?? [])
      .filter((_form, index) => takesTurn(subject, index))
      .map((form): ComposedBody => {
        const analyzer = { name: "drawn", tokenizer: { type: "whitespace" }, [part]: [exampleOf(form)] };
        const body = withMembers(subject, parts, parts.contract.wire({ analyzers: [analyzer] }));
        return { name: `body/analyzers/0/${part}/0/type:const`, side: String(form.properties?.["type"]?.const), body };
      }),
  );
