import type { CampaignRequirement, Risk, Stage } from "@plumbline/conformance";
import { Budget } from "./budget.ts";
import type { Theme } from "./plan.ts";
import { search } from "./search.ts";
import type { Choice, Family } from "./subjects.ts";
import { Turns } from "./turns.ts";

export interface FuzzOptions extends Choice {
  /** Equal seeds send equal requests to equal targets. */
  readonly seed: number;
  /** Requests of all campaigns together, without handshakes and without what undoes a write; 4,000 send everything. */
  readonly requests: number;
}

type Statement = Pick<CampaignRequirement, "id" | "level" | "basis" | "text" | "section">;
type Rule = Statement &
  Pick<Theme, "aim" | "level"> & {
    /** The families that the rule is about, each with its part of the budget: about the size of its plan, less for oddities. */
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
    parts: { reads: 24, configurations: 20, alerts: 4 },
  },
  {
    id: "FUZZ-INVALID-REFUSED-SHOULD",
    level: "SHOULD",
    basis: "derived:D1",
    text: "A body that breaks a keyword of less than full weight is refused with 4xx.",
    section: LIMITS,
    aim: "refused",
    parts: { configurations: 2 },
  },
  {
    id: "FUZZ-VALID-ACCEPTED",
    level: "MUST",
    basis: "stated",
    text: "Bodies and parameters at the edges of what the contract allows are accepted.",
    section: LIMITS,
    aim: "accepted",
    parts: { reads: 16, configurations: 6, alerts: 4 },
  },
  {
    id: "FUZZ-NO-CRASH",
    level: "SHOULD",
    basis: "derived:D1",
    text: "Requests in forms that the description leaves open are answered without an error of the server.",
    section: "Errors",
    aim: "no crash",
    parts: { reads: 16, configurations: 8, alerts: 3 },
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
};
const FAMILIES = ["reads", "configurations", "alerts"] as const;

/**
 * The campaigns of the fuzzer, which share one budget of requests. Make them anew for each run: a budget is used up.
 */
export function fuzzRequirements({ seed, requests, ...choice }: FuzzOptions): readonly CampaignRequirement[] {
  const budget = new Budget(requests);
  const alertTurns = new Turns();
  const wanted = RULES.flatMap((rule) =>
    FAMILIES.flatMap((family) => {
      const part = rule.parts[family];
      return part === undefined ? [] : [{ rule, family, part, alone: Object.keys(rule.parts).length === 1 }];
    }),
  );
  const whole = wanted.reduce((sum, { part }) => sum + part, 0);
  return wanted.map(({ rule, family, part, alone }): CampaignRequirement => {
    const { id, level, basis, text, section, aim } = rule;
    const { suffix, risk } = PERMISSIONS[family];
    const theme: Theme = { family, aim, level };
    const share = budget.share(part / whole);
    return {
      kind: "campaign",
      // A rule of one family needs no suffix to be told apart.
      id: alone ? id : id + suffix,
      level,
      basis,
      text,
      section,
      stage: stageOf(theme),
      risk,
      needs: [{ kind: "fixture", name: family === "alerts" ? "alertId" : "groupId" }],
      search: (campaign) => {
        const work = () => search({ theme, seed, choice, share }, campaign);
        return family === "alerts" ? alertTurns.run(work) : work();
      },
    };
  });
}

function stageOf({ family, aim }: Theme): Stage {
  switch (family) {
    case "reads":
      return aim === "accepted" ? "read" : "refused-reads";
    case "configurations":
      return aim === "accepted" ? "state" : "refused-writes";
    case "alerts":
      // Stories work on the same alert in the stages before; nothing touches it in the last one.
      return "quota";
    default:
      return family satisfies never;
  }
}
