import { answered, headerValue, parseJson } from "@plumbline/client";
import { received, wasAccepted } from "../../ground/answers.ts";
import { broken, mild, upheld } from "../../ground/judgement.ts";
import type { Passed } from "../passed.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const RULE = "ERR-MALFORMED-JSON";
/** Statuses about the body. The others are about the caller or the address. */
const ABOUT_BODY: readonly number[] = [400, 415, 422];
/** How many malformed bodies the server must fail to refuse before it counts as its fault. */
const OFTEN = 2;

/** The server must refuse a body that is not JSON although its Content-Type says so. */
export function malformed(): Onlooker {
  let taken = 0;
  const see = (passed: Passed): readonly Found[] => {
    const { exchange, recognised } = passed;
    if (recognised.route.body === undefined || !answered(exchange) || !isNoJson(passed)) return [];
    if (ABOUT_BODY.includes(exchange.response.status)) return [{ requirement: RULE, judgement: upheld, passed }];
    // The judge passes a 500 on only once it is believed. Then the server failed to parse the body.
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
  // With another charset or a byte order mark, the server may read the body as JSON.
  const isPlain = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/.test(type) && !body.startsWith("\uFEFF");
  return isPlain && route.body?.mediaType === "application/json" && body.trim() !== "" && parseJson(body) === undefined;
}
