import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { received, refused, wasAccepted } from "../../ground/answers.ts";
import type { Call, LentSecret, SecretChange } from "../../ground/call.ts";
import { inconclusive } from "../../ground/judgement.ts";
import type { Case, Context } from "../../rule/requirement.ts";

/** Changes that a server overlooks if it compares only a part of a secret, or ignores its case. */
const CHANGES: Readonly<Record<SecretChange, string>> = {
  "longer secret": "the secret with a character more",
  "shorter secret": "the secret with a character less",
  "secret in the other case": "the secret with its letters in the other case",
  "empty secret": "no secret beside the name",
};

/** The same as a list of pairs. */
export const SECRET_CHANGES = Object.entries(CHANGES) as readonly (readonly [SecretChange, string])[];

type Change = Omit<Partial<Call>, "operation" | "version">;

/**
 * Cases: the target refuses Basic credentials of the user with almost the right secret, and accepts the right ones.
 * `how` is part of every request.
 */
export const changedSecrets = (context: Context, lent: LentSecret, how: Change = {}): readonly Case[] =>
  SECRET_CHANGES.map(([change, what]) =>
    asks(
      what,
      2,
      async (ask) => {
        const plain = await ask(callOf(context, how));
        if (!wasAccepted(plain)) return inconclusive(`the right credentials are not accepted (${received(plain)})`);
        const exchange = await ask(callOf(context, { ...how, who: { lent, change } }));
        return refused(exchange, what);
      },
      { mock: "it takes any credentials" },
    ),
  );
