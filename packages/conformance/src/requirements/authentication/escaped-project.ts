import { asks } from "../../expect/asks.ts";
import { callOf, unasked } from "../../expect/cases.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { expects, inconclusive, upheld } from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import { sameRead } from "../../oracles/same.ts";
import { credential } from "../../rule/need.ts";
import type { Case, Context } from "../../rule/requirement.ts";

const escaped = (id: string): string => `%${id.charCodeAt(0).toString(16).toUpperCase()}${id.slice(1)}`;

/**
 * Sends a key of another project, and the id with its first character as an escape, which means the same (RFC 3986,
 * section 6.2.2.2). A target need not accept escapes, so the case counts only if the main key reads the project's
 * records that way.
 */
export const escapedProject = (context: Context): Case =>
  asks(
    "a key of another project, with an escape in the id",
    3,
    async (ask) => {
      const rawPath = { groupId: escaped(context.world.fixtures.groupId ?? "") };
      const plain = await ask(callOf(context));
      if (!wasAccepted(plain)) return inconclusive(`the plain request is not accepted (${received(plain)})`);
      const own = await ask(callOf(context, { rawPath, due: "any" }));
      const isTheProject = wasAccepted(own) && sameRead(plain, own, "the same project").kind === "holds";
      if (!isTheProject || listIn(jsonOf(own))?.length === 0) return upheld;
      const exchange = await ask(callOf(context, { rawPath, who: "otherProject", due: "any" }));
      if (unasked(exchange)) return inconclusive("the target asks for no credentials here");
      return expects(!wasAccepted(exchange), "a refusal: an escape in the id opens no project", received(exchange));
    },
    { needs: [credential("otherProject")] },
  );
