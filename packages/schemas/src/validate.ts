/* The public entry `@plumbline/schemas/validate`; everything else in src/validate is internal. */
export { readDate, UTC_DATE_TIME } from "./validate/dates.ts";
export { type Part, type ValidateOptions, validate } from "./validate/validate-operation.ts";
export { createValidator, type Findings, type Validator, type ValidatorOptions } from "./validate/validator.ts";
export { escapePointer, preview, type Violation } from "./validate/violation.ts";
export { withoutNulls } from "./validate/without-nulls.ts";
export { withoutUnset } from "./validate/without-unset.ts";
