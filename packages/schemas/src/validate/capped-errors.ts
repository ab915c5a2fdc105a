/**
 * The limit of reported errors of one kind. A list of 100,000 invalid records breaks every keyword of its items that
 * often.
 */
export const MOST_OF_A_KIND = 100;

/**
 * Changes the validator code of Ajv to keep only the first hundred errors of each keyword at each place of the schema;
 * all are counted, and `more` is the number of dropped ones. A common limit for all kinds would let one kind of error
 * in a list hide another; creating all errors and dropping them later takes seconds per answer.
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

/** The code with which Ajv adds an error, and with which it drops those of a branch that turned out not to matter. */
const ADDED =
  /const (err(\d+)) = (\{.*?\});if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/gs;
const TAKEN_BACK = /if\(vErrors !== null\)\{if\(_errs(\d+)\)\{vErrors\.length = _errs\1;\}else \{vErrors = null;\}\}/g;
