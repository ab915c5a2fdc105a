import { answered, type Exchange } from "@plumbline/client";
import type { Campaign, CampaignRequirement, Finding, Judgement, Target } from "@plumbline/conformance";
import { broken, HandsOffError, inconclusive, received, upheld } from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import { BaseRequests } from "../asking/base-requests.ts";
import { callOfCase } from "../asking/call-of-case.ts";
import { ruling } from "../asking/judge.ts";
import { matcherFields } from "../asking/matcher-fields.ts";
import type { BodyParts } from "../cases/bodies.ts";
import { fresh } from "../cases/fresh.ts";
import { atRecord } from "../cases/negatives.ts";
import { isProven } from "../cases/proven.ts";
import type { TestCase } from "../cases/test-case.ts";
import { type Ear, REPLAY } from "../failures/ear.ts";
import { type Failure, fingerprintOf, rulePrintOf, storedWords } from "../failures/failure.ts";
import { findingNames } from "./finding-names.ts";
import { lacking } from "./lacking.ts";
import { remade } from "./remade.ts";
import { worstPermitted } from "./worst-permitted.ts";

/** The result of a stored failure. ERROR: the request could not be sent under the conditions that it needs. */
export type Replayed = "FIXED" | "FAILED" | "ERROR";

/** The permissions of the target, and the listener on the rules about all answers. */
export interface ReplaySettings extends Pick<Target, "allow"> {
  readonly ear: Ear;
}

/**
 * A campaign that replays stored failures, each on its own record, and deletes what they create. A failure that may not
 * be sent becomes an ERROR, and the others are still sent. `told` receives each result and its reason.
 */
export function replayRequirement(
  failures: readonly Failure[],
  settings: ReplaySettings,
  told: (failure: Failure, came: Replayed, why: string) => void = () => undefined,
): CampaignRequirement {
  return {
    kind: "campaign",
    id: REPLAY,
    level: "MUST",
    basis: "derived:D1",
    text: "Failures that were stored are failures no more.",
    section: "Resources and their fields",
    risk: worstPermitted(failures, settings),
    search: async (campaign) => {
      const { contract, world } = campaign;
      const parts = { contract, world, matcherFields: await fieldsFor(failures, settings, campaign) };
      const baseRequests = new BaseRequests(campaign, parts);
      const findings: Finding[] = [];
      const names = findingNames(failures);
      for (const failure of failures) {
        const { operation, version } = failure.testCase;
        const place = { operation, version: versionLabel(version), name: names.get(failure) ?? failure.fingerprint };
        const ready = await readyFor(failure, baseRequests, parts, settings);
        if ("why" in ready) {
          told(failure, "ERROR", campaign.redacted(ready.why));
          findings.push({ ...place, judgement: inconclusive(ready.why), evidence: [] });
          continue;
        }
        const exchange = await sent(campaign, ready);
        if ("why" in exchange) {
          told(failure, "ERROR", campaign.redacted(exchange.why));
          findings.push({ ...place, judgement: inconclusive(exchange.why), evidence: [] });
          continue;
        }
        await campaign.giveBack(exchange);
        const { came, judgement, got, same, broke } = becameOf(failure, ready, exchange, {
          ...settings,
          redacted: campaign.redacted,
        });
        const words = campaign.redacted(got);
        told(failure, came, same || came !== "FAILED" ? words : `now different: ${words}`);
        findings.push({ ...place, judgement, evidence: [exchange.id, ...(broke === undefined ? [] : [broke])] });
      }
      return findings;
    },
  };
}

interface Became {
  readonly came: Replayed;
  readonly judgement: Judgement;
  /** What was received, in words. */
  readonly got: string;
  /** It fails for the stored reason. */
  readonly same: boolean;
  /** The exchange of the valid request, if that one broke the rule. */
  readonly broke?: string;
}

/** The result of a stored failure for an answer: FAILED as long as anything in the answer is wrong. */
function becameOf(
  failure: Failure,
  { testCase, shown }: ReadyCase,
  exchange: Exchange,
  { ear, redacted }: ReplaySettings & Pick<Campaign, "redacted">,
): Became {
  const got = received(exchange);
  const saidOf = (id: string): Judgement | "unheard" | undefined =>
    failure.reason === "rule-broken" ? ear.said(failure.rule, id) : undefined;
  const [ofTestCase, heard] = [saidOf(exchange.id), saidOf(shown)];
  if (ofTestCase === "unheard" && answered(exchange)) {
    const why = `this run does not check ${failure.rule}, so the result is unknown`;
    return { came: "ERROR", judgement: inconclusive(why), got: why, same: false };
  }
  const ofBase = heard === "unheard" ? undefined : heard;
  const byRule =
    ofTestCase === "unheard" || (ofBase?.kind === "broken" && ofTestCase?.kind !== "broken") ? ofBase : ofTestCase;
  if (byRule?.kind === "broken") {
    const print = rulePrintOf(failure.rule, testCase.operation, storedWords(redacted(byRule.expected)));
    const words = `${byRule.received}, expected ${byRule.expected}`;
    const own = { judgement: byRule, got: words, same: print === failure.fingerprint };
    return { came: "FAILED", ...own, ...(byRule === ofBase && { broke: shown }) };
  }
  const said = ruling(testCase, exchange);
  if (said.verdict === "violates") {
    const same = fingerprintOf(testCase, said.reason) === failure.fingerprint;
    return { came: "FAILED", judgement: broken(testCase.expected, got), got, same };
  }
  // If the failure is about a rule, a kept rule is decisive, whatever else the answer means.
  if (said.verdict === "conforms" || byRule?.kind === "holds")
    return { came: "FIXED", judgement: upheld, got, same: false };
  return { came: "ERROR", judgement: inconclusive(`answered ${got}`), got, same: false };
}

interface ReadyCase {
  readonly testCase: TestCase;
  readonly path: Readonly<Record<string, string>>;
  /** Id of the exchange of the valid request. */
  readonly shown: string;
}

/** The answer, or why the run must not send the request. */
async function sent({ ask }: Campaign, { testCase, path }: ReadyCase): Promise<Exchange | { readonly why: string }> {
  try {
    return await ask(callOfCase(testCase, { ...path, ...testCase.call.path }));
  } catch (error) {
    if (error instanceof HandsOffError) return { why: error.message };
    throw error;
  }
}

/** The request of a stored failure for an existing record, or the reason why it cannot be sent. */
async function readyFor(
  failure: Failure,
  baseRequests: BaseRequests,
  parts: BodyParts,
  settings: ReplaySettings,
): Promise<ReadyCase | { readonly why: string }> {
  const forbidden = lacking(failure, settings);
  if (forbidden !== undefined) return { why: forbidden };
  const again = remade(failure, parts);
  if ("reason" in again) return { why: again.reason };
  const base = await baseRequests.of(again.testCase);
  if (!base.ready) return { why: base.reason };
  const placed = atRecord(again.testCase, parts.contract.operation(again.testCase.operation), base.path);
  if (placed === undefined) return { why: "the id of this record cannot be wrong in this way" };
  const { rawBody } = placed.call;
  const testCase = rawBody === undefined ? placed : { ...placed, call: { ...placed.call, rawBody: fresh(rawBody) } };
  if (!isProven(testCase, parts.contract)) return { why: "the bytes to send do not have the stated fault" };
  return { testCase, path: base.path, shown: base.shown };
}

/** Only bodies of alert configurations contain names of matcher fields. */
async function fieldsFor(
  failures: readonly Failure[],
  settings: ReplaySettings,
  { ask, contract }: Pick<Campaign, "ask" | "contract">,
): Promise<readonly string[]> {
  const isNeeded = failures.some(
    (failure) =>
      ["createAlertConfig", "updateAlertConfig"].includes(failure.testCase.operation) &&
      lacking(failure, settings) === undefined,
  );
  return isNeeded ? matcherFields(ask, contract) : [];
}
