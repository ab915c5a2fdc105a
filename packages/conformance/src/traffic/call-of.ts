import { type Exchange, headerValue, parseJson } from "@plumbline/client";
import { type Contract, neutralBody, PATH_PARAMETERS, readText } from "@plumbline/schemas";
import { validate } from "@plumbline/schemas/validate";
import type { Call, Due } from "../ground/call.ts";
import { hasOtherBody } from "../rule/dated.ts";
import type { AskedForm } from "./asked-form.ts";
import type { Recognised } from "./recogniser.ts";

/** A client's request as a call of the suite. */
export function callOf(
  { request }: Exchange,
  { operation, route, captured }: Recognised,
  query: string | undefined,
  form: AskedForm,
  contract: Contract,
): Call {
  const { version } = route;
  const parameters = new URLSearchParams(query ?? "");
  const body = bodyOf(request, route.body?.mediaType);
  const accept = headerValue(request.headers, "accept") ?? null;
  const unusual = Object.entries(captured).filter(([name, raw]) => readingOf(name, raw) !== "value" || isSpeltOut(raw));
  const call: Call = {
    operation,
    version,
    ...(parameters.size > 0 && { query: Object.fromEntries(parameters) }),
    ...(unusual.length > 0 && { rawPath: Object.fromEntries(unusual) }),
    ...(body !== undefined && { body: neutralBody(contract.profile, body) }),
    ...(accept !== route.accept && { accept }),
  };
  const due = worst([
    ...Object.entries(captured).map(([name, raw]) => dueOfReading(readingOf(name, raw))),
    canBeReadInWays(query ?? "") ? "any" : dueOfQuery(parameters, operation, route, contract),
    form.kind === "any" ? "any" : undefined,
    dueOfForm(dueOfBody(request, body, operation, route, contract), operation, form),
  ]);
  return due === undefined ? call : { ...call, due };
}

type Request = Exchange["request"];
type Route = Recognised["route"];

/** `any` wins over a due refusal, because the server may answer either property of the request first. */
const worst = (dues: readonly (Due | undefined)[]): Due | undefined =>
  dues.includes("any") ? "any" : dues.find((due) => due !== undefined);

const FORM = "application/x-www-form-urlencoded";

function bodyOf({ body }: Request, mediaType: string | undefined): unknown {
  if (body === undefined || body === "") return undefined;
  return mediaType === FORM ? Object.fromEntries(new URLSearchParams(body)) : parseJson(body);
}

type ReadingKind = ReturnType<typeof readText>["kind"];

function readingOf(name: string, raw: string): ReadingKind {
  try {
    return readText(PATH_PARAMETERS[name] ?? { type: "string" }, decodeURIComponent(raw)).kind;
  } catch {
    return "unspecified";
  }
}

/** Whether a path value is percent-encoded in an unusual way, which does not change its meaning. */
function isSpeltOut(raw: string): boolean {
  try {
    return raw !== encodeURIComponent(decodeURIComponent(raw));
  } catch {
    return true;
  }
}

function dueOfReading(kind: ReadingKind): Due | undefined {
  switch (kind) {
    case "value":
      return undefined;
    case "none":
      return "refusal";
    case "unspecified":
      return "any";
    default:
      return kind satisfies never;
  }
}

/** Whether a query is ambiguous: it contains a second question mark, as in a badly joined link, or a broken escape. */
function canBeReadInWays(query: string): boolean {
  try {
    decodeURIComponent(query);
    return query.includes("?");
  } catch {
    return true;
  }
}

/** The description does not say how a server treats a parameter that it does not list, or that appears twice. */
function dueOfQuery(
  parameters: URLSearchParams,
  operation: Recognised["operation"],
  { version, query }: Route,
  contract: Contract,
): Due | undefined {
  const names = [...parameters.keys()];
  const listed = new Map(query.map(({ name, schema }) => [name, schema]));
  if (new Set(names).size < names.length || names.some((name) => !listed.has(name))) return "any";
  const loose = [...parameters].some(([name, text]) => readText(listed.get(name) ?? {}, text).kind === "unspecified");
  if (loose) return "any";
  return validate(operation, "query", Object.fromEntries(parameters), { contract, version }).length > 0
    ? "refusal"
    : undefined;
}

/** A body that breaks a limit at one date may be valid at another. */
const dueOfForm = (due: Due | undefined, operation: Recognised["operation"], form: AskedForm): Due | undefined =>
  due !== undefined && form.kind === "dated" && hasOtherBody(operation, form.date) ? "any" : due;

/**
 * The description does not say how a server treats an unexpected body, a missing one, or one that it cannot read.
 */
function dueOfBody(
  request: Request,
  body: unknown,
  operation: Recognised["operation"],
  { version, body: form }: Route,
  contract: Contract,
): Due | undefined {
  const sent = (request.body ?? "") !== "";
  if (form === undefined) return sent ? "any" : undefined;
  const type = headerValue(request.headers, "content-type")?.split(";")[0]?.trim().toLowerCase();
  if (body === undefined || type === undefined || (type !== form.mediaType && !/^application\/(.+\+)?json$/.test(type)))
    return "any";
  return validate(operation, "body", body, { contract, version }).length > 0 ? "refusal" : undefined;
}
