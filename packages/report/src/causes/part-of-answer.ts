import type { ReportExchange } from "../report.ts";

/**
 * The part of an answer that decided, as far as one mistake can be in it: `status`, a header by its name, `body`, or a JSON
 * pointer into the body. The type of a body that is no JSON goes with the body: both are wrong by the same mistake.
 * `undefined` where nobody says which part it was.
 */
export function partOfAnswer(where: string | undefined, exchange: ReportExchange | undefined): string | undefined {
  if (where === undefined) return undefined;
  const name = /^header (.+)$/iu.exec(where)?.[1]?.toLowerCase();
  if (name !== undefined) return name === "content-type" && !hasJson(exchange) ? "body" : `header ${name}`;
  return where === "" || where === "/" ? "body" : where;
}

/** Whether a body reads as JSON; one that was cut off is taken by its beginning. */
function hasJson(exchange: ReportExchange | undefined): boolean {
  if (exchange === undefined || !("body" in exchange.response)) return false;
  const { body, truncated } = exchange.response;
  if (truncated) return /^\s*[[{]/u.test(body);
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
