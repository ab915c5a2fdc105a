import type { Basis } from "@plumbline/report";

const BASES: Readonly<Record<string, string>> = {
  stated: "The description of the API says so.",
  "not-shown": "The description leaves the point open.",
  "derived:D1":
    "It follows from a limit, type, pattern, closed set or required member of a request: a request that breaks it gets any 4xx.",
  "derived:D2":
    "It follows from a member's type, or from the meaning of its name: if the member is present, it must fit; null counts as absent.",
  "derived:D3":
    "It follows from a role that an operation needs: the server refuses a key without any role on the project, with 401 or 403.",
  "derived:D4": "It follows from a default: a request without the value has the same effect as a request with it.",
  "derived:D5": "It follows from ids in a path: the operation returns or changes only the records that they address.",
  "derived:D6": "It follows from a write that returns the record: its answer and later reads show the accepted values.",
  "derived:D7": "It follows from a filter or scope: no returned record contradicts it.",
  "derived:D8":
    'It follows from a condition such as "unavailable" or "allowed once": the server refuses the request if the condition does not hold.',
  "derived:RFC7616": "It follows from HTTP Digest itself, RFC 7616.",
  "derived:RFC9110": "It follows from HTTP itself, RFC 9110.",
};

/** A sentence that says why a requirement with this basis holds. */
export const basisWords = (basis: Basis): string => BASES[basis] ?? `It follows by ${basis.replace("derived:", "")}.`;
