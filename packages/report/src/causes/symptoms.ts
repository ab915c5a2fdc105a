import { decidingOf } from "../deciding.ts";
import type { Report, ReportExchange, Verdict } from "../report.ts";
import { groupBy } from "../select.ts";
import { isObject } from "../shape.ts";
import { normalised } from "./normalised.ts";
import { partOfAnswer } from "./part-of-answer.ts";

/** A verdict with a finding: something expected and something received. */
export type Broken = Extract<Verdict, { readonly expected: string }>;

/** The facts about a verdict that are compared with those of others. */
interface Known {
  readonly verdict: Broken;
  readonly operation: string;
  /** The area of the requirement. */
  readonly area: string;
  /** The expectation without details that differ between answers. */
  readonly expected: string;
  readonly received: string;
  /** The status that the expectation begins with, such as `4xx`; empty if it does not. */
  readonly kind: string;
  /**
   * The deciding request without ids and times, and the status: another check may have repeated it for another record.
   */
  readonly asked: string;
  /** 0 if no answer came. */
  readonly status: number;
  readonly path: string;
  readonly query: ReadonlySet<string>;
  /** The part of the answer that decided; `undefined` if the verdict names none. */
  readonly part: string | undefined;
  /** The member of the answer that decided. */
  readonly member: string | undefined;
  /** The one member of the body in which the request differs from its twin. */
  readonly altered: string | undefined;
  readonly exchange: ReportExchange | undefined;
}

/**
 * Describes a broken verdict by several keys; two verdicts that share a key count as one mistake of the target. Each
 * key is a fact about the deciding answer or the words for it, so that rules need not know each other:
 *
 * - one rule, broken in one operation (in any version), at one member, or with the same words; or a part of that rule
 * - the same part of the answer to one request: its status, a header, its body or one member of the body
 * - one member of the records of an operation or an area, under any rule
 * - one operation that refuses a valid request, accepts an error in one member of a body, or answers 5xx
 * - the same words for different rules
 * - an explanation by another broken check: an accepted invalid body shows up in later answers, and a request with
 *   several parameters fails where one with some of them fails
 */
export class Symptoms {
  readonly #known: ReadonlyMap<Broken, Known>;
  readonly #byOperation: ReadonlyMap<string, readonly Known[]>;
  /** Invalid requests that the target accepted, by path. */
  readonly #taken: ReadonlyMap<string, readonly Known[]>;
  /** Requests whose answer has a wrong body as a whole, so that every member of it is wrong too. */
  readonly #bodiless: ReadonlySet<string>;
  readonly #families = new Map<string, readonly string[]>();

  constructor(broken: readonly Broken[], exchanges: Report["exchanges"]) {
    const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    const all = broken.map((verdict) => {
      const { exchange = "", twin = "" } = decidingOf(verdict) ?? {};
      return known(verdict, byId.get(exchange), byId.get(twin));
    });
    this.#known = new Map(all.map((one) => [one.verdict, one]));
    this.#byOperation = groupBy(all, ({ operation }) => operation);
    this.#taken = groupBy(
      all.filter(({ kind, exchange }) => kind === "4xx" && exchange?.request.body !== undefined),
      ({ path }) => path,
    );
    this.#bodiless = new Set(all.flatMap(({ part, asked }) => (part === "body" ? [asked] : [])));
    const rules = [...new Set(broken.map(({ requirement }) => requirement))];
    for (const rule of rules) this.#families.set(rule, familyOf(rule, rules));
  }

  of(verdict: Broken): readonly string[] {
    const one = this.#known.get(verdict);
    if (one === undefined) return [];
    const { check, requirement } = verdict;
    const { operation, area, expected, received, kind, asked, part, member, altered, status, exchange, path } = one;
    const family = kind === "" ? [] : (this.#families.get(requirement) ?? []);
    return [
      `check ${check}`,
      `rule ${requirement} in ${operation}`,
      `rule ${requirement}: ${expected}`,
      ...family.map((rule) => `rules ${rule}: ${kind}`),
      `words ${expected}; ${received}`,
      `words ${expected} in ${operation}`,
      ...(kind === "" && expected.length > TELLING ? [`words ${expected}`] : []),
      `answer to ${asked}: ${member !== undefined && this.#bodiless.has(asked) ? "body" : (part ?? "")}`,
      ...(member === undefined
        ? []
        : [
            `rule ${requirement} at ${member}`,
            `answer to ${asked} at ${member}`,
            `member ${member} in ${operation}`,
            `member ${member} in ${area}`,
          ]),
      ...(status >= 500 ? [`5xx in ${operation}`] : []),
      ...(exchange !== undefined && showsRemoved(one) ? [`removed record in ${exchange.operation ?? path}`] : []),
      ...(kind === "4xx" && altered !== undefined ? [`taken ${altered} in ${operation}`] : []),
      ...(kind === "2xx" ? [`refused ${operation}: ${received}`] : []),
      ...this.#explanationsOf(one).map((other) => `check ${other.verdict.check}`),
    ];
  }

  #explanationsOf(one: Known): readonly Known[] {
    const { operation, exchange, path, query, member } = one;
    if (exchange === undefined) return [];
    const narrower = (this.#byOperation.get(operation) ?? []).filter(
      (other) =>
        other.query.size > 0 && other.query.size < query.size && [...other.query].every((name) => query.has(name)),
    );
    if (member === undefined) return narrower;
    const before = pathsAbove(path)
      .flatMap((above) => this.#taken.get(above) ?? [])
      .filter((other) => isBefore(other, exchange) && isWrongIn(other, member));
    return [...narrower, ...before];
  }
}

/** Whether a read shows a record that was removed, which breaks a rule of the kind and one about all records. */
const showsRemoved = ({ exchange, status, verdict: { expected, received } }: Known): boolean =>
  exchange?.request.method === "GET" &&
  status < 300 &&
  /(?<!not )\b(?:deleted|removed|removal)\b/u.test(`${expected} ${received}`);

/**
 * Whether a request that the target should have refused was wrong in a member: it differs from its positive control in
 * that one alone, it has no other, or the expectation names it.
 */
function isWrongIn({ altered, exchange, verdict }: Known, member: string): boolean {
  const body = exchange?.request.body ?? "";
  if (!body.includes(`"${member}"`)) return false;
  if (altered !== undefined) return altered === member;
  return membersOf(body)?.size === 1 || verdict.expected.includes(member);
}

/** Expectations longer than this many characters name their subject themselves. */
const TELLING = 20;

function known(verdict: Broken, exchange: ReportExchange | undefined, twin: ReportExchange | undefined): Known {
  const { check, requirement, operation = check } = verdict;
  const { method, url, body = "" } = exchange?.request ?? { method: "", url: check };
  const [path = "", query = ""] = url.split("?", 2);
  const status = exchange !== undefined && "status" in exchange.response ? exchange.response.status : undefined;
  const expected = plain(verdict.expected, verdict);
  const where = decidingOf(verdict)?.where;
  return {
    verdict,
    operation,
    area: requirement.split("-", 1)[0] ?? "",
    expected,
    received: plain(verdict.received, verdict),
    kind: /^[1-5](?:xx|\d\d)\b/u.exec(expected)?.[0] ?? "",
    asked: normalised(`${method} ${url} ${body} ${status ?? ""}`, verdict),
    status: status ?? 0,
    path,
    query: new Set(new URLSearchParams(query).keys()),
    part: partOfAnswer(where, exchange),
    member: memberIn(where) ?? memberIn(/ at (\/[^\s,]+)/u.exec(verdict.expected)?.[1]),
    altered: alteredMember(twin?.request.body, body),
    exchange,
  };
}

/** The innermost name of a JSON pointer. */
function memberIn(where: string | undefined): string | undefined {
  if (where?.startsWith("/") !== true) return undefined;
  return where.split("/").findLast((name) => name !== "" && !/^\d+$/u.test(name));
}

/** The only member in which two JSON objects differ; `undefined` if there is not exactly one. */
function alteredMember(before: string | undefined, after: string): string | undefined {
  const [one, other] = [before ?? "", after].map(membersOf);
  if (one === undefined || other === undefined) return undefined;
  const names = [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
  return names.length === 1 ? names[0] : undefined;
}

/** The members of a JSON object, each as JSON text. */
function membersOf(body: string): ReadonlyMap<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return undefined;
    return new Map(Object.entries(value).map(([name, member]) => [name, JSON.stringify(member)]));
  } catch {
    return undefined;
  }
}

/** The rules that `rule` is a part of by its id, and `rule` itself if another rule is a part of it. */
function familyOf(rule: string, rules: readonly string[]): readonly string[] {
  const isPart = (part: string, whole: string): boolean => part.startsWith(`${whole}-`);
  return rules.filter((other) => isPart(rule, other) || (rule === other && rules.some((one) => isPart(one, other))));
}

const isBefore = ({ exchange }: Known, after: ReportExchange): boolean =>
  exchange !== undefined && exchange.at < after.at;

/** A path and all its parent paths. */
const pathsAbove = (path: string): readonly string[] => {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
};

/** Applied in this order. */
const DETAILS: readonly (readonly [pattern: RegExp, place: string])[] = [
  [/ \([^()]*\)/gu, ""],
  [/^(\d{3}) with .*$/su, "$1 with <body>"],
  [/"(?:[^"\\]|\\.)*"/gu, "<text>"],
  [/\b[a-z]\w*Id\b/gu, "<name of an id>"],
  [/(?<=.)\b\d+(?:\.\d+)?\b/gsu, "<number>"],
];

/** A text without the details that differ between answers; a status at its beginning stays. */
const plain = (text: string, verdict: Verdict): string =>
  DETAILS.reduce((value, [pattern, place]) => value.replace(pattern, place), normalised(text, verdict));
