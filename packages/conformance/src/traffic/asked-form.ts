import { answered, type Exchange, headerValue } from "@plumbline/client";
import {
  type BoundRoute,
  essence,
  type Profile,
  rangesOf,
  resourceDateIn,
  servedDateIn,
  servedDateOf,
} from "@plumbline/schemas";

/**
 * The form of an answer that an exchange asks for; `any` if the description does not say which form the Accept yields.
 * Version 2 has a date: the one that Accept names, otherwise the one that the answer names.
 */
export type AskedForm =
  | { readonly kind: "plain" }
  | { readonly kind: "dated"; readonly date: string }
  | { readonly kind: "any" };

const ANY: AskedForm = { kind: "any" };

/** The form that an exchange asked for; if Accept names no date, the answer decides. */
export function askedForm(exchange: Exchange, route: BoundRoute, profile: Profile): AskedForm {
  const form = acceptedForm(headerValue(exchange.request.headers, "accept"), route, profile);
  if (route.version !== "2" || !answered(exchange)) return form;
  const { status, headers } = exchange.response;
  // A 406 may mean that the target does not serve this date, and then it says nothing about the rest of the request.
  if (form.kind === "dated") return status === 406 && form.date !== dateOfRoute(route, profile) ? ANY : form;
  const date = servedDateIn(headerValue(headers, "content-type") ?? "", profile);
  return date === undefined ? ANY : { kind: "dated", date };
}

/** The form that an Accept value asks for, regardless of the answer. */
export function acceptedForm(accept: string | undefined, route: BoundRoute, profile: Profile): AskedForm {
  if (route.version === "2") {
    const date = servedDateOf(accept ?? "", profile);
    return date === undefined ? ANY : { kind: "dated", date };
  }
  const isTaken = accept === undefined || rangesOf(accept).some((range) => ANY_JSON.includes(essence(range)));
  return isTaken ? { kind: "plain" } : ANY;
}

/** The date of version 2 that the suite requests from a route. */
export const dateOfRoute = ({ accept }: BoundRoute, { product }: Profile): string | undefined =>
  resourceDateIn(accept, product);

const ANY_JSON: readonly string[] = ["application/json", "application/*", "*/*"];
