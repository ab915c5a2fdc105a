import type { Exchange } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { received, refused, wasAccepted } from "../../ground/answers.ts";
import type { Ask } from "../../ground/ask.ts";
import type { Fields } from "../../ground/json.ts";
import { inconclusive, type Judgement } from "../../ground/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";
import { staysBehind } from "../../writes/stays-behind.ts";

/** The positive control of a case: one valid request of its operation, which all checks of the operation share. */
export interface Twin {
  /** The valid body. It is the same in every check of a run, so that a permanent record is created only once. */
  readonly body: (context: Context) => Fields;
}

/** Sends the shared valid request. If the target does not accept it, the check is inconclusive. */
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

/** The target must refuse a body that is wrong in one respect, provided that it accepts the valid one. */
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

/**
 * Contexts in which the target accepted a faulty body that left a permanent record, with the level of the rule; one
 * such record is enough.
 */
const proven = new WeakMap<Context, "MUST" | "SHOULD">();

const isProven = (context: Context, weight: "MUST" | "SHOULD"): boolean =>
  proven.get(context) === "MUST" || proven.get(context) === weight;

/** Settings of `refusesBody` for cases that differ from the usual one. */
export interface MoreOfRefusal extends Pick<Case, "level" | "mock" | "needs"> {
  /** Whether the body violates a limit that applies to all bodies; then a refusal has a known code. Default: true. */
  readonly invalid?: boolean;
  /** A body that is wrong in this respect and in others. Equal ones of several checks are sent once. */
  readonly alike?: Fields;
}
