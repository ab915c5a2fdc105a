import { received } from "../../ground/answers.ts";
import { broken, type Judgement, mild, upheld } from "../../ground/judgement.ts";
import { isInfrastructure, succeeded, type WatchedExchange } from "../../ground/watched-exchange.ts";
import { watch } from "../../rule/requirement.ts";
import { breachIn } from "./breach.ts";

function refusesBreaches(watched: WatchedExchange): Judgement | undefined {
  const { answer, call, exchange } = watched;
  if (call.due !== "refusal" || isInfrastructure(answer)) return undefined;
  if (!succeeded(answer)) return answer.status >= 400 && answer.status < 500 ? upheld : undefined;
  const breach = breachIn(watched);
  if (breach === undefined) return undefined;
  const judgement = broken(`4xx for a request that breaks a limit: ${breach.text}`, received(exchange));
  return breach.isMild ? mild(judgement) : judgement;
}

/** A run tests each limit on its own; in traffic, every request that breaks a limit decides this one requirement. */
export const clientLimits = watch({
  id: "TRAFFIC-LIMITS",
  level: "MUST",
  basis: "derived:D1",
  text: "A request whose body, query or path breaks a stated limit is refused with 4xx.",
  section: "Resources and their fields",
  on: () => true,
  conditional: true,
  examine: refusesBreaches,
});
