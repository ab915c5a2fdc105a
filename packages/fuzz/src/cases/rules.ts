import type { CampaignRequirement, Risk } from "@plumbline/conformance";
import type { CampaignScope } from "./plan.ts";
import { FAMILIES, type Family } from "./subjects.ts";

type Statement = Pick<CampaignRequirement, "id" | "level" | "basis" | "text" | "section">;
/** A rule for targets, with the families of operations to which it applies. */
export type Rule = Statement &
  Pick<CampaignScope, "aim" | "level"> & {
    /** The families to which the rule applies. */
    readonly families: readonly Family[];
  };

const AUTHENTICATION = "Authentication";
const LIMITS = "Resources and their fields";
/** Families whose valid requests can be sent often, because they leave no permanent records. */
const RETURNING: readonly Family[] = ["reads", "configurations", "alerts", "records", "settings"];

/**
 * Families whose operations leave permanent records or delete records, so the fuzzer sends few requests that a server
 * could carry out.
 */
export const CAREFUL: readonly Family[] = ["lasting", "removals"];

/** The rules that the campaigns of the fuzzer check. */
export const RULES: readonly Rule[] = [
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
    text: "A body or parameter that breaks a keyword of less than full weight is refused with 4xx.",
    section: LIMITS,
    aim: "refused",
    families: FAMILIES.filter((family) => family !== "removals"),
  },
  {
    id: "FUZZ-VALID-ACCEPTED",
    level: "MUST",
    basis: "stated",
    text: "Bodies and parameters at the edges of what the contract allows are accepted.",
    section: LIMITS,
    aim: "accepted",
    families: [...RETURNING, ...CAREFUL],
  },
  {
    id: "FUZZ-VALID-ACCEPTED-SHOULD",
    level: "SHOULD",
    basis: "stated",
    text: "Bodies that the contract allows as far as it goes are accepted: what goes with what, and what a text may hold, is left open.",
    section: LIMITS,
    aim: "accepted",
    families: ["records", "settings", "lasting"],
  },
  {
    id: "FUZZ-NO-CRASH",
    level: "SHOULD",
    basis: "derived:D1",
    text: "Requests in forms that the description leaves open are answered without an error of the server.",
    section: "Errors",
    aim: "no crash",
    families: [...RETURNING, ...CAREFUL],
  },
  {
    id: "FUZZ-STRANGER-REFUSED",
    level: "MUST",
    basis: "stated",
    text: "A right request without credentials, or with ones that prove nobody, is answered 401 where digests are asked for and refused elsewhere, as is one of a key without a role in the project.",
    section: AUTHENTICATION,
    aim: "kept out",
    families: FAMILIES,
  },
  {
    id: "FUZZ-LOWER-REFUSED",
    level: "SHOULD",
    basis: "derived:D3",
    text: "A right request of a key whose one role is named for something else is refused.",
    section: AUTHENTICATION,
    aim: "kept out",
    families: FAMILIES.filter((family) => family !== "tokens" && family !== "lasting"),
  },
  {
    id: "FUZZ-ROLE-ACCEPTED",
    level: "MUST",
    basis: "stated",
    text: "A right request of a key with one role that is named as enough is not refused for who asks.",
    section: AUTHENTICATION,
    aim: "let in",
    families: FAMILIES.filter((family) => family !== "tokens"),
  },
];

interface Permission {
  readonly suffix: string;
  readonly risk: Risk;
}

/** A rule becomes one requirement per permission, so that a run with permission to read only still fuzzes reads. */
export const PERMISSIONS: Readonly<Record<Family, Permission>> = {
  reads: { suffix: "", risk: "read" },
  configurations: { suffix: "-WRITES", risk: "create" },
  alerts: { suffix: "-UPDATES", risk: "update" },
  records: { suffix: "-RECORDS", risk: "create" },
  settings: { suffix: "-SETTINGS", risk: "update" },
  lasting: { suffix: "-LASTING", risk: "irreversible" },
  removals: { suffix: "-REMOVALS", risk: "delete" },
  tokens: { suffix: "-TOKENS", risk: "quota" },
};

/** The id of the requirement of a rule for one family. */
export function ruleName({ id }: Pick<Rule, "id">, family: Family): string {
  if (id !== "FUZZ-INVALID-REFUSED-SHOULD") return id + PERMISSIONS[family].suffix;
  // The weaker rule was first introduced for configurations alone, and ids never change.
  if (family === "configurations") return id;
  return family === "reads" ? `${id}-READS` : id + PERMISSIONS[family].suffix;
}

/** The requirement for the requests of a scope; `undefined` if there is none, so that they are never sent. */
export function ruleOf({ family, aim, level }: CampaignScope): string | undefined {
  const rule = RULES.find((one) => one.aim === aim && one.level === level && one.families.includes(family));
  return rule && ruleName(rule, family);
}
