import { randomUUID } from "node:crypto";
import type { Credential, Exchange } from "@plumbline/client";
import type { BoundRoute, Profile } from "@plumbline/schemas";
import type { Ask } from "../../ground/ask.ts";
import type { Call } from "../../ground/call.ts";
import { type Judgement, mild } from "../../ground/judgement.ts";
import { NotSentError } from "../../ground/not-sent-error.ts";
import { RISKS } from "../../ground/risk.ts";
import { compose } from "../../kernel/compose.ts";
import { DescribedExchanges } from "../../kernel/described-exchanges.ts";
import type { Check } from "../../plan/check.ts";
import { plan } from "../../plan/plan.ts";
import type { Selection } from "../../plan/selection.ts";
import { isOfOtherDate } from "../../rule/dated.ts";
import type { ProbeRequirement, Requirement } from "../../rule/requirement.ts";
import { Asked } from "../../run/asked.ts";
import { guard } from "../../run/guard.ts";
import { callersOf } from "../../target/callers.ts";
import type { Target } from "../../target/target.ts";
import { type AskedForm, acceptedForm, dateOfRoute } from "../asked-form.ts";
import { askerWith } from "../asker-of.ts";
import type { Asker } from "../passed.ts";
import { keyOfRequest } from "./request-key.ts";
import type { Stretch } from "./stretch.ts";
import { mostOf, worldOf } from "./world-of.ts";

/** The judgement of one question of a probe, with the last exchange that it used. */
export interface Replayed {
  readonly check: Check;
  readonly judgement: Judgement;
  readonly exchange: Exchange;
}

/**
 * Answers the questions of probes from one stretch: it composes each request as a run would, and takes the exchange in
 * which a client sent an equal request. If no client did, the question yields nothing.
 */
export async function replay(
  requirements: readonly Requirement[],
  target: Target,
  stretch: Stretch,
  selection: Selection | undefined,
): Promise<readonly Replayed[]> {
  const main = mainOf(target, stretch);
  if (main === undefined) return [];
  const known: Target = { ...target, credentials: { ...target.credentials, main: main.credential } };
  const world = { ...worldOf(stretch, main.asker, known), callers: callersOf(known) };
  const probes = requirements.filter((one): one is ProbeRequirement => one.kind === "probe");
  const checks = plan(probes, { ...known, allow: EVERYTHING }, world, selection);
  const described = new DescribedExchanges(target.contract);
  const answers = (call: Call): readonly Answered[] => {
    const { contract } = target;
    const request = compose(call, known, world);
    const asker = request.credential && askerWith(request.credential);
    const route = contract.route(call.operation, call.version);
    // Without a known main key, `main` is the most frequent caller. If that caller sent no key, the recorder may have
    // dropped the field, so its requests do not count as those of a caller without a key.
    if (asker === undefined || (asker === main.asker && asker !== main.shown) || route === undefined) return [];
    const form = formOf(call, route, contract.profile, stretch);
    return stretch
      .answersTo(keyOfRequest(request, asker === main.shown ? main.asker : asker, form))
      .map((exchange): Answered => ({ exchange, form }));
  };
  const replayed: Replayed[] = [];
  for (const check of checks) {
    if (check.obstacle !== undefined || check.work.kind !== "cases") continue;
    for (const one of check.work.cases) {
      let last: Answered | undefined;
      const asked = new Asked();
      const seen = (answered: Answered, call: Call): Exchange => {
        if (last !== undefined && dateOf(last) !== undefined && ![undefined, dateOf(last)].includes(dateOf(answered)))
          throw new NotSentError("the traffic has no such request for this date alone");
        last = answered;
        return described.of(answered.exchange, call);
      };
      const ask = asked.noting(fromRecord(answers, seen));
      const judgement = await guard(() => one.ask(ask));
      if ("outcome" in judgement || last === undefined || !DECIDED.has(judgement.kind)) continue;
      const date = dateOf(last);
      if (date !== undefined && isOfOtherDate(check.requirement.id, date)) continue;
      const told = asked.decided(one.level === "SHOULD" ? mild(judgement) : judgement);
      replayed.push({ check, judgement: told, exchange: last.exchange });
    }
  }
  return replayed;
}

const EVERYTHING: Target["allow"] = new Set(RISKS);
const DECIDED: ReadonlySet<Judgement["kind"]> = new Set(["holds", "broken"]);

/** Answers each call from the record; a call that must be sent again gets the next recorded answer. */
function fromRecord(
  answers: (call: Call) => readonly Answered[],
  seen: (answered: Answered, call: Call) => Exchange,
): Ask {
  const used = new Map<string, number>();
  return async (call) => {
    const all = answers(call);
    const first = all[0]?.exchange.id ?? "";
    const before = used.get(first);
    const at = before === undefined ? 0 : before + (call.send === undefined ? 0 : 1);
    const answered = all[at];
    if (answered === undefined) throw new NotSentError("the traffic has no such request");
    used.set(first, at);
    return seen(answered, call);
  };
}

/** A recorded exchange, and the form of its answer. */
interface Answered {
  readonly exchange: Exchange;
  readonly form: AskedForm;
}

const dateOf = ({ form }: Answered): string | undefined => (form.kind === "dated" ? form.date : undefined);

/** The form that a call asks for. Without an Accept of its own, it takes the date that clients mostly asked for. */
function formOf(call: Call, route: BoundRoute, profile: Profile, stretch: Stretch): AskedForm {
  if (call.accept !== undefined) return acceptedForm(call.accept ?? undefined, route, profile);
  if (route.version !== "2") return { kind: "plain" };
  const date = stretch.dateOf(call.operation) ?? dateOfRoute(route, profile);
  return date === undefined ? { kind: "any" } : { kind: "dated", date };
}

interface Main {
  readonly asker: Asker;
  readonly credential: Credential;
  /** The caller that a request with this credential names. */
  readonly shown: Asker;
}

/**
 * The caller in the role of the main key: the main key itself if the server accepted it here, otherwise the caller with
 * the most accepted requests.
 */
function mainOf({ credentials }: Target, { taken }: Stretch): Main | undefined {
  const askers = taken.filter(({ recognised }) => recognised.route.version !== "standalone").map(({ asker }) => asker);
  const own = credentials.main && askerWith(credentials.main);
  if (credentials.main && own !== undefined && askers.includes(own))
    return { asker: own, credential: credentials.main, shown: own };
  const asker = mostOf(askers);
  return asker === undefined ? undefined : { asker, credential: SOMEBODY, shown: `digest ${SOMEBODY.username}` };
}

const SOMEBODY = { scheme: "digest", label: "who asked", username: "somebody", password: randomUUID() } as const;
