import { answered, type Exchange } from "@plumbline/client";

/**
 * Status and text of an answer without methods, paths, ids and numbers: these depend on the request, not on the reason.
 */
export function wordsOf(exchange: Exchange): string {
  if (!answered(exchange)) return "";
  const { status, body } = exchange.response;
  const words = body
    .replace(/\/[^\s"']*/g, "/")
    .replace(/\b(?:GET|POST|PUT|PATCH|DELETE)\b/g, "GET")
    .replace(/[0-9a-f]{24}|\d+/gi, "0");
  return `${status} ${words}`;
}
