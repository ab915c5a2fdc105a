// The output of benches: a line of text per figure, and a line of JSON in the file that FIGURES names.
import { appendFileSync } from "node:fs";

/**
 * Limit in per cent of the median for the range of the middle half of the values: with a wider range, the figure proves
 * nothing.
 */
const MOST_SPREAD = 25;

export const median = (values) => quantile(values, 0.5);

/**
 * Prints a figure. Several values are printed as minimum / median / maximum, and the median is compared with `atMost`
 * or `atLeast`; if it misses the limit, the bench exits with 1. `bare` is the baseline on this machine.
 */
export function figure({ name, values, unit, digits = 0, atMost, atLeast, bare }) {
  const all = [values].flat();
  const told = { ...summary(all), unit };
  const wanted = atMost === undefined ? atLeast : atMost;
  const verdict = wanted === undefined ? undefined : verdictOf(told, { atMost, atLeast });
  const words = [`  ${name.padEnd(44)} ${inWords(all, digits)} ${unit}`];
  if (bare !== undefined)
    words.push(`${bare.name}: ${inWords([bare.values].flat(), bare.digits ?? 0)} ${bare.unit ?? unit}`);
  if (wanted !== undefined)
    words.push(`wanted: at ${atMost === undefined ? "least" : "most"} ${wanted.toLocaleString("en")}`);
  if (verdict === "not met") words.push("NOT MET");
  if (verdict === "unclear") words.push(`nothing follows: half of the values lie ${told.spread} % apart`);
  console.log(words.join("; "));
  if (verdict === "not met") process.exitCode = 1;
  const { FIGURES } = process.env;
  if (FIGURES === undefined) return;
  const beside =
    bare === undefined ? {} : { bare: { name: bare.name, ...summary([bare.values].flat()), unit: bare.unit ?? unit } };
  const line = { figure: name, ...told, ...beside, ...(wanted === undefined ? {} : { atMost, atLeast, verdict }) };
  appendFileSync(FIGURES, `${JSON.stringify(line)}\n`);
}

function verdictOf({ spread, median: middle }, { atMost, atLeast }) {
  if (spread > MOST_SPREAD) return "unclear";
  return atMost === undefined ? (middle >= atLeast ? "met" : "not met") : middle <= atMost ? "met" : "not met";
}

function summary(values) {
  const middle = median(values);
  const spread = middle === 0 ? 0 : Math.round((100 * (quantile(values, 0.75) - quantile(values, 0.25))) / middle);
  return { least: Math.min(...values), median: middle, greatest: Math.max(...values), count: values.length, spread };
}

function inWords(values, digits) {
  const text = (value) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (values.length === 1 ? values : [Math.min(...values), median(values), Math.max(...values)])
    .map(text)
    .join(" / ");
}

function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
