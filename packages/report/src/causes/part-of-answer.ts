import type { ReportExchange } from "../report.ts";

/**
 * The part of an answer that decided, at the granularity of one mistake: `status`, a header by its name, `body`, or a
 * JSON pointer into the body. The content type of a body that is not JSON counts as `body`, because one mistake makes
 * both wrong. `undefined` if the verdict names no part.
 */
export function partOfAnswer(where: string | undefined, exchange: ReportExchange | undefined): string | undefined {
  if (where === undefined) return undefined;
  const name = /^header (.+)$/iu.exec(where)?.[1]?.toLowerCase();
  if (name !== undefined) return name === "content-type" && !hasJson(exchange) ? "body" : `header ${name}`;
  return where === "" || where === "/" ? "body" : where;
}

/** Whether a body is JSON; a truncated body is judged by its first character. */
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
