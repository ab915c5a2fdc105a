import type { ReportOperation } from "@plumbline/report";
import type { Contract } from "@plumbline/schemas";

/** The operations of the contract in the order of their numbers in the description, each with its newest path. */
export function listOperations({ operations }: Contract): readonly ReportOperation[] {
  return operations
    .map(({ id, number, part, routes }): ReportOperation => {
      const route = routes.at(-1);
      return {
        operation: id,
        number,
        ...(part === undefined ? {} : { part }),
        ...(route === undefined ? {} : { method: route.method, path: route.path }),
      };
    })
    .toSorted((one, other) => one.number - other.number);
}
