import { bindContract, exampleOf, type JsonSchema, neutral } from "@plumbline/schemas";
import { type BodyParts, bodiesFor } from "./bodies.ts";
import { takesTurn } from "./negatives.ts";
import type { FuzzedSubject } from "./subjects.ts";

/** A body in wire words, and what it shows of the contract. */
interface Filtered {
  readonly name: string;
  readonly side: string;
  readonly body: unknown;
}

const { tokenFilters, charFilters } =
  bindContract(neutral).operation("createSearchIndex", "1.0").body?.schema.properties?.["analyzers"]?.items
    ?.properties ?? {};
const PARTS: Readonly<Record<string, JsonSchema | undefined>> = { tokenFilters, charFilters };

/**
 * An index with one analyzer for each kind of filter that is listed, which says that each is taken; each in one version.
 */
export const filtersOfIndexes = (subject: FuzzedSubject, parts: BodyParts): readonly Filtered[] =>
  Object.entries(PARTS).flatMap(([part, schema]) =>
    (schema?.items?.oneOf ?? [])
      .filter((_form, index) => takesTurn(subject, index))
      .map((form): Filtered => {
        const analyzer = { name: "drawn", tokenizer: { type: "whitespace" }, [part]: [exampleOf(form)] };
        const body = withMembers(subject, parts, parts.contract.wire({ analyzers: [analyzer] }));
        return { name: `body/analyzers/0/${part}/0/type:const`, side: String(form.properties?.["type"]?.const), body };
      }),
  );

/** The plain body with more members of a text: side by side, or in the definition. */
function withMembers({ operation, version }: FuzzedSubject, parts: BodyParts, members: object): unknown {
  const plain = Object(bodiesFor(operation.id, parts, version).get("plain"));
  const definition = parts.contract.field("definition");
  return definition in plain
    ? { ...plain, [definition]: { ...plain[definition], ...members } }
    : { ...plain, ...members };
}
