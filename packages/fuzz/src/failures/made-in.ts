import type { MadeFirst } from "../asking/base-requests.ts";

/**
 * The id of the record made first, when a request's address has it. It is what a target answered, and is put into code:
 * what is no plain word is none.
 */
export const madeIn = (url: string, made: MadeFirst | undefined): string | undefined =>
  made !== undefined && /^[\w-]{8,100}$/.test(made.id) && url.includes(made.id) ? made.id : undefined;
