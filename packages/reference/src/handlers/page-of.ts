import type { OperationId } from "@plumbline/schemas";
import type { Behaviour } from "../decisions/behaviour.ts";

/** One page of a sorted list, with the count of the whole list unless the caller declines it. */
export function pageOf<T extends { readonly created: number }>(
  behaviour: Behaviour,
  list: OperationId,
  records: readonly T[],
  asked: { readonly includeCount: boolean; readonly itemsPerPage: number; readonly pageNum: number },
  show: (record: T) => unknown,
): { readonly results: readonly unknown[]; readonly totalCount?: number } {
  const size = behaviour.pageSize(asked.itemsPerPage, list);
  const start = behaviour.pageStart(behaviour.pageNumber(asked.pageNum, list), size, list);
  const page = behaviour.ordered(records).slice(start, start + size);
  return {
    results: page.map(show),
    ...(behaviour.showsCount(asked.includeCount) && { totalCount: behaviour.totalCount(page.length, records.length) }),
  };
}
