/**
 * The address of the page of a rule, from the root of the site. Links use these addresses, and `relative` converts them
 * for each page.
 */
export const rulePage = (id: string): string => `/rules/${id}.html`;

/** The address of the page of an operation. */
export const operationPage = (id: string): string => `/operations/${id}.html`;

/** The address of a fault on the page of all faults. */
export const faultPlace = (id: string): string => `/faults/index.html#${id}`;
