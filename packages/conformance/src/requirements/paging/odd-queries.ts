import { answered } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf, refuses } from "../../expect/cases.ts";
import { received, wasAccepted } from "../../ground/answers.ts";
import { expects, inconclusive } from "../../ground/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";

const BROKEN = "itemsPerPage=%zz";

/**
 * Queries that are sent exactly as written here. A gateway may refuse them before they reach the interface, so no other
 * rule judges the answers.
 */
export const oddQueries = (context: Context): readonly Case[] => [
  // A query may contain colons and slashes unescaped (RFC 3986, section 3.4), and this value is no integer.
  refuses(context, "itemsPerPage=1http://x", { rawQuery: "itemsPerPage=1http://x", due: "any" }),
  // Some parsers ignore a malformed query and others refuse it; both are correct.
  asks(
    BROKEN,
    2,
    async (ask) => {
      const plain = await ask(callOf(context));
      if (!wasAccepted(plain)) return inconclusive(`the plain request is not accepted (${received(plain)})`);
      const exchange = await ask(callOf(context, { rawQuery: BROKEN, due: "any" }));
      const isSpared = answered(exchange) && exchange.response.status < 500;
      return expects(isSpared, "no 5xx: a broken escape is the mistake of the client", () => received(exchange));
    },
    { level: "SHOULD" },
  ),
];
