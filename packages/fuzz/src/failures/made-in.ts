import type { MadeFirst } from "../asking/base-requests.ts";

/**
 * The id of the created record, if the address of the request contains it. The id comes from the target and becomes
 * part of code, so only a plain word is accepted.
 */
export const madeIn = (url: string, made: MadeFirst | undefined): string | undefined =>
  made !== undefined && /^[\w-]{8,100}$/.test(made.id) && url.includes(made.id) ? made.id : undefined;
