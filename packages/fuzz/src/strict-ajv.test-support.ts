import { Ajv2020, type Options } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Ajv in strict mode: every unknown or ambiguous keyword is an error. */
export function strictAjv(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, validateFormats: true, ...options });
  addFormats.default(ajv);
  return ajv;
}
