import { answered, type Exchange } from "@plumbline/client";
import { callOf } from "../../expect/cases.ts";
import { jsonOf } from "../../ground/answers.ts";
import type { Call } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { credential } from "../../rule/need.ts";
import type { Context } from "../../rule/requirement.ts";
import { greeting } from "../../target/greeting.ts";
import { is } from "../shared/subjects.ts";

/*
 * The requests, and the functions that read answers, of all rules about the token endpoint.
 */

/** The subject of all rules about tokens. */
export const token = is("issueServiceToken");
/** The user's service account; without it, rules about tokens are inconclusive. */
export const needs = [credential("serviceAccount")];
/** The reason why a mock cannot keep rules about wrong credentials and forms. */
export const LOOSE = "it takes any credentials and any form it can read";
/** The form of a valid token request; `asked` sends it unless a case states another. */
export const GOOD = { grant_type: "client_credentials" };
/** A form that asks for a grant that the endpoint does not give. */
export const OTHER_GRANT = { grant_type: "password" };

/** The queries of the endpoint, in one request. */
export const FORMS = { envelope: "true", pretty: "true" };

/** Requests of these rules are few and shared, because the endpoint allows ten a minute. */
export const asked = (context: Context, change: Partial<Call>): Call =>
  callOf(context, { send: "once", body: GOOD, ...change });

/** A read that presents a token; `undefined` if none is offered. The description does not name the header for tokens. */
export function readBy({ contract, world }: Pick<Context, "contract" | "world">, token: string): Call | undefined {
  const read = greeting(contract, world, "1.0") ?? greeting(contract, world, "2");
  return read && { ...read, who: { header: `${contract.profile.tokenScheme} ${token}` }, due: "any" };
}

/** Requests that must get no token, each by the name of its fault. */
export const REFUSALS: Readonly<Record<string, Partial<Call>>> = {
  "a wrong secret": { who: "wrongClientSecret" },
  "no Authorization": { who: "none" },
  "Basic with undecodable credentials": { who: { header: "Basic %%%" } },
  "grant_type=password": { body: OTHER_GRANT },
  "no grant_type": { body: { scope: "any" } },
  "an empty body": { rawBody: "" },
};

/** True if the rate limit refused the request, by status 429 or by the error word alone. */
export const isLimited = (exchange: Exchange): boolean =>
  member(jsonOf(exchange), "error") === "rate_limited" || (answered(exchange) && exchange.response.status === 429);
/** True for status 200; other rules look at the members. */
export const isToken = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 200;

/** Whether the endpoint's address serves nothing. OP72-BIND judges that, not the rules about tokens. */
export const notServed = (exchange: Exchange): boolean =>
  answered(exchange) && [404, 405].includes(exchange.response.status);
