import { type BodyParts, bodiesFor } from "./bodies.ts";
import { cellOf, type Shot } from "./shot.ts";
import type { FuzzedSubject } from "./subjects.ts";

/** The keyword of rules about sets that the contract leaves open and each server closes for itself. */
export const KNOWN_SET = "x-known-values";

/**
 * Words that are in none of the sets a server offers itself: event types and names of matcher fields. No schema closes
 * those sets, so these shots have no certificate. Names of matcher fields are those that an operation lists; not refusing
 * an event type, of which no list is given, is less than an error.
 */
export function outsideKnownSets({ operation, version, label }: FuzzedSubject, parts: BodyParts): readonly Shot[] {
  if (!["createAlertConfig", "updateAlertConfig"].includes(operation.id)) return [];
  const plain: unknown = bodiesFor(operation.id, parts, version).get("plain");
  const changes = [
    ["/eventTypeName", "SHOULD", { eventTypeName: "PLUMBLINE_NO_SUCH_EVENT_TYPE" }],
    [
      "/matchers/0/fieldName",
      "MUST",
      { matchers: [{ fieldName: "PLUMBLINE_NO_SUCH_FIELD", operator: "EQUALS", value: "x" }] },
    ],
  ] as const;
  return changes.map(([pointer, level, change]) => {
    const name = `body${pointer}:${KNOWN_SET}`;
    return {
      id: `${label} ${name}`,
      cell: `${label} ${name}`,
      kin: name,
      home: label,
      tier: "constraint",
      aim: "refused",
      operation: operation.id,
      version,
      ground: "plain",
      level,
      name,
      shows: cellOf(name, "an unknown word"),
      expected: `4xx: nothing is known by the name at ${pointer}`,
      call: { rawBody: JSON.stringify({ ...Object(plain), ...change }), invalid: true },
    };
  });
}
