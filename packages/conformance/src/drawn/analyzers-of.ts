import { bindContract, type JsonSchema, neutral } from "@plumbline/schemas";
import { type Fields, fieldsOf } from "../ground/json.ts";
import type { Draw } from "./draw.ts";

/** The schema of a list of analyzers, in neutral words. */
const LIST: JsonSchema =
  bindContract(neutral).operation("createSearchIndex", "1.0").body?.schema.properties?.["analyzers"] ?? {};

const MOST_ANALYZERS = 3;

/** Custom analyzers with different names. Their parts may take any form that the contract lists. */
export function analyzersOf(draw: Draw): readonly Fields[] {
  const drawn = draw.of(LIST);
  return (Array.isArray(drawn) ? drawn : []).slice(0, MOST_ANALYZERS).map((one, index) => ({
    ...fieldsOf(one),
    name: `drawn${index}x${draw.integer(0, 1_000_000)}`,
  }));
}
