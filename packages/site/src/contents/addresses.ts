/** Pages of the site, from its root; every link is written with one of these and made relative when a page is. */
export const rulePage = (id: string): string => `/rules/${id}.html`;

/** The address of the page of an operation. */
export const operationPage = (id: string): string => `/operations/${id}.html`;

/** The address of a fault on the page of all faults. */
export const faultPlace = (id: string): string => `/faults/index.html#${id}`;
