import { answered, type Exchange } from "@plumbline/client";

/** The text of the body without the white space around it, which is no part of its layout. */
export const bodyText = (exchange: Exchange): string => (answered(exchange) ? exchange.response.body.trim() : "");

/** Whether the body has indented lines. The search for a line break is fast and settles most bodies. */
export const isLaidOut = (exchange: Exchange): boolean =>
  answered(exchange) && exchange.response.body.includes("\n") && /\n[ \t]+\S/.test(bodyText(exchange));
