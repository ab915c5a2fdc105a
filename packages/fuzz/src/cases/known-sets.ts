import type { BoundOperation } from "@plumbline/schemas";
import { type BodyParts, bodiesFor } from "./bodies.ts";
import type { FuzzedSubject } from "./subjects.ts";
import { cellOf, type TestCase } from "./test-case.ts";

/** The keyword for sets that the contract leaves open and each server closes for itself. */
export const KNOWN_SET = "x-known-values";

/** A change of the plain body to a value in none of the sets, and its place. */
interface Unknown {
  readonly pointer: string;
  readonly level: TestCase["level"];
  readonly body: unknown;
  /** @default "an unknown word" */
  readonly side?: string;
}

/**
 * Values that are in none of a server's own sets: event types, names of matcher fields, analyzers with the prefix of
 * built-in ones, and an audit filter that is not a document. No schema closes those sets, so these test cases have no
 * certificate. An operation lists the names of matcher fields, so accepting an unknown one breaks a MUST; accepting the
 * others breaks only a SHOULD.
 */
export function outsideKnownSets({ operation, version, label }: FuzzedSubject, parts: BodyParts): readonly TestCase[] {
  const plain = Object(bodiesFor(operation.id, parts, version).get("plain"));
  return unknownsIn(operation, plain, parts).map(({ pointer, level, body, side }) => {
    const name = `body${pointer}:${KNOWN_SET}`;
    return {
      id: side === undefined ? `${label} ${name}` : `${label} ${name} ${side}`,
      cell: `${label} ${name}`,
      question: operation.risk === "update" ? `${name}, updated` : name,
      setup: label,
      tier: "constraint",
      aim: "refused",
      operation: operation.id,
      version,
      base: "plain",
      level,
      name,
      shows: cellOf(name, side ?? "an unknown word"),
      expected: `4xx: nothing is known by the name at ${pointer}`,
      call: { rawBody: JSON.stringify(body), invalid: true },
    };
  });
}

function unknownsIn({ id }: BoundOperation, plain: object, { contract }: BodyParts): readonly Unknown[] {
  switch (id) {
    case "createAlertConfig":
    case "updateAlertConfig":
      return [
        {
          pointer: "/eventTypeName",
          level: "SHOULD",
          body: { ...plain, eventTypeName: "PLUMBLINE_NO_SUCH_EVENT_TYPE" },
        },
        { pointer: "/eventTypeName", level: "SHOULD", body: { ...plain, eventTypeName: "" }, side: "no letter" },
        {
          pointer: "/matchers/0/fieldName",
          level: "MUST",
          body: { ...plain, matchers: [{ fieldName: "PLUMBLINE_NO_SUCH_FIELD", operator: "EQUALS", value: "x" }] },
        },
      ];
    case "createSearchIndex":
    case "createSearchIndexLegacy":
    case "updateSearchIndexById":
    case "updateSearchIndexByName":
      return ["analyzer", "searchAnalyzer"].map((name) => {
        const change = Object(contract.wire({ [name]: "engine.plumbline" }));
        return "definition" in plain
          ? {
              pointer: `/definition/${name}`,
              level: "SHOULD",
              body: { ...plain, definition: { ...Object(plain.definition), ...change } },
            }
          : { pointer: `/${name}`, level: "SHOULD", body: { ...plain, ...change } };
      });
    case "updateAuditing":
      return [{ pointer: "/auditFilter", level: "SHOULD", body: { ...plain, auditFilter: "plumbline" } }];
    default:
      return [];
  }
}
