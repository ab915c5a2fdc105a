/** More errors than any honest answer has, and few enough to be kept: a list of 100,000 wrong records has a million. */
export const MOST_ERRORS = 5_000;

/**
 * The code of a validator as Ajv writes it, but for the errors beyond the first thousands, which are counted and not kept:
 * nothing in Ajv bounds them short of stopping at the first.
 */
export function cappedErrors(code: string): string {
  return code
    .replaceAll(/vErrors\.push\((\w+)\);/g, `if(vErrors.length < ${MOST_ERRORS}){vErrors.push($1);}`)
    .replaceAll(/vErrors\.concat\(([\w.]+)\)/g, `vErrors.concat($1).slice(0, ${MOST_ERRORS})`)
    .replaceAll(/vErrors\.length = (\w+);/g, "vErrors.length = Math.min($1, vErrors.length);");
}
