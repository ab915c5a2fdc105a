import { ordered } from "../order.ts";
import type { BodyParts } from "./bodies.ts";
import { callersOf, strangersOf } from "./callers.ts";
import { negativesOf } from "./negatives.ts";
import { odditiesOf } from "./oddities.ts";
import type { Aim, Shot } from "./shot.ts";
import { type Choice, type Family, inShard, type Shard, subjectsOf } from "./subjects.ts";
import { validsOf } from "./valids.ts";

/** Which requests a campaign is about. */
export interface Theme {
  readonly family: Family;
  readonly aim: Aim;
  readonly level: "MUST" | "SHOULD";
}

/** The requests of a campaign in the order in which they are sent: a pure function of its arguments. */
export function planOf(theme: Theme, parts: BodyParts, seed: number, choice: Choice = {}): readonly Shot[] {
  return planOfAll([theme], parts, seed, choice);
}

/** The requests of several campaigns in one order: a run that stops at any moment was the best run of that length. */
export function planOfAll(
  themes: readonly Theme[],
  parts: BodyParts,
  seed: number,
  choice: Choice = {},
  shard?: Shard,
): readonly Shot[] {
  const shots = themes.flatMap((theme) => shotsOf(theme, parts, seed, choice));
  return ordered(
    shots.filter((shot) => inShard(shot, shard)),
    seed,
  );
}

function shotsOf(theme: Theme, parts: BodyParts, seed: number, choice: Choice): readonly Shot[] {
  const shots = subjectsOf(parts.contract, parts.world, theme.family, choice).flatMap((subject) => {
    switch (theme.aim) {
      case "refused":
        return negativesOf(subject, parts);
      case "accepted":
        return validsOf(subject, parts, seed);
      case "no crash":
        return odditiesOf(subject, parts);
      case "kept out":
        return strangersOf(subject, parts);
      case "let in":
        return callersOf(subject, parts);
      default:
        return theme.aim satisfies never;
    }
  });
  return shots
    .filter((shot) => shot.level === theme.level && !breaksOneOf(shot, choice.without))
    .map((shot) => ({ ...shot, id: `${theme.aim} ${shot.id}` }));
}

/** Whether a request breaks one of the keywords. */
export const breaksOneOf = ({ shows, certificate }: Shot, keywords: readonly string[] = []): boolean =>
  [shows, ...(certificate?.also ?? [])].some(({ keyword }) => keywords.includes(keyword));
