import type { Basis } from "@plumbline/report";

const BASES: Readonly<Record<string, string>> = {
  stated: "The description of the API says so.",
  "not-shown": "The description leaves the point open.",
  "derived:D1":
    "It follows from a limit, type, pattern, closed set or required member of a request: what breaks it gets 4xx, whichever that is.",
  "derived:D2":
    "It follows from a member that has a type, or a name that has a meaning: where the member is present, it keeps to that; null counts as absent.",
  "derived:D3":
    "It follows from a role that an operation needs: a key without any role on the project is refused, be it with 401 or 403.",
  "derived:D4": "It follows from a default: leaving the value out and sending it come to the same.",
  "derived:D5":
    "It follows from ids in a path: what is returned, or changed, is the record, or the records, that they address.",
  "derived:D6":
    "It follows from a write that is answered with the record: the answer shows what was accepted, and so does a later read.",
  "derived:D7": "It follows from a filter or scope: nothing that is returned contradicts it.",
  "derived:D8": 'It follows from a condition such as "unavailable" or "allowed once": refusal where it does not hold.',
  "derived:RFC7616": "It follows from HTTP Digest itself, RFC 7616.",
  "derived:RFC9110": "It follows from HTTP itself, RFC 9110.",
};

/** What a basis says of a rule, in a sentence. */
export const basisWords = (basis: Basis): string => BASES[basis] ?? `It follows by ${basis.replace("derived:", "")}.`;
