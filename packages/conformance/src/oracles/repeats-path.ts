import { member } from "../ground/json.ts";
import { expects, type Judgement } from "../ground/judgement.ts";
import { quoted } from "../ground/quoted.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { knownBy } from "./addressed-by.ts";
import { listIn } from "./envelope.ts";

/**
 * Judges whether a record, or each record of a list, repeats in a member the name from the path. The description leaves
 * letter case open. Other requirements judge records without the member, or with a wrong type.
 */
export const repeatsPath =
  (parameter: string, name: string) =>
  (watched: WatchedExchange): Judgement | undefined => {
    const wanted = knownBy(watched, parameter);
    const { answer, contract } = watched;
    const field = contract.field(name);
    const shown = (listIn(answer.json) ?? [answer.json])
      .map((record) => member(record, field))
      .filter((one) => typeof one === "string");
    if (wanted === undefined || shown.length === 0) return undefined;
    const other = shown.find((one) => one.toLowerCase() !== wanted.toLowerCase());
    return expects(other === undefined, `${field} ${wanted}, as in the path`, () => quoted(other));
  };
