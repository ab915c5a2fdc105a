import { covering } from "../../ground/covering.ts";
import type { Subject } from "../../ground/subject.ts";

/** The parameters of one list request, in parts whose meanings do not depend on each other. */
export interface Row {
  readonly filter: Readonly<Record<string, string>>;
  readonly page: { readonly size?: number; readonly number?: "second" | "last" };
  readonly form: Readonly<Partial<Record<"envelope" | "includeCount" | "pretty", string>>>;
}

const FORM: readonly string[] = ["envelope", "includeCount", "itemsPerPage", "pageNum", "pretty"];
const ENVELOPES = [undefined, "true"] as const;
const LAYOUTS = [undefined, "true"] as const;
const COUNTS = ["false", undefined] as const;
const SIZES = [1, 2, 500] as const;
// `last` covers the first page as well: on a large enough page, both are the same.
const NUMBERS = ["last", "second"] as const;

/** Every way to narrow the list: each value of each parameter that is not about form. */
export function filtersOf({ operation }: Pick<Subject, "operation">): readonly Readonly<Record<string, string>>[] {
  const named = operation.query.filter(({ name }) => !FORM.includes(name));
  return named.flatMap(({ name, schema }) => {
    const values = schema.type === "boolean" ? ["true", "false"] : (schema.enum ?? []);
    return values.map((value) => ({ [name]: String(value) }));
  });
}

/** Rows that contain every pair of values of two parameters. */
export function rowsOf(subject: Pick<Subject, "operation">): readonly Row[] {
  const filters = [{}, ...filtersOf(subject)];
  const factors = [NUMBERS, SIZES, COUNTS, ENVELOPES, LAYOUTS, filters].map(({ length }) => length);
  return covering(factors).map(([number = 0, size = 0, count = 0, envelope = 0, layout = 0, filter = 0]) => ({
    filter: filters[filter] ?? {},
    page: { size: SIZES[size] ?? 1, number: NUMBERS[number] ?? "last" },
    form: given({ envelope: ENVELOPES[envelope], includeCount: COUNTS[count], pretty: LAYOUTS[layout] }),
  }));
}

/** The parts of a row, each alone. */
export const partsOf = ({ filter, page, form }: Row): readonly Row[] => [
  { filter, page: {}, form: {} },
  { filter: {}, page, form: {} },
  ...Object.entries(form).map(([name, value]) => ({ filter: {}, page: {}, form: { [name]: value } })),
];

/** The number of the page that a row requests, for a list of this many records. */
export function numberOf({ page: { number, size = 100 } }: Row, count: number): number {
  const last = Math.max(1, Math.ceil(count / size));
  switch (number) {
    case undefined:
      return 1;
    case "second":
      return Math.min(2, last);
    case "last":
      return last;
    default:
      return number satisfies never;
  }
}

/** The query of a row, for a list of this many records. */
export function queryOf(row: Row, count: number): Readonly<Record<string, string>> {
  const { size } = row.page;
  return {
    ...row.form,
    ...row.filter,
    ...(size !== undefined && { itemsPerPage: String(size), pageNum: String(numberOf(row, count)) }),
  };
}

const given = (form: Readonly<Record<string, string | undefined>>): Row["form"] =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
