import { answered, type Exchange } from "@plumbline/client";
import { byStatus } from "../../ground/answers.ts";
import type { Judgement } from "../../ground/judgement.ts";

/** Whether the 401 also carries a challenge is the business of AUTH-CHALLENGE-SCHEME and AUTH-CHALLENGE-AGAIN. */
export const isRefusedKey = (exchange: Exchange): boolean => answered(exchange) && exchange.response.status === 401;

/** Broken by any answer but 401. */
export const turnedAway = (exchange: Exchange, expected: string): Judgement =>
  byStatus(exchange, isRefusedKey(exchange), expected);
