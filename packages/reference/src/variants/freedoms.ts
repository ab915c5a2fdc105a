import { parseQuery } from "../http/query.ts";
import { PLAIN, renderRefusal } from "../http/render.ts";
import { Refusal } from "../refusal.ts";
import { fieldsOf, isFields } from "../rules/members.ts";
import type { Edge } from "../serving/edge.ts";
import { answering, type Variant, withHeaders } from "./variant.ts";

/** Adds members to every JSON object of an answer, including lists and their records. */
const everywhere =
  (members: Readonly<Record<string, unknown>>) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(everywhere(members));
    return isFields(value) ? { ...value, ...members } : value;
  };

const LINKS = [
  { rel: "self", href: "/api/relative?pageNum=1" },
  { rel: "https://example.net/rels/other", href: "https://example.net/absolute" },
];

/** Refuses requests that exceed a limit of the server; the description states no such limit. */
const refusesWhere =
  (beyond: (path: string, query: string, headers: (name: string) => string | undefined) => boolean, status: number) =>
  (service: Parameters<NonNullable<Variant["edge"]>>[0]): Edge =>
  async (request, serve) =>
    beyond(request.path, request.query, (name) => request.header(name))
      ? renderRefusal(service, undefined, PLAIN, new Refusal(status, "TOO_LONG", "That is too long for this server."))
      : serve(request);

/** Choices that are the server's own: links, other headers, own limits, forms of timestamps. */
export const freedomVariants: readonly Variant[] = [
  {
    id: "links-on-lists",
    text: "Lists carry links with relative and absolute addresses.",
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        return operation.result.kind === "paged" && operation.authentication === "digest"
          ? { ...answer, body: { links: LINKS, ...fieldsOf(answer.body) } }
          : answer;
      },
    }),
  },
  {
    id: "links-on-records",
    text: "Every record and every list carries links.",
    change: ({ answers }) => ({
      answers: (operation, body, given) => {
        const answer = answers(operation, body, given);
        if (operation.authentication !== "digest" || typeof answer.body !== "object") return answer;
        // An array of texts has no place for links, and a delete returns an empty object.
        if (operation.result.kind === "empty" || operation.result.kind === "array") return answer;
        const { results, ...around } = fieldsOf(answer.body);
        const whole = everywhere({ links: LINKS });
        return {
          ...answer,
          body: results === undefined ? whole(around) : { ...fieldsOf(whole(around)), results: whole(results) },
        };
      },
    }),
  },
  {
    id: "dates-milliseconds-zero",
    text: "Moments are whole seconds, written with three zeros.",
    change: ({ showInstant }) => ({ showInstant: (at) => showInstant(Math.floor(at / 1_000) * 1_000) }),
  },
  {
    id: "error-parameters",
    text: "Errors carry the additional members parameters and help.",
    change: ({ errorBody }) => ({
      errorBody: (error) => ({
        ...fieldsOf(errorBody(error)),
        parameters: ["<b>groupId</b>", 5, null],
        help: "/docs#errors",
      }),
    }),
  },
  {
    id: "refusals-cached",
    text: "Answers carry headers about caching: Cache-Control, Age, Expires and Pragma.",
    edge: () => withHeaders({ "Cache-Control": "private, max-age=0", Age: "0", Expires: "0", Pragma: "no-cache" }),
  },
  {
    id: "hsts-preload",
    text: "Answers carry other values of Strict-Transport-Security and Vary, and the headers Deprecation and Sunset.",
    edge: () =>
      withHeaders({
        "Strict-Transport-Security": "max-age=63072000; includeSubDomains; preload",
        Vary: "Accept-Encoding, Origin",
        Deprecation: "true",
        Sunset: "Fri, 01 Jan 2100 00:00:00 GMT",
      }),
  },
  {
    id: "media-type-version-parameter",
    text: "Media types have a parameter that no standard defines.",
    edge: () =>
      answering((answer) => {
        const type = answer.headers["Content-Type"];
        return typeof type === "string"
          ? { ...answer, headers: { ...answer.headers, "Content-Type": `${type}; profile="a; b=c"` } }
          : answer;
      }),
  },
  {
    id: "query-length-limited",
    text: "A query of more than 300 characters is answered 414.",
    edge: refusesWhere((_path, query) => query.length > 300, 414),
  },
  {
    id: "empty-query-values-refused",
    text: "A query parameter with an empty value is refused.",
    edge: refusesWhere((_path, query) => [...(parseQuery(query)?.values() ?? [])].flat().includes(""), 400),
  },
  {
    id: "expect-nothing-of-others",
    text: "Unknown paths are answered 400, as by a gateway with its own list of paths.",
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.errorCode === "RESOURCE_NOT_FOUND" && operation === undefined
          ? new Refusal(400, "UNKNOWN_PATH", given.detail, given.headers)
          : given;
      },
    }),
  },
  {
    id: "not-acceptable-415",
    text: "An Accept header that the server cannot satisfy is answered 415.",
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.status === 406 ? new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", given.detail, given.headers) : given;
      },
    }),
  },
  {
    id: "conflicts-400",
    text: "A conflict is answered 400 instead of 409.",
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.status === 409 ? new Refusal(400, given.errorCode, given.detail, given.headers) : given;
      },
    }),
  },
  {
    id: "conflicts-422",
    text: "A conflict is answered 422 instead of 409.",
    change: ({ refusal }) => ({
      refusal: (suggested, operation) => {
        const given = refusal(suggested, operation);
        return given.status === 409 ? new Refusal(422, "UNPROCESSABLE_CONTENT", given.detail, given.headers) : given;
      },
    }),
  },
  {
    id: "trailing-slash",
    text: "A slash at the end of a path makes no difference.",
    edge: () => (request, serve) =>
      serve(
        request.path.length > 1 && request.path.endsWith("/")
          ? { ...request, path: request.path.slice(0, -1) }
          : request,
      ),
  },
];
