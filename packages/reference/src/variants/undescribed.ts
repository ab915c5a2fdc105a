import type { Behaviour, Given } from "../decisions/behaviour.ts";
import { mapListed } from "./json-forms.ts";
import type { Variant } from "./variant.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Adds undescribed members to every object whose members a schema lists; created anew for each answer. */
const adding =
  (more: (given: Given, serial: number) => Fields) =>
  ({ answers }: Behaviour): Partial<Behaviour> => {
    let serial = 0;
    return {
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        // Every label of a metrics target must be a text.
        if (!("schema" in operation.result) || operation.authentication === "metrics") return answer;
        serial += 1;
        const own = more(given, serial);
        const added = (fields: Fields, listed: readonly string[]): Fields =>
          // The names in a map are data.
          listed.length === 0 ? fields : { ...own, ...fields };
        return { ...answer, body: mapListed(answer.body, operation.result.schema, added) };
      },
    };
  };

/** Members that the description does not state, with other values in every answer. */
export const undescribedVariants: readonly Variant[] = [
  {
    id: "links-as-asked",
    text: "Every object carries a link that repeats the query of the request.",
    change: adding((given) => {
      const query = new URLSearchParams([...given]).toString();
      return { links: [{ rel: "self", href: `/here${query === "" ? "" : `?${query}`}` }] };
    }),
  },
  {
    id: "request-ids",
    text: "Every object shows the id of its request, and when and how often it was read.",
    change: adding((_given, serial) => ({
      requestId: `r-${serial}`,
      readCount: serial,
      servedAt: new Date(serial * 1_000).toISOString(),
      ...(serial % 2 === 0 && { even: { requests: [serial] } }),
    })),
  },
  {
    id: "null-now-and-then",
    text: "Members without a value are null in every other answer, and absent in the rest.",
    change: ({ answers }) => {
      let serial = 0;
      return {
        answers: (operation, body, given) => {
          const answer = answers(operation, body, given);
          serial += 1;
          if (answer.body === undefined || !("schema" in operation.result) || serial % 2 === 0) return answer;
          const nulls = (names: readonly string[]): Fields =>
            Object.fromEntries(names.filter((name) => name !== "totalCount").map((name) => [name, null]));
          return {
            ...answer,
            body: mapListed(answer.body, operation.result.schema, (fields, names) => ({ ...nulls(names), ...fields })),
          };
        },
      };
    },
  },
];
