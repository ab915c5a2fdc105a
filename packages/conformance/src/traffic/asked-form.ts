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
 * In which form of its version an exchange asks for what a route answers with; `any` where the description does not say
 * what is answered. Version 2 has a date: the one that Accept names, or else the one that the answer is of.
 */
export type AskedForm =
  | { readonly kind: "plain" }
  | { readonly kind: "dated"; readonly date: string }
  | { readonly kind: "any" };

const ANY: AskedForm = { kind: "any" };

/** The form that was asked for, and answered. */
export function askedForm(exchange: Exchange, route: BoundRoute, profile: Profile): AskedForm {
  const form = acceptedForm(headerValue(exchange.request.headers, "accept"), route, profile);
  if (route.version !== "2" || !answered(exchange)) return form;
  const { status, headers } = exchange.response;
  // A date that the target does not serve after all is refused so, whatever else holds of the request.
  if (form.kind === "dated") return status === 406 && form.date !== dateOfRoute(route, profile) ? ANY : form;
  const date = servedDateIn(headerValue(headers, "content-type") ?? "", profile);
  return date === undefined ? ANY : { kind: "dated", date };
}

/** The form that an Accept asks for by itself. */
export function acceptedForm(accept: string | undefined, route: BoundRoute, profile: Profile): AskedForm {
  if (route.version === "2") {
    const date = servedDateOf(accept ?? "", profile);
    return date === undefined ? ANY : { kind: "dated", date };
  }
  const isTaken = accept === undefined || rangesOf(accept).some((range) => ANY_JSON.includes(essence(range)));
  return isTaken ? { kind: "plain" } : ANY;
}

/** The date of version 2 that the suite itself asks a route for. */
export const dateOfRoute = ({ accept }: BoundRoute, { product }: Profile): string | undefined =>
  resourceDateIn(accept, product);

const ANY_JSON: readonly string[] = ["application/json", "application/*", "*/*"];
