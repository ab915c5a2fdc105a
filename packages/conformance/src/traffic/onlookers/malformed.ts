import { answered, headerValue, parseJson } from "@plumbline/client";
import { received, wasAccepted } from "../../ground/answers.ts";
import { broken, mild, upheld } from "../../ground/judgement.ts";
import type { Passed } from "../passed.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const RULE = "ERR-MALFORMED-JSON";
/** Statuses that say something of the body: the others are about who asks, or where. */
const ABOUT_BODY: readonly number[] = [400, 415, 422];
/** Bodies that were not refused before that is the server's way. */
const OFTEN = 2;

/** A body that says that it is JSON, and is none, is refused. */
export function malformed(): Onlooker {
  let taken = 0;
  const see = (passed: Passed): readonly Found[] => {
    const { exchange, recognised } = passed;
    if (recognised.route.body === undefined || !answered(exchange) || !isNoJson(passed)) return [];
    if (ABOUT_BODY.includes(exchange.response.status)) return [{ requirement: RULE, judgement: upheld, passed }];
    // An error of the server's own comes here when it is believed: the parser has broken down on the body.
    if (!wasAccepted(exchange) && exchange.response.status !== 500) return [];
    taken += 1;
    if (taken < OFTEN) return [];
    const judgement = mild(broken("4xx for a body that is not JSON", received(exchange)));
    return [{ requirement: RULE, judgement, passed }];
  };
  return { decides: [RULE], see };
}

function isNoJson({ exchange: { request }, recognised: { route } }: Passed): boolean {
  const { body = "", headers } = request;
  const type = headerValue(headers, "content-type")?.trim().toLowerCase() ?? "";
  // Of another charset, or with a mark of one before it, it may be JSON to the server.
  const isPlain = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/.test(type) && !body.startsWith("\uFEFF");
  return isPlain && route.body?.mediaType === "application/json" && body.trim() !== "" && parseJson(body) === undefined;
}
