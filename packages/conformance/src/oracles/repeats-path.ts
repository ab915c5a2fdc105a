import { member } from "../ground/json.ts";
import { expects, type Judgement } from "../ground/judgement.ts";
import { quoted } from "../ground/quoted.ts";
import type { WatchedExchange } from "../ground/watched-exchange.ts";
import { knownBy } from "./addressed-by.ts";
import { listIn } from "./envelope.ts";

/**
 * Whether a record, or each of a list, names in a member what the path names: letter case is left open. One without the
 * member, or with one of another type, is the business of other rules.
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
