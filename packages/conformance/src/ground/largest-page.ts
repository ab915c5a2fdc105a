import { LIMITS } from "@plumbline/schemas";

/** The most records that one page holds: a list with fewer is complete. */
export const LARGEST_PAGE = LIMITS.itemsPerPage.maximum;

/** The query that asks a paged list for the largest page. */
export const ONE_LARGE_PAGE = { itemsPerPage: `${LARGEST_PAGE}` } as const;
