import { type ReportExchange, visible } from "@plumbline/report";
import type { ShownExchange } from "./example.ts";
import { excerpt } from "./excerpt.ts";
import { neutral } from "./neutral.ts";

/** Headers that are useful to readers of a rule; the deciding header is added to them. */
const ASKED = ["accept", "content-type", "authorization"];
const ANSWERED = ["content-type", "www-authenticate", "location", "retry-after"];
const LONG = 160;
/** Lines of a body: of the deciding exchange, and of one that it was compared with. */
const LINES = { decided: 24, compared: 10 } as const;

/** The shown parts of an exchange. */
export interface Shown {
  readonly as: keyof typeof LINES;
  /** The deciding part of the answer. */
  readonly where?: string;
  /** The rule is about authentication, so credentials are shown. */
  readonly proof: boolean;
}

/** An exchange of a report in the form of a page. */
export function shownExchange({ request, response }: ReportExchange, { as, where = "", proof }: Shown): ShownExchange {
  const named = where.startsWith("header ") ? where.slice("header ".length).toLowerCase() : "";
  const headers = proof ? request.headers : request.headers.map(unproven);
  const asked = [`${request.method} ${pathOf(request.url)}`, ...fields(headers, ASKED, "")];
  return {
    request: told([...asked, ...bodyLines(request.body ?? "", "", LINES[as])]),
    answer:
      "fault" in response
        ? told([`no answer: ${response.fault}`])
        : told([
            `${response.status}`,
            ...fields(response.headers, ANSWERED, named),
            ...bodyLines(response.body, where.startsWith("/") ? where : "", LINES[as]),
          ]),
  };
}

/** One line with a request and its status. */
export function requestLine({ request, response }: ReportExchange): string {
  const status = "fault" in response ? "no answer" : String(response.status);
  const path = pathOf(request.url).replace(/(?<=\/)[0-9a-f]{24}(?=[/?]|$)/g, "{id}");
  return visible(`${request.method} ${path.length > LONG ? `${path.slice(0, LONG)}…` : path} → ${status}`);
}

const pathOf = (url: string): string => neutral(url).replace(/^https?:\/\/[^/]+/, "");

/** Keeps only the scheme of an Authorization header. */
const unproven = ([name, value]: Header): Header => [
  name,
  name.toLowerCase() === "authorization" ? `${value.split(" ", 1)[0] ?? ""} …` : value,
];
type Header = ReportExchange["request"]["headers"][number];

const told = (lines: readonly string[]): string => lines.map((line) => visible(neutral(line))).join("\n");

function fields(
  headers: ReportExchange["request"]["headers"],
  names: readonly string[],
  more: string,
): readonly string[] {
  return headers
    .filter(([name]) => names.includes(name.toLowerCase()) || name.toLowerCase() === more)
    .map(([name, value]) => `${name}: ${value.length > LONG ? `${value.slice(0, LONG)}…` : value}`);
}

function bodyLines(body: string, pointer: string, most: number): readonly string[] {
  return body === "" ? [] : ["", ...excerpt(body, pointer, most).split("\n")];
}
