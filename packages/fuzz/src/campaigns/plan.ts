import type { Certificate } from "../certificate.ts";
import { ordered } from "../order.ts";
import type { BodyParts } from "./bodies.ts";
import { negativesOf } from "./negatives.ts";
import { odditiesOf } from "./oddities.ts";
import type { Aim, Shot } from "./shot.ts";
import { type Choice, type Family, subjectsOf } from "./subjects.ts";
import { validsOf } from "./valids.ts";

/** Which requests a campaign is about. */
export interface Theme {
  readonly family: Family;
  readonly aim: Aim;
  readonly level: "MUST" | "SHOULD";
}

/** The requests of a campaign in the order in which they are sent: a pure function of its arguments. */
export function planOf(theme: Theme, parts: BodyParts, seed: number, choice: Choice = {}): readonly Shot[] {
  const shots = subjectsOf(parts.contract, parts.world, theme.family, choice).flatMap((subject) => {
    switch (theme.aim) {
      case "refused":
        return negativesOf(subject, parts);
      case "accepted":
        return validsOf(subject, parts, seed);
      case "no crash":
        return odditiesOf(subject, parts);
      default:
        return theme.aim satisfies never;
    }
  });
  return ordered(
    shots.filter(({ level, certificate }) => level === theme.level && !breaksOneOf(certificate, choice.without)),
    seed,
  );
}

const breaksOneOf = (certificate: Certificate | undefined, keywords: readonly string[] = []): boolean =>
  certificate !== undefined && [certificate, ...certificate.also].some(({ keyword }) => keywords.includes(keyword));
