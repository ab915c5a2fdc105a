import type { Exchange } from "@plumbline/client";
import { received, refused, wasAccepted } from "../../expect/answers.ts";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import type { Fields } from "../../json.ts";
import type { Ask } from "../../kernel/ask.ts";
import { type Judgement, unable } from "../../rule/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";

/** What a case asks about after one good request of its operation, which all checks of the operation share. */
export interface Twin {
  /** The good body: the same in every check of a run, so that what cannot be removed is made once. */
  readonly body: (context: Context) => Fields;
}

/** Sends the shared good request; nothing can be said where that is not accepted. */
export async function besideTwin(
  context: Context,
  twin: Twin,
  ask: Ask,
  judge: (exchange: Exchange) => Promise<Judgement> | Judgement,
): Promise<Judgement> {
  const plain = await ask(callOf(context, { body: twin.body(context), send: "once" }));
  if (wasAccepted(plain)) return judge(plain);
  return unable(`the same request without a fault is not accepted (${received(plain)}), so nothing can be said`);
}

/** The body is wrong in one respect and must be refused, given that the good one is accepted. */
export const refusesBody = (
  context: Context,
  twin: Twin,
  name: string,
  body: (context: Context) => Fields,
  more: MoreOfRefusal = {},
): Case => {
  const { invalid = true, ...rest } = more;
  return asks(
    name,
    2,
    (ask) =>
      besideTwin(context, twin, ask, async () =>
        refused(await ask(callOf(context, { body: body(context), ...(invalid && { due: "refusal" }) })), name),
      ),
    rest,
  );
};

export interface MoreOfRefusal extends Pick<Case, "level" | "mock" | "needs"> {
  /** Whether the body breaks a limit that holds for all bodies: the refusal of one has a known code. Default true. */
  readonly invalid?: boolean;
}
