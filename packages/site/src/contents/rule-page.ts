import { everyRequirement } from "@plumbline/cli/every-requirement";
import { areaOf, explain, type Requirement } from "@plumbline/conformance";
import { faults } from "@plumbline/reference";
import type { Level } from "@plumbline/report";
import { operations } from "@plumbline/schemas";
import type { Example, Examples } from "../examples/example.ts";
import { faultPlace, operationPage, rulePage } from "./addresses.ts";
import { AREAS, areaPage } from "./areas.ts";
import type { Documents } from "./documents.ts";
import { grouped } from "./grouped.ts";

/** A link with a description of its target. */
export interface Reference {
  readonly id: string;
  readonly text: string;
  readonly url: string;
}

/** The content of the page of a rule. */
export interface RulePage extends Reference {
  readonly level: Level;
  readonly levelWords: string;
  readonly basis: string;
  readonly restsOn: string;
  readonly kind: string;
  readonly kindWords: string;
  readonly section: string;
  readonly area: string;
  readonly areaTitle: string;
  readonly areaUrl: string;
  /** The address in the text of the interface that states the rule. */
  readonly stated?: string;
  readonly places: readonly (Reference & { readonly versions: string })[];
  readonly checked: readonly string[];
  readonly cases: readonly string[];
  readonly obstacles: readonly string[];
  readonly mend: readonly string[];
  readonly command: string;
  readonly faults: readonly Reference[];
  readonly example: Example;
  readonly neighbours: readonly Reference[];
}

/** The meaning of each level for a server, in a sentence. */
export const LEVELS: Readonly<Record<Level, string>> = {
  MUST: "A server that breaks it fails.",
  SHOULD: "A server that breaks it gets a warning.",
  MAY: "Both behaviours are correct. The report records the server's choice.",
  UNSPECIFIED: "The description leaves the point open. The report records the server's behaviour, which cannot fail.",
};

const KINDS: Readonly<Record<Requirement["kind"], string>> = {
  probe: "probe: independent requests",
  watch: "watch: every answer",
  story: "story: requests that depend on each other",
  campaign: "campaign: a seeded search",
  silent: "record only",
};

/** Rules of the same area listed at the end of a page: those before and after the rule. */
const NEIGHBOURS = 10;

/** The page of every rule. */
export function rulePages(examples: Examples, documents: Pick<Documents, "stated">): readonly RulePage[] {
  const all = everyRequirement();
  const byArea = grouped(all, ({ id }) => groupOf(id));
  return all.map((requirement) => {
    const { id, level, basis, kind, section } = requirement;
    const { restsOn, places, checked, cases, obstacles, mend, command } = explain(requirement);
    const area = areaOf(id);
    const stated = documents.stated.get(id);
    return {
      ...referenceTo(requirement),
      level,
      levelWords: LEVELS[level],
      basis,
      restsOn,
      kind,
      kindWords: KINDS[kind],
      section,
      area,
      areaTitle: AREAS[area] ?? area,
      areaUrl: areaPage(area),
      ...(stated !== undefined && { stated }),
      places: places.map(({ operation, versions }) => ({
        id: operation,
        text: operations[operation].title,
        url: operationPage(operation),
        versions: versions.join(" and "),
      })),
      checked,
      cases,
      obstacles,
      mend,
      command,
      faults: faults
        .filter(({ violates }) => violates.includes(id))
        .map((fault) => ({ id: fault.id, text: fault.text, url: faultPlace(fault.id) })),
      example: examples[id] ?? {},
      neighbours: around(byArea.get(groupOf(id)) ?? [], requirement).map(referenceTo),
    };
  });
}

const referenceTo = ({ id, text }: Requirement): Reference => ({ id, text, url: rulePage(id) });

/** Neighbours of a rule about one operation are the other rules of that operation, not of all operations. */
const groupOf = (id: string): string => (areaOf(id) === "OPS" ? id.slice(0, id.indexOf("-")) : areaOf(id));

function around<T>(list: readonly T[], one: T): readonly T[] {
  const index = list.indexOf(one);
  const from = Math.max(0, Math.min(index - NEIGHBOURS / 2, list.length - NEIGHBOURS - 1));
  return list.slice(from, from + NEIGHBOURS + 1).filter((other) => other !== one);
}
