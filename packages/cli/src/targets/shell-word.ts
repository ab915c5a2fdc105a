/** A text as one word of a POSIX shell. Within single quotes, only the closing quote has a meaning. */
export const shellWord = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
