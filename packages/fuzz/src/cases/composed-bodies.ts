import { LIMITS } from "@plumbline/schemas";
import { type BodyParts, bodiesFor } from "./bodies.ts";
import { type FuzzedSubject, isLastVersion } from "./subjects.ts";

/** A body in wire names, and the place and side of the contract that it shows. */
export interface ComposedBody {
  readonly name: string;
  readonly side: string;
  readonly body: unknown;
}

const LONGEST = "k".repeat(LIMITS.tagText.maxLength);
/** Punctuation inside the texts of a document is not part of its syntax. */
const FILTER = JSON.stringify({ atype: "authCheck", "param.ns": "a: {b}, [c]" });

/**
 * Bodies that are valid as far as the contract says. It leaves open which members go together and what a text may
 * contain.
 */
export function composedBodies(subject: FuzzedSubject, parts: BodyParts): readonly ComposedBody[] {
  const composed = (name: string, side: string, members: object): readonly ComposedBody[] => [
    { name, side, body: withMembers(subject, parts, parts.contract.wire(members)) },
  ];
  switch (subject.operation.id) {
    case "createCluster":
      // A cluster is permanent, so there is only one.
      return isLastVersion(subject)
        ? composed("body/tags/0/key:maxLength", "at the longest", { tags: [{ key: LONGEST, value: LONGEST }] })
        : [];
    case "updateAuditing":
      return composed("body/auditFilter:format", "punctuation in a text", { auditFilter: FILTER });
    case "createSearchIndex":
      return composed("body/storedSource:type", "true", { storedSource: true });
    default:
      return [];
  }
}

/** The plain body with additional members, at the top or in the definition. */
export function withMembers({ operation, version }: FuzzedSubject, parts: BodyParts, members: object): unknown {
  const plain = Object(bodiesFor(operation.id, parts, version).get("plain"));
  const definition = parts.contract.field("definition");
  return definition in plain
    ? { ...plain, [definition]: { ...plain[definition], ...members } }
    : { ...plain, ...members };
}
