import { type OperationId, RESOURCE_DATE } from "@plumbline/schemas";

/**
 * Requirements that hold only for version 2 of 2025-01-01. They rely on differences that the description names for that
 * date, and that another date of the same version need not have.
 */
export const ONE_DATE_ALONE: ReadonlySet<string> = new Set([
  "VER-2-PATH",
  "VER-2-INDEX-OPS",
  "VER-2-BACKUP-OPS",
  "VER-2-EXPORT",
  "VER-2-SEARCH-DEFINITION",
  "VER-2-SEARCH-FLAT",
  "SRCH-DEFINITION-REQUIRED",
  "SRCH-UPDATE-DEFINITION",
  "SRCH-V2-FREEFORM",
  "SRCH-KEPT",
  "SRCH-UPDATE-KEPT",
  "SCH-DELETECOPIED",
]);

/**
 * Operations whose bodies have another form at another date. A body that breaks a limit of one form may be valid in the
 * other.
 */
const BODIES_OF_ONE_DATE: ReadonlySet<OperationId> = new Set([
  "createSearchIndex",
  "updateSearchIndexById",
  "updateSearchIndexByName",
]);

/** Whether a requirement does not hold for version 2 at this date. */
export const isOfOtherDate = (requirement: string, date: string): boolean =>
  date !== RESOURCE_DATE && ONE_DATE_ALONE.has(requirement);

/** Whether the body of an operation of version 2 has another form at this date. */
export const hasOtherBody = (operation: OperationId, date: string): boolean =>
  date !== RESOURCE_DATE && BODIES_OF_ONE_DATE.has(operation);
