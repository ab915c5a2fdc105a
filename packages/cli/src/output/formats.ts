import { FORMATS } from "@plumbline/report";
import { nearest } from "@plumbline/schemas/nearest";
import type { Given } from "../flags.ts";
import { UsageError } from "../usage-error.ts";

/** A format of a report. */
export type FormatName = keyof typeof FORMATS;

/** The values of `--format`. */
export const FORMAT_NAMES: readonly FormatName[] = Object.keys(FORMATS).filter(isFormat);
const NAMES = FORMAT_NAMES;
const USUAL = NAMES.filter((name) => FORMATS[name].usual);
const BESIDES = USUAL.filter((name) => name !== "json").join(", ");
const OTHERS = NAMES.filter((name) => !FORMATS[name].usual).join(", ");

/** The help of `--format`. */
export const FORMAT_HELP = `besides json: ${BESIDES} (usual); ${OTHERS}`;

/**
 * The formats that `--format` asks for, in the order of the table. `report.json` is always among them: all others can
 * be made from it, and SARIF refers to it.
 * @throws UsageError for an unknown format, with the nearest known one.
 */
export function formatsOf(given: Given): readonly FormatName[] {
  const asked = given.all("format") ?? USUAL;
  const unknown = asked.find((name) => !isFormat(name));
  if (unknown !== undefined) {
    const close = nearest(unknown, NAMES);
    const hint = close === undefined ? `known are ${NAMES.join(", ")}` : `did you mean "${close}"?`;
    throw new UsageError(`--format: there is no format "${unknown}": ${hint}`);
  }
  return NAMES.filter((name) => name === "json" || asked.includes(name));
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}
