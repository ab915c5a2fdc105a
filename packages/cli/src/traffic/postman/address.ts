import { fieldsOf, member } from "@plumbline/conformance";
import { type Pair, pairsIn } from "../pairs-in.ts";
import { withQuery } from "../query-text.ts";
import { resolved, resolvedPairs, type Variables, withVariables } from "./variables.ts";

/**
 * The address to which a request of a collection was sent; `undefined` if one of its variables has no value. A variable
 * of the path (`:id`) is a whole segment, and its value is listed next to the address.
 */
export function addressIn(url: unknown, variables: Variables): string | undefined {
  const raw = typeof url === "string" ? url : (textOf(url, "raw") ?? composed(url));
  const [unsent = ""] = raw.split("#", 1);
  const [place = "", ...query] = unsent.split("?");
  const own = withVariables(new Map(), member(url, "variable"));
  const filled = withPathVariables(place, own);
  if (filled === undefined) return undefined;
  const whole = resolved([filled, ...query].join("?"), variables);
  if (whole === undefined) return undefined;
  const parameters = resolvedPairs(enabled(member(url, "query")), variables);
  if (parameters === undefined) return undefined;
  return withQuery(/^[a-z][a-z\d+.-]*:\/\//i.test(whole) ? whole : `http://${whole}`, parameters);
}

/** Names and values of a list in a collection, without the disabled ones. */
export const enabled = (listed: unknown): readonly Pair[] =>
  Array.isArray(listed)
    ? pairsIn(
        listed.filter((one) => member(one, "disabled") !== true),
        "key",
      )
    : [];

function withPathVariables(place: string, own: Variables): string | undefined {
  let isOpen = false;
  const filled = place.replaceAll(/\/:([^/?#]+)/g, (_segment, name: string) => {
    const value = own.get(name) ?? "";
    isOpen ||= value === "";
    return `/${value.replaceAll(/[^\w.~!$&'()*+,;=:@%{}-]/gu, escaped)}`;
  });
  return isOpen ? undefined : filled;
}

const escaped = (sign: string): string =>
  [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

/** Composes an address from the parts that are listed with it. */
function composed(url: unknown): string {
  const protocol = textOf(url, "protocol");
  const port = textOf(url, "port");
  const host = joined(member(url, "host"), ".");
  const path = joined(member(url, "path"), "/");
  return `${protocol === undefined ? "" : `${protocol.replace(/:\/*$/, "")}://`}${host}${port === undefined ? "" : `:${port}`}${path === "" || path.startsWith("/") ? path : `/${path}`}`;
}

const joined = (parts: unknown, sign: string): string =>
  typeof parts === "string"
    ? parts
    : Object.values(fieldsOf(parts))
        .map((part) => (typeof part === "string" ? part : (textOf(part, "value") ?? "")))
        .join(sign);

function textOf(object: unknown, name: string): string | undefined {
  const value = member(object, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
