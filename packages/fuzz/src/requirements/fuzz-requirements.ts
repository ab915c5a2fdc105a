import type { CampaignRequirement, Finding, Requirement } from "@plumbline/conformance";
import { bindContract, neutral, type OperationId } from "@plumbline/schemas";
import { Budget } from "../campaigns/budget.ts";
import { Gathering } from "../campaigns/gathering.ts";
import type { Member } from "../campaigns/member.ts";
import { search } from "../campaigns/search.ts";
import type { Search } from "../campaigns/settings.ts";
import { PERMISSIONS, RULES, type Rule, ruleName } from "../cases/rules.ts";
import { type Choice, FAMILIES, type Family, familyOf, inShard } from "../cases/subjects.ts";
import { ALERT_CONFIGURATIONS } from "../stateful/kinds.ts";
import { keptRequirements } from "./kept-requirements.ts";
import { racesRequirement } from "./races-requirement.ts";
import { readsRequirements } from "./reads-requirement.ts";
import { statesRequirement } from "./states-requirement.ts";
import { walksRequirements } from "./walks-requirement.ts";

/** The options of the fuzzer: what it draws, how much, and which callbacks receive results. */
export interface FuzzOptions
  extends Choice,
    Pick<Search, "log" | "shard" | "until" | "dryAfter" | "endless" | "ear" | "reach" | "onRequest" | "onAnswer"> {
  /** Equal seeds send equal requests to equal targets. */
  readonly seed: number;
  /**
   * The number of requests of all campaigns together, without handshakes and cleanup. 30,000 send all enumerated
   * requests; with `endless`, drawn ones follow.
   */
  readonly requests: number;
  /**
   * The kinds of writes to send; some cost money or create permanent records.
   * @default all
   */
  readonly families?: readonly Family[];
}

/**
 * The campaigns of the fuzzer, which share one budget of requests. A budget can be used only once, so each run needs
 * new ones.
 */
export function fuzzRequirements(options: FuzzOptions): readonly Requirement[] {
  const {
    seed,
    requests,
    operations,
    versions,
    without: _without,
    risks: permitted,
    families = FAMILIES,
    ...more
  } = options;
  const budget = new Budget(requests);
  const choice = choiceOf(options);
  const played = { ...more, seed, versions: versions ?? (["1.0", "2"] as const) };
  const states = isExplored(options) ? [statesRequirement({ ...played, share: budget.share(STATES_PART) })] : [];
  const races = isRaced(options) ? [racesRequirement({ ...played, share: budget.share(RACES_PART) })] : [];
  const compared = families.includes("reads")
    ? readsRequirements({ ...more, seed, choice, share: budget.share(READS_PART) })
    : [];
  const kept = keptRequirements({
    ...more,
    seed,
    families,
    operations,
    versions,
    requests: Math.floor(requests * KEPT_PART),
  });
  const walked = isWalked(options)
    ? walksRequirements({ ...played, risks: permitted, shareOf: (own) => budget.share(WALKS_PART * own) })
    : [];
  const part =
    1 -
    (walked.length > 0 ? WALKS_PART : 0) -
    (compared.length > 0 ? READS_PART : 0) -
    (states.length > 0 ? STATES_PART : 0) -
    (races.length > 0 ? RACES_PART : 0) -
    (kept.length > 0 ? KEPT_PART : 0);
  const share = budget.share(part);
  const gathering = new Gathering<Member, readonly Finding[]>((members) =>
    search({ ...more, seed, choice, share, requests: Math.floor(requests * part) }, members),
  );
  const campaigns = wantedOf(options).map(([rule, family]) => campaignOf(rule, family, gathering));
  return [...compared, ...kept, ...walked, ...campaigns, ...states, ...races];
}

const choiceOf = ({ operations, versions, without, risks }: FuzzOptions): Choice => ({
  ...(operations && { operations }),
  ...(versions && { versions }),
  ...(without && { without }),
  ...(risks && { risks }),
});

/** The rules with each selected family. */
function wantedOf({ families = FAMILIES, operations }: FuzzOptions): readonly (readonly [Rule, Family])[] {
  const chosen = families.filter((family) => operations === undefined || isOf(family, operations));
  return RULES.flatMap((rule) =>
    rule.families.filter((family) => chosen.includes(family)).map((family) => [rule, family] as const),
  );
}

/** Whether scenarios are played. */
const isExplored = ({ families = FAMILIES, operations, shard }: FuzzOptions): boolean =>
  families.includes("configurations") && isChosen(operations) && inShard({ operation: "updateAlertConfig" }, shard);

/** Whether walks are played: a selection of operations may exclude those that walks need. */
const isWalked = ({ families = FAMILIES, operations }: FuzzOptions): boolean =>
  operations === undefined && families.includes("records") && families.includes("settings");

/** Whether concurrent snapshots are requested. */
const isRaced = ({ families = FAMILIES, operations, shard }: FuzzOptions): boolean =>
  families.includes("lasting") &&
  (operations?.includes("takeSnapshot") ?? true) &&
  inShard({ operation: "takeSnapshot" }, shard);

function campaignOf(rule: Rule, family: Family, gathering: Gathering<Member, readonly Finding[]>): CampaignRequirement {
  const { level, basis, text, section, aim } = rule;
  const { risk } = PERMISSIONS[family];
  const name = ruleName(rule, family);
  return {
    kind: "campaign",
    id: name,
    level,
    basis,
    text,
    section,
    risk,
    needs: needsOf(family),
    search: (campaign) => gathering.join({ id: name, scope: { family, aim, level }, campaign }),
  };
}

/** The share of the budget for scenarios. */
const STATES_PART = 0.06;
/** The share for bodies that are read back: one for each operation at 2,000 requests. */
const KEPT_PART = 0.12;
/** The share for walks: one over each kind of record at 2,000 requests. */
const WALKS_PART = 0.08;
/** The share for comparisons of reads. */
const READS_PART = 0.16;
/** The share for races: one race at 500 requests. */
const RACES_PART = 0.03;

/** Whether any of the operations belongs to a family, which does not depend on their names on the wire. */
const isOf = (family: Family, operations: readonly OperationId[]): boolean => {
  const contract = bindContract(neutral);
  return operations.some((operation) => familyOf(contract.operation(operation)) === family);
};

/** Scenarios need every operation on configurations, so a selection of some operations excludes them. */
const isChosen = (operations: Choice["operations"]): boolean =>
  operations === undefined || ALERT_CONFIGURATIONS.every((operation) => operations.includes(operation));

function needsOf(family: Family): NonNullable<CampaignRequirement["needs"]> {
  if (family === "tokens") return [{ kind: "credential", name: "serviceAccount" }];
  return [{ kind: "fixture", name: family === "alerts" ? "alertId" : "groupId" }];
}
