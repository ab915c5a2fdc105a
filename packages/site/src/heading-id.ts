/** The fragment under which a heading is found, in the form that GitHub gives it: links of the documents count on that. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
