import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf, unasked } from "../../expect/cases.ts";
import { received, wasAccepted } from "../../ground/answers.ts";
import { inconclusive, type Judgement } from "../../ground/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";

/**
 * A request without credentials on the connection of a request that was accepted. A server must not take both for one
 * caller's (RFC 9110, section 3.3): a gateway sends the requests of many callers on one connection.
 */
export const afterAccepted = (context: Context, judge: (exchange: Exchange, expected: string) => Judgement): Case =>
  asks("no credentials, on the connection of an accepted request", 3, async (ask) => {
    const stranger = await ask(callOf(context, { connection: {}, who: "none", send: "again" }));
    if (unasked(stranger)) return inconclusive("the target asks for no credentials here");
    const connection = {};
    const accepted = await ask(callOf(context, { connection, send: "again" }));
    if (!wasAccepted(accepted)) return inconclusive(`the request with credentials is answered ${received(accepted)}`);
    const bare = await ask(callOf(context, { connection, who: "none", send: "again" }));
    return judge(bare, "401: the request itself carries no credentials");
  });
