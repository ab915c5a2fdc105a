import { decidingOf, shownExchange } from "../deciding.ts";
import type { Report, ReportExchange, Verdict } from "../report.ts";
import { visible } from "../text/visible.ts";
import { counted } from "../text/words.ts";

/** Limits in characters: a title, and the query in it. */
const LONGEST = 200;
const LONGEST_QUERY = 60;

/**
 * Describes a target's mistake, beginning with the request that shows it: `PATCH …/alerts/{alertId} is answered 404
 * RESOURCE_NOT_FOUND, not 2xx`. The rule states what should happen; this text states what can be seen at the server.
 */
export class SymptomWords {
  readonly #exchanges: ReadonlyMap<string, ReportExchange>;
  readonly #routes: ReadonlyMap<string, string>;

  constructor({ exchanges, operations = [] }: Pick<Report, "exchanges" | "operations">) {
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    this.#routes = new Map(
      operations.flatMap(({ operation, path }) => (path === undefined ? [] : [[operation, path]])),
    );
  }

  /** The description on one line. `others` are verdicts of the same cause, which may be about other operations. */
  of(verdict: Verdict, others: readonly Verdict[] = []): string {
    const operations = new Set(others.flatMap(({ operation }) => operation ?? []));
    if (verdict.operation !== undefined) operations.delete(verdict.operation);
    const more = operations.size === 0 ? "" : ` and ${counted(operations.size, "other operation")}`;
    const request = `${this.#requestOf(verdict)}${more}`;
    if (!("received" in verdict)) return visible("message" in verdict ? `${request}: ${verdict.message}` : request);
    const text = `${request}${symptom(verdict, decidingOf(verdict)?.where, more !== "")}`;
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  }

  #requestOf(verdict: Verdict): string {
    const { operation, check } = verdict;
    const exchange = this.#exchanges.get(shownExchange(verdict) ?? "");
    if (exchange === undefined) return operation ?? check;
    const { method, url } = exchange.request;
    const [path = "", query = ""] = url.replace(/^[a-z]+:\/\/[^/]*/iu, "").split("?", 2);
    const route = this.#routes.get(exchange.operation ?? operation ?? "");
    const asked = query === "" || query.length > LONGEST_QUERY ? "" : `?${query}`;
    return `${method} ${shortened(route ?? "") ?? path}${asked}`;
  }
}

/** The words after the request, with the part of the answer that they are about. */
function symptom(
  verdict: { readonly expected: string; readonly received: string },
  where = "",
  several = false,
): string {
  const { expected } = verdict;
  // Drops the count and the other places, which the report shows below.
  const received = verdict.received.replace(/ \((?:\d+ of \d+ answers|the same check also fails for: .*)\)$/su, "");
  const status = /^(\d{3})\b(?: (?:with\b|without\b).*| ([A-Z][A-Z0-9_]+)\b.*)?/su.exec(received);
  if (where === "status" && status !== null) {
    const [, code = "", word] = status;
    const wanted = /^([1-5](?:xx|\d\d))\b/u.exec(expected)?.[1];
    // The verdict may name a reason, which is more informative than the status.
    const absent = /; (\w+ does not seem to be there)\b/u.exec(received)?.[1];
    const why = absent === undefined ? "" : `: ${absent}`;
    return ` ${several ? "are" : "is"} answered ${code}${word === undefined ? "" : ` ${word}`}${wanted === undefined ? "" : `, not ${wanted}`}${why}`;
  }
  if (received.startsWith("no answer")) return ` ${several ? "get" : "gets"} ${received}`;
  return where === "" || where === "status" ? `: ${received}` : `, ${where}: ${received}`;
}

/** The path after its first parameter: prefix, version and project are the same for nearly all paths. */
function shortened(path: string): string | undefined {
  const [, rest] = /^.*?\/\{[^}]*\}(\/.+)$/u.exec(path) ?? [];
  return rest === undefined ? undefined : `…${rest}`;
}
