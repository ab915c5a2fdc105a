import { bindContract, type JsonSchema, neutral } from "@plumbline/schemas";
import { type Fields, fieldsOf } from "../ground/json.ts";
import type { Draw } from "./draw.ts";

/** In the words that bodies are written in; a list of them for itself is described in no other way. */
const LIST: JsonSchema =
  bindContract(neutral).operation("createSearchIndex", "1.0").body?.schema.properties?.["analyzers"] ?? {};

const MOST_ANALYZERS = 3;

/** Custom analyzers of different names, in each form that the contract lists for their parts. */
export function analyzersOf(draw: Draw): readonly Fields[] {
  const drawn = draw.of(LIST);
  return (Array.isArray(drawn) ? drawn : []).slice(0, MOST_ANALYZERS).map((one, index) => ({
    ...fieldsOf(one),
    name: `drawn${index}x${draw.integer(0, 1_000_000)}`,
  }));
}
