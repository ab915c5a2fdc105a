import { received } from "../../expect/answers.ts";
import { acceptsPlainly, callOf } from "../../expect/cases.ts";
import type { Call } from "../../kernel/call.ts";
import { saysThereIsNone } from "../../oracles/says-there-is-none.ts";
import { unable } from "../../rule/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { MAY_BE_NONE } from "../../target/may-be-none.ts";

export function plainCall(context: Context): Case {
  const plain = acceptsPlainly(context, "a plain call", bodyOf(context));
  const none = MAY_BE_NONE[context.operation.id];
  if (none === undefined) return plain;
  return {
    ...plain,
    ask: async (ask) => {
      const exchange = await ask(callOf(context, bodyOf(context)));
      return saysThereIsNone(exchange)
        ? unable(`it seems that ${none} (${received(exchange)}), so nothing can be said about this rule`)
        : plain.ask(ask);
    },
  };
}

export const bodyOf = ({ operation }: Context): Partial<Call> =>
  operation.authentication === "clientCredentials" ? { body: { grant_type: "client_credentials" }, send: "once" } : {};
