import { text } from "../reading/text.ts";

/** The name of a failure or a scenario and of its files. */
export const readFingerprint = text(16, { pattern: /^[0-9a-f]{16}$/, what: "16 hexadecimal digits" });
