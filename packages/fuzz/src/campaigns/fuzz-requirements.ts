import type { CampaignRequirement, Finding, Risk } from "@plumbline/conformance";
import { bindContract, neutral, type OperationId } from "@plumbline/schemas";
import { racesRequirement } from "../stateful/races-requirement.ts";
import { ALERT_CONFIGURATIONS, FUZZ_STAGE, statesRequirement } from "../stateful/states-requirement.ts";
import { Budget } from "./budget.ts";
import { Gathering } from "./gathering.ts";
import type { Theme } from "./plan.ts";
import { type Member, type Search, search } from "./search.ts";
import { type Choice, FAMILIES, type Family, familyOf, inShard } from "./subjects.ts";

export interface FuzzOptions
  extends Choice,
    Pick<Search, "log" | "shard" | "until" | "dryAfter" | "endless" | "onRequest" | "onAnswer"> {
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

type Statement = Pick<CampaignRequirement, "id" | "level" | "basis" | "text" | "section">;
type Rule = Statement &
  Pick<Theme, "aim" | "level"> & {
    /** What the rule is about. */
    readonly families: readonly Family[];
  };

const LIMITS = "Resources and their fields";
/** Of these a valid request can be sent often: it leaves nothing behind. */
const RETURNING: readonly Family[] = ["reads", "configurations", "alerts", "records", "settings"];

const RULES: readonly Rule[] = [
  {
    id: "FUZZ-INVALID-REFUSED",
    level: "MUST",
    basis: "derived:D1",
    text: "A body or parameter that breaks one keyword of the contract is refused with 4xx.",
    section: LIMITS,
    aim: "refused",
    families: FAMILIES,
  },
  {
    id: "FUZZ-INVALID-REFUSED-SHOULD",
    level: "SHOULD",
    basis: "derived:D1",
    text: "A body that breaks a keyword of less than full weight is refused with 4xx.",
    section: LIMITS,
    aim: "refused",
    families: ["configurations", "records"],
  },
  {
    id: "FUZZ-VALID-ACCEPTED",
    level: "MUST",
    basis: "stated",
    text: "Bodies and parameters at the edges of what the contract allows are accepted.",
    section: LIMITS,
    aim: "accepted",
    families: RETURNING,
  },
  {
    id: "FUZZ-NO-CRASH",
    level: "SHOULD",
    basis: "derived:D1",
    text: "Requests in forms that the description leaves open are answered without an error of the server.",
    section: "Errors",
    aim: "no crash",
    families: RETURNING,
  },
];

interface Permission {
  readonly suffix: string;
  readonly risk: Risk;
}

/** A rule becomes one requirement per permission, so that who may only read still gets its reads fuzzed. */
const PERMISSIONS: Readonly<Record<Family, Permission>> = {
  reads: { suffix: "", risk: "read" },
  configurations: { suffix: "-WRITES", risk: "create" },
  alerts: { suffix: "-UPDATES", risk: "update" },
  records: { suffix: "-RECORDS", risk: "create" },
  settings: { suffix: "-SETTINGS", risk: "update" },
  lasting: { suffix: "-LASTING", risk: "irreversible" },
  tokens: { suffix: "-TOKENS", risk: "quota" },
};

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
}: FuzzOptions): readonly CampaignRequirement[] {
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
  const share = budget.share(1 - (explored ? STATES_PART : 0) - (raced ? RACES_PART : 0));
  const gathering = new Gathering<Member, readonly Finding[]>((members) =>
    search({ ...more, seed, choice, share }, members),
  );
  const campaigns = wanted.map(({ rule, family }): CampaignRequirement => {
    const { id, level, basis, text, section, aim } = rule;
    const { suffix, risk } = PERMISSIONS[family];
    // The weaker rule came first for configurations alone, and its id is stable for ever.
    const name = id === "FUZZ-INVALID-REFUSED-SHOULD" && family === "configurations" ? id : id + suffix;
    return {
      kind: "campaign",
      id: name,
      level,
      basis,
      text,
      section,
      stage: FUZZ_STAGE,
      risk,
      needs: needsOf(family),
      search: (campaign) => gathering.join({ id: name, theme: { family, aim, level }, campaign }),
    };
  });
  return [...campaigns, ...states, ...races];
}

/** The part of the budget for scenarios. */
const STATES_PART = 0.1;
/** And for races: two of them at 500 requests. */
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
