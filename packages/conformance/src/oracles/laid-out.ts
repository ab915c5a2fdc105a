import { answered, type Exchange } from "@plumbline/client";

/** The JSON text; white space around it is no part of its layout. */
export const bodyText = (exchange: Exchange): string => (answered(exchange) ? exchange.response.body.trim() : "");

/** Most bodies are one line, which is quickly seen. */
export const isLaidOut = (exchange: Exchange): boolean =>
  answered(exchange) && exchange.response.body.includes("\n") && /\n[ \t]+\S/.test(bodyText(exchange));
