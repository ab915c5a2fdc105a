import { LIMITS } from "@plumbline/schemas";
import type { Outcome } from "../http/render.ts";
import { type Call, shows } from "./handler.ts";
import { pageOf } from "./page-of.ts";

/** The page of a list that the query asks for. */
export function showPage<T extends { readonly created: number }>(
  { operation, service, values }: Call,
  records: readonly T[],
  show: (record: T) => unknown,
): Outcome {
  const asked = {
    includeCount: values.flag("includeCount") ?? true,
    itemsPerPage: values.number("itemsPerPage") ?? LIMITS.itemsPerPage.default,
    pageNum: values.number("pageNum") ?? LIMITS.pageNum.default,
  };
  return shows(pageOf(service.behaviour, operation, records, asked, show));
}
