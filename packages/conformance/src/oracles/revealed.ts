import { answered, type Exchange } from "@plumbline/client";
import { jsonOf } from "../ground/answers.ts";

/** Shorter texts are words that a refusal may use as well. */
const SHORTEST = 12;
/** Texts of the record, characters of the refusal and levels of nesting that are compared, whatever a target sends. */
const [MOST_TEXTS, MOST_SAID, DEEPEST] = [1_000, 65_536, 32];
/** Ids, moments and addresses also stand in requests, links and headers. */
const COMMON = /^([0-9a-f]{24}|\d{4}-\d\d-\d\dT.*|https?:.*)$/;

/** The first text of a record that the answer to a caller who was refused it repeats, though the request lacks it. */
export function revealed(refusal: Exchange, record: Exchange): string | undefined {
  if (!answered(refusal)) return undefined;
  const { body } = refusal.response;
  const said = [...textsIn(jsonOf(refusal)).slice(0, MOST_TEXTS), body].join("\n").slice(0, MOST_SAID);
  const asked = decoded(refusal.request.url);
  const texts = textsIn(jsonOf(record)).slice(0, MOST_TEXTS);
  return texts.find(
    (text) => text.length >= SHORTEST && !COMMON.test(text) && !asked.includes(text) && said.includes(text),
  );
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth === DEEPEST) return [];
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1));
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    // The path of a check may hold anything.
    return url;
  }
}
