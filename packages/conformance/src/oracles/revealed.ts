import { answered, type Exchange } from "@plumbline/client";
import { jsonOf } from "../ground/answers.ts";

/** Shorter texts are words that a refusal may use as well. */
const SHORTEST = 12;
/** Ids, moments and addresses also stand in requests, links and headers. */
const COMMON = /^([0-9a-f]{24}|\d{4}-\d\d-\d\dT.*|https?:.*)$/;

/** The first text of a record that the answer to a caller who was refused it repeats, though the request lacks it. */
export function revealed(refusal: Exchange, record: Exchange): string | undefined {
  if (!answered(refusal)) return undefined;
  const { body } = refusal.response;
  const said = [body, ...textsIn(jsonOf(refusal))].join("\n");
  const asked = decoded(refusal.request.url);
  return textsIn(jsonOf(record)).find(
    (text) => text.length >= SHORTEST && !COMMON.test(text) && !asked.includes(text) && said.includes(text),
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    // The path of a check may hold anything.
    return url;
  }
}
