import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { received, refused, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import type { Fields } from "../../ground/json.ts";
import { inconclusive, type Judgement } from "../../ground/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { staysBehind } from "../../writes/stays-behind.ts";

/** The positive control of a case: one good request of its operation, which all checks of the operation share. */
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
  return inconclusive(`the same request without a fault is not accepted (${received(plain)}), so nothing can be said`);
}

/** The body is wrong in one respect and must be refused, given that the good one is accepted. */
export const refusesBody = (
  context: Context,
  twin: Twin,
  name: string,
  body: (context: Context) => Fields,
  more: MoreOfRefusal = {},
): Case => {
  const { invalid = true, alike, ...rest } = more;
  const weight = more.level ?? "MUST";
  return asks(
    name,
    alike === undefined ? 2 : 3,
    (ask) =>
      besideTwin(context, twin, ask, async () => {
        if (isProven(context, weight))
          return inconclusive(`${name}: not sent, as what was sent before left a record that stays`);
        const due = invalid ? ({ due: "refusal" } as const) : {};
        const all = alike && (await ask(callOf(context, { body: alike, send: "once", ...due })));
        const exchange = all && wasAccepted(all) ? all : await ask(callOf(context, { body: body(context), ...due }));
        if (wasAccepted(exchange) && staysBehind(context.operation.id)) proven.set(context, weight);
        return refused(exchange, name);
      }),
    rest,
  );
};

/** Checks of which a body was accepted that must not be, by how much that weighs: where it left a record, one is enough. */
const proven = new WeakMap<Context, "MUST" | "SHOULD">();

const isProven = (context: Context, weight: "MUST" | "SHOULD"): boolean =>
  proven.get(context) === "MUST" || proven.get(context) === weight;

/** Settings of `refusesBody` for cases that differ from the usual one. */
export interface MoreOfRefusal extends Pick<Case, "level" | "mock" | "needs"> {
  /** Whether the body breaks a limit that holds for all bodies: the refusal of one has a known code. Default true. */
  readonly invalid?: boolean;
  /** A body that is wrong in this respect and in others; equal ones of several checks are sent once. */
  readonly alike?: Fields;
}
