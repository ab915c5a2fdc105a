import { acceptsPlainly, callOf } from "../../expect/cases.ts";
import { received } from "../../ground/answers.ts";
import type { Call } from "../../ground/call.ts";
import { inconclusive } from "../../ground/judgement.ts";
import { saysThereIsNone } from "../../oracles/says-there-is-none.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { MAY_BE_NONE } from "../../target/may-be-none.ts";

/** A valid call without parameters; inconclusive if the answer seems to say that there is no record to show. */
export function plainCall(context: Context): Case {
  const plain = acceptsPlainly(context, "a plain call", bodyOf(context));
  const none = MAY_BE_NONE[context.operation.id];
  if (none === undefined) return plain;
  return {
    ...plain,
    ask: async (ask) => {
      const exchange = await ask(callOf(context, bodyOf(context)));
      return saysThereIsNone(exchange)
        ? inconclusive(`it seems that ${none} (${received(exchange)}), so nothing can be said about this rule`)
        : plain.ask(ask);
    },
  };
}

/** The body of a valid call in probes: only the token endpoint needs one, and checks share that request. */
export const bodyOf = ({ operation }: Context): Partial<Call> =>
  operation.authentication === "clientCredentials" ? { body: { grant_type: "client_credentials" }, send: "once" } : {};
