import { answered } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf, refuses } from "../../expect/cases.ts";
import { received, wasAccepted } from "../../ground/answers.ts";
import { expects, inconclusive } from "../../ground/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";

const BROKEN = "itemsPerPage=%zz";

/**
 * Queries that stand on the wire as they are here. A gateway may refuse them before the interface is reached, so no other
 * rule looks at the answers.
 */
export const oddQueries = (context: Context): readonly Case[] => [
  // A query may hold colons and slashes as they are (RFC 3986, section 3.4), and this one is no integer.
  refuses(context, "itemsPerPage=1http://x", { rawQuery: "itemsPerPage=1http://x", due: "any" }),
  // What is no query is left out by some parsers and refused by others; neither fails for it.
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
