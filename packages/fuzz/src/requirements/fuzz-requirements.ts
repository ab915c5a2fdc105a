import type { CampaignRequirement, Finding, Requirement } from "@plumbline/conformance";
import { bindContract, neutral, type OperationId } from "@plumbline/schemas";
import { Budget } from "../campaigns/budget.ts";
import { Gathering } from "../campaigns/gathering.ts";
import { type Member, type Search, search } from "../campaigns/search.ts";
import { PERMISSIONS, RULES, ruleName } from "../cases/rules.ts";
import { type Choice, FAMILIES, type Family, familyOf, inShard } from "../cases/subjects.ts";
import { ALERT_CONFIGURATIONS } from "../stateful/kinds.ts";
import { keptRequirements } from "./kept-requirements.ts";
import { racesRequirement } from "./races-requirement.ts";
import { readsRequirements } from "./reads-requirement.ts";
import { statesRequirement } from "./states-requirement.ts";

export interface FuzzOptions
  extends Choice,
    Pick<Search, "log" | "shard" | "until" | "dryAfter" | "endless" | "ear" | "reach" | "onRequest" | "onAnswer"> {
  /** Equal seeds send equal requests to equal targets. */
  readonly seed: number;
  /**
   * Requests of all campaigns together, without handshakes and without what undoes a write; 30,000 send all that is
   * enumerated, and with `endless` drawn ones follow.
   */
  readonly requests: number;
  /** Which kinds of writes to send; some cost money or stay. @default all */
  readonly families?: readonly Family[];
}

/**
 * The campaigns of the fuzzer, which share one budget of requests. Make them anew for each run: a budget is used up.
 */
export function fuzzRequirements({
  seed,
  requests,
  operations,
  versions,
  without,
  risks,
  families = FAMILIES,
  ...more
}: FuzzOptions): readonly Requirement[] {
  const budget = new Budget(requests);
  const choice: Choice = {
    ...(operations && { operations }),
    ...(versions && { versions }),
    ...(without && { without }),
    ...(risks && { risks }),
  };
  const chosen = families.filter((family) => operations === undefined || isOf(family, operations));
  const wanted = RULES.flatMap((rule) =>
    rule.families.filter((family) => chosen.includes(family)).map((family) => ({ rule, family })),
  );
  const explored =
    families.includes("configurations") &&
    isChosen(operations) &&
    inShard({ operation: "updateAlertConfig" }, more.shard);
  const states = explored
    ? [statesRequirement({ ...more, seed, share: budget.share(STATES_PART), versions: versions ?? ["1.0", "2"] })]
    : [];
  const raced =
    families.includes("lasting") &&
    (operations?.includes("takeSnapshot") ?? true) &&
    inShard({ operation: "takeSnapshot" }, more.shard);
  const races = raced
    ? [racesRequirement({ ...more, seed, share: budget.share(RACES_PART), versions: versions ?? ["1.0", "2"] })]
    : [];
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
  const part =
    1 -
    (compared.length > 0 ? READS_PART : 0) -
    (explored ? STATES_PART : 0) -
    (raced ? RACES_PART : 0) -
    (kept.length > 0 ? KEPT_PART : 0);
  const share = budget.share(part);
  const gathering = new Gathering<Member, readonly Finding[]>((members) =>
    search({ ...more, seed, choice, share, requests: Math.floor(requests * part) }, members),
  );
  const campaigns = wanted.map(({ rule, family }): CampaignRequirement => {
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
  });
  return [...compared, ...kept, ...campaigns, ...states, ...races];
}

/** The part of the budget for scenarios. */
const STATES_PART = 0.06;
/** For bodies that are read back: one of each operation at 2,000 requests. */
const KEPT_PART = 0.12;
/** For reads that are compared with each other. */
const READS_PART = 0.16;
/** And for races: one of them at 500 requests. */
const RACES_PART = 0.03;

/** Whether any of the operations is of a family; what they are called on the wire decides nothing about that. */
const isOf = (family: Family, operations: readonly OperationId[]): boolean => {
  const contract = bindContract(neutral);
  return operations.some((operation) => familyOf(contract.operation(operation)) === family);
};

/** Scenarios need every operation on configurations, so a choice of some leaves them out. */
const isChosen = (operations: Choice["operations"]): boolean =>
  operations === undefined || ALERT_CONFIGURATIONS.every((operation) => operations.includes(operation));

function needsOf(family: Family): NonNullable<CampaignRequirement["needs"]> {
  if (family === "tokens") return [{ kind: "credential", name: "serviceAccount" }];
  return [{ kind: "fixture", name: family === "alerts" ? "alertId" : "groupId" }];
}
