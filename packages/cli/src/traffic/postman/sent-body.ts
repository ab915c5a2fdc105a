import { parseJson } from "@plumbline/client";
import { member } from "@plumbline/conformance";
import { isContainer } from "../is-container.ts";
import { LEFT_OUT, type LeftOut } from "../left-out.ts";
import { queryText } from "../query-text.ts";
import { enabled } from "./address.ts";
import { resolved, resolvedPairs, type Variables } from "./variables.ts";

/** A body as Postman sends it, with the media type that Postman adds if the request states none. */
export interface SentBody {
  readonly text: string;
  readonly type?: string;
}

/** The body of a request of a collection; `undefined` if it has none. */
export function sentBody(body: unknown, variables: Variables): SentBody | undefined | LeftOut {
  if (!isContainer(body) || member(body, "disabled") === true) return undefined;
  const mode = member(body, "mode");
  const kept = typeof mode === "string" ? member(body, mode) : undefined;
  if (kept === undefined || kept === "" || kept === null) return undefined;
  switch (mode) {
    case "raw":
      return typeof kept === "string" ? filled(kept, typeOf(body), variables) : LEFT_OUT.requestBody;
    case "urlencoded":
      return form(kept, variables);
    case "graphql":
      return filled(graphql(kept), "application/json", variables);
    // Files, and forms with files, are not part of the collection.
    default:
      return LEFT_OUT.requestBody;
  }
}

function filled(text: string, type: string | undefined, variables: Variables): SentBody | LeftOut {
  const sent = resolved(text, variables);
  return sent === undefined ? LEFT_OUT.variable : { text: sent, ...(type !== undefined && { type }) };
}

function form(kept: unknown, variables: Variables): SentBody | LeftOut {
  const pairs = resolvedPairs(enabled(kept), variables);
  if (pairs === undefined) return LEFT_OUT.variable;
  return { text: queryText(pairs), type: "application/x-www-form-urlencoded" };
}

const typeOf = (body: unknown): string | undefined =>
  member(member(member(body, "options"), "raw"), "language") === "json" ? "application/json" : undefined;

function graphql(kept: unknown): string {
  const [query, variables] = [member(kept, "query"), member(kept, "variables")];
  return JSON.stringify({ query, ...(typeof variables === "string" && { variables: parseJson(variables) ?? {} }) });
}
