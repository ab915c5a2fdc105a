import type { CampaignRequirement, Risk, Stage } from "@plumbline/conformance";
import { ALERT_CONFIGURATIONS, statesRequirement } from "../stateful/states-requirement.ts";
import { Budget } from "./budget.ts";
import type { Theme } from "./plan.ts";
import { type Search, search } from "./search.ts";
import { type Choice, FAMILIES, type Family } from "./subjects.ts";
import { Turns } from "./turns.ts";

export interface FuzzOptions
  extends Choice,
    Pick<Search, "log" | "journal" | "shard" | "until" | "dryAfter" | "onRequest"> {
  /** Equal seeds send equal requests to equal targets. */
  readonly seed: number;
  /** Requests of all campaigns together, without handshakes and without what undoes a write; 30,000 send everything. */
  readonly requests: number;
  /** Which kinds of writes to send; some cost money or stay. @default all */
  readonly families?: readonly Family[];
}

type Statement = Pick<CampaignRequirement, "id" | "level" | "basis" | "text" | "section">;
type Rule = Statement &
  Pick<Theme, "aim" | "level"> & {
    /** The families that the rule is about, each with its part of the budget: about what different it has to ask. */
    readonly parts: Readonly<Partial<Record<Family, number>>>;
  };

const LIMITS = "Resources and their fields";

const RULES: readonly Rule[] = [
  {
    id: "FUZZ-INVALID-REFUSED",
    level: "MUST",
    basis: "derived:D1",
    text: "A body or parameter that breaks one keyword of the contract is refused with 4xx.",
    section: LIMITS,
    aim: "refused",
    parts: { reads: 44, configurations: 28, alerts: 9, records: 9, settings: 6, lasting: 10, tokens: 1 },
  },
  {
    id: "FUZZ-INVALID-REFUSED-SHOULD",
    level: "SHOULD",
    basis: "derived:D1",
    text: "A body that breaks a keyword of less than full weight is refused with 4xx.",
    section: LIMITS,
    aim: "refused",
    parts: { configurations: 2, records: 1 },
  },
  {
    id: "FUZZ-VALID-ACCEPTED",
    level: "MUST",
    basis: "stated",
    text: "Bodies and parameters at the edges of what the contract allows are accepted.",
    section: LIMITS,
    aim: "accepted",
    parts: { reads: 14, configurations: 6, alerts: 9, records: 2, settings: 2 },
  },
  {
    id: "FUZZ-NO-CRASH",
    level: "SHOULD",
    basis: "derived:D1",
    text: "Requests in forms that the description leaves open are answered without an error of the server.",
    section: "Errors",
    aim: "no crash",
    parts: { reads: 7, configurations: 4, alerts: 2, records: 2, settings: 2 },
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
  families = FAMILIES,
  ...more
}: FuzzOptions): readonly CampaignRequirement[] {
  const budget = new Budget(requests);
  const choice: Choice = {
    ...(operations && { operations }),
    ...(versions && { versions }),
    ...(without && { without }),
  };
  const settingTurns = new Turns();
  const alertTurns = new Turns();
  const wanted = RULES.flatMap((rule) =>
    families.flatMap((family) => {
      const part = rule.parts[family];
      return part === undefined ? [] : [{ rule, family, part }];
    }),
  );
  const explored = families.includes("configurations") && isChosen(operations);
  const whole = wanted.reduce((sum, { part }) => sum + part, explored ? STATES_PART : 0);
  const states = explored
    ? [
        statesRequirement({
          ...more,
          seed,
          share: budget.share(STATES_PART / whole),
          versions: versions ?? ["1.0", "2"],
        }),
      ]
    : [];
  const campaigns = wanted.map(({ rule, family, part }): CampaignRequirement => {
    const { id, level, basis, text, section, aim } = rule;
    const { suffix, risk } = PERMISSIONS[family];
    // The weaker rule came first for configurations alone, and its id is stable for ever.
    const name = id === "FUZZ-INVALID-REFUSED-SHOULD" && family === "configurations" ? id : id + suffix;
    const theme: Theme = { family, aim, level };
    const share = budget.share(part / whole);
    return {
      kind: "campaign",
      id: name,
      level,
      basis,
      text,
      section,
      stage: stageOf(theme),
      risk,
      needs: needsOf(family),
      search: (campaign) => {
        const work = () => search({ ...more, id: name, theme, seed, choice, share }, campaign);
        // What shares a record takes turns.
        if (family === "alerts") return alertTurns.run(work);
        return family === "settings" ? settingTurns.run(work) : work();
      },
    };
  });
  return [...campaigns, ...states];
}

/** The part of the budget for scenarios, in the measure of the rules. */
const STATES_PART = 16;

/** Scenarios need every operation on configurations, so a choice of some leaves them out. */
const isChosen = (operations: Choice["operations"]): boolean =>
  operations === undefined || ALERT_CONFIGURATIONS.every((operation) => operations.includes(operation));

function needsOf(family: Family): NonNullable<CampaignRequirement["needs"]> {
  if (family === "tokens") return [{ kind: "credential", name: "serviceAccount" }];
  return [{ kind: "fixture", name: family === "alerts" ? "alertId" : "groupId" }];
}

function stageOf({ family, aim }: Theme): Stage {
  switch (family) {
    case "reads":
      return aim === "accepted" ? "read" : "refused-reads";
    case "configurations":
    case "records":
      return aim === "accepted" ? "state" : "refused-writes";
    case "settings":
    case "lasting":
    case "tokens":
    case "alerts":
      // Stories work on the same alert and settings in the stages before; nothing touches them in the last one.
      return "quota";
    default:
      return family satisfies never;
  }
}
