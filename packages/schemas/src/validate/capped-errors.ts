/** More errors of one kind than a reader looks at. A list of 100,000 wrong records breaks every keyword of its items that often. */
export const MOST_OF_A_KIND = 100;

/**
 * The code of a validator as Ajv writes it, but that of each keyword at each place of the schema the first hundred errors are
 * kept; all are counted, and `more` says how many were not kept. To keep the first of all kinds together would let a list
 * that is wrong in one way hide that it is wrong in another; to make them and throw them away takes seconds an answer.
 */
export function cappedErrors(code: string): string {
  return code
    .replaceAll("let vErrors = null;let errors = 0;", "$&const kept = [];const kinds = [];")
    .replaceAll(ADDED, (_, error: string, kind: string, made: string) => {
      const add = `if(vErrors === null){vErrors = [${error}];}else {vErrors.push(${error});}`;
      return `if((kept[${kind}] ??= 0) < ${MOST_OF_A_KIND}){const ${error} = ${made};${add}kept[${kind}]++;kinds.push(${kind});}errors++;`;
    })
    .replaceAll(/const _errs(\d+) = errors;/g, "$&const _kept$1 = kinds.length;")
    .replaceAll(
      TAKEN_BACK,
      "while(kinds.length > _kept$1){kept[kinds.pop()]--;}if(vErrors !== null){if(_kept$1){vErrors.length = _kept$1;}else {vErrors = null;}}",
    )
    .replaceAll(/(validate\d+)\.errors = vErrors;/g, "$&$1.more = errors - kinds.length;");
}

/** How Ajv adds an error, and how it forgets those of a branch that did not matter in the end. */
const ADDED =
  /const (err(\d+)) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/gs;
const TAKEN_BACK = /if\(vErrors !== null\)\{if\(_errs(\d+)\)\{vErrors\.length = _errs\1;\}else \{vErrors = null;\}\}/g;
