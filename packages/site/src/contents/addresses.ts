/** Pages of the site, from its root; every link is written with one of these and made relative when a page is. */
export const rulePage = (id: string): string => `/rules/${id}.html`;
export const operationPage = (id: string): string => `/operations/${id}.html`;
export const faultPlace = (id: string): string => `/faults/index.html#${id}`;
