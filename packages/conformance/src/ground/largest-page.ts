import { LIMITS } from "@plumbline/schemas";

/** How many records one page holds at most: a list with fewer is whole. */
export const LARGEST_PAGE = LIMITS.itemsPerPage.maximum;

/** The query that asks a paged list for as much as one page may hold. */
export const ONE_LARGE_PAGE = { itemsPerPage: `${LARGEST_PAGE}` } as const;
