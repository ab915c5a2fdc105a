import { fieldsOf } from "../rules/members.ts";
import { onlyTheEnd } from "./page-end.ts";
import type { Variant } from "./variant.ts";

/** Other orders and envelopes of lists, where the description states neither. */
export const listVariants: readonly Variant[] = [
  {
    id: "lists-newest-first",
    text: "Lists begin with the newest record.",
    change: ({ ordered }) => ({ ordered: (records) => ordered(records).toReversed() }),
  },
  {
    id: "envelope-of-lists-flat",
    text: "The envelope of a list is the list itself with a status.",
    change: ({ envelope }) => ({
      envelope: (status, body, list) =>
        list && !Array.isArray(body) ? { ...fieldsOf(body), status } : envelope(status, body, list),
    }),
  },
  {
    id: "envelope-content-array",
    text: "The envelope of a list holds the records themselves under content.",
    change: ({ envelope }) => ({
      envelope: (status, body, list) => {
        const { results, ...rest } = fieldsOf(body);
        return list && Array.isArray(results) ? { status, content: results, ...rest } : envelope(status, body, list);
      },
    }),
  },
  {
    id: "envelope-of-records-other",
    text: "The envelope of a single record has other names.",
    change: ({ envelope }) => ({
      envelope: (status, body, list) =>
        list || status >= 400 ? envelope(status, body, list) : { code: status, data: body, headers: {} },
    }),
  },
  {
    id: "count-null",
    text: "totalCount is null if the request does not ask for it.",
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        const fields = fieldsOf(answer.body);
        const counted = operation.result.kind !== "paged" || "totalCount" in fields;
        return counted ? answer : { ...answer, body: { ...fields, totalCount: null } };
      },
    }),
  },
  onlyTheEnd,
];
