import { steadyNow } from "@plumbline/client";
import {
  broken,
  type Campaign,
  type CampaignRequirement,
  type Finding,
  HandsOffError,
  upheld,
} from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import fc from "fast-check";
import type { Share } from "../campaigns/budget.ts";
import { Gathering } from "../campaigns/gathering.ts";
import { paidBy } from "../campaigns/paid-by.ts";
import type { Search } from "../campaigns/settings.ts";
import { isUnsent } from "../campaigns/unsent.ts";
import { takesTurn } from "../cases/negatives.ts";
import { type FuzzedSubject, inShard, subjectsOf } from "../cases/subjects.ts";
import { acrossVersions } from "../relations/across-versions.ts";
import { alertLinks } from "../relations/alert-links.ts";
import { attempts } from "../relations/attempts.ts";
import { related } from "../relations/read-pairs.ts";
import type { Comparison, Related } from "../relations/related.ts";
import { statedDefaults } from "../relations/stated-defaults.ts";
import { variationsOf } from "../relations/variation.ts";

/** Forms of one read in one version. */
const FORMS = 4;
/** Reads must disagree this many times, because a list that others work on changes between two reads. */
const TRIES = 3;

type Settings = Pick<Search, "seed" | "choice" | "shard" | "until"> & { readonly share: Share };
type Level = Related["level"];

/** Compares reads that request the same data in different forms. Needs no knowledge of the data. */
export function readsRequirements(settings: Settings): readonly CampaignRequirement[] {
  const gathering = new Gathering<{ readonly level: Level; readonly campaign: Campaign }, readonly Finding[]>(
    async (members) => {
      const [first] = members;
      const findings = first === undefined ? undefined : await compareAll(settings, first.campaign);
      return members.map(({ level }) => findings?.get(level) ?? []);
    },
  );
  return RULES.map(({ level, ...rule }) => ({
    ...rule,
    level,
    kind: "campaign",
    basis: "derived:D4",
    section: "Resources and their fields > Conventions",
    // Runs before the first write, because the pages of a growing list change.
    early: true,
    risk: "read",
    needs: [{ kind: "fixture", name: "groupId" }],
    mock: "a mock answers from its document whatever is asked",
    search: (campaign) => gathering.join({ level, campaign }),
  }));
}

const RULES = [
  {
    id: "FUZZ-READS-AGREE",
    level: "MUST",
    text: "Reads in another layout, in an envelope, by pages, by a filter or by id show the same records.",
  },
  {
    id: "FUZZ-PAGES-ADD-UP",
    level: "SHOULD",
    text: "The pages of a list hold each of its records once, an unknown id shows no record, and stating an assumed default of a parameter changes nothing.",
  },
] as const;

interface Found extends Related {
  readonly subject: FuzzedSubject;
}

async function compareAll(
  { seed, share, choice, shard, until }: Settings,
  { ask, contract, world, signal, keep }: Campaign,
): Promise<ReadonlyMap<Level, readonly Finding[]>> {
  const paid = paidBy(share, ask);
  const subjects = subjectsOf(contract, world, "reads", choice).filter(({ operation }) =>
    inShard({ operation: operation.id }, shard),
  );
  const held: Found[] = [];
  const wrong = new Map<string, Found>();
  try {
    for (const { subject, comparison } of inTurns(subjects, seed)) {
      if (signal.aborted || (until !== undefined && steadyNow() > until)) break;
      for (const one of await steadily(() => comparison(paid, contract)).catch(nothingIfLost)) {
        if (one.judgement.kind === "holds") held.push({ ...one, subject });
        if (one.judgement.kind !== "broken") continue;
        for (const id of one.evidence) keep(id);
        const key = `${subject.label} ${one.level} ${one.name.split(" ")[0]}`;
        if (!wrong.has(key)) wrong.set(key, { ...one, subject });
      }
    }
  } catch (error) {
    if (!isUnsent(error)) throw error;
  }
  share.close();
  const of = (level: Level): readonly Finding[] =>
    subjects.flatMap((subject) =>
      findingsOf(subject, [...wrong.values()].filter(isOf(level)), held.filter(isOf(level))),
    );
  return new Map(RULES.map(({ level }) => [level, of(level)]));
}

/** A read whose answer was lost is not compared. */
function nothingIfLost(error: unknown): readonly Related[] {
  if (error instanceof HandsOffError) return [];
  throw error;
}

const isOf =
  (level: Level) =>
  (one: Related): boolean =>
    one.level === level;

/** Repeats a comparison until the reads agree once, or disagree every time. */
async function steadily(compare: () => Promise<readonly Related[]>): Promise<readonly Related[]> {
  let all = await compare();
  for (let time = 1; time < TRIES && all.some(({ judgement }) => judgement.kind === "broken"); time += 1)
    all = await compare();
  return all;
}

/** The comparisons of one read, the most revealing first. */
function comparisonsOf(subject: FuzzedSubject, seed: number): readonly Comparison[] {
  const { operation, versions } = subject;
  const others = versions.length > 1 ? [acrossVersions(subject)] : [];
  if (operation.area === "access-history") return [attempts(subject), ...others];
  const forms = variationsOf(subject, seed, FORMS).map(
    (variation): Comparison =>
      (ask, contract) =>
        related(ask, contract, subject, variation),
  );
  // A read without forms gets one comparison only.
  const first = operation.query.some(({ name }) => name === "envelope" || name === "pretty") ? 1 : 0;
  return [
    ...forms.slice(0, first),
    ...(operation.id === "listAlerts" ? [alertLinks(subject)] : []),
    // The defaults of a parameter are the same in all versions.
    ...(takesTurn(subject, operation.number) ? [statedDefaults(subject)] : []),
    ...others,
    ...forms.slice(first),
  ];
}

/** The distance between the seeds of neighbouring reads. */
const APART = 7_919;

/** One comparison of each read before the second of any, in an order by the seed. */
function inTurns(subjects: readonly FuzzedSubject[], seed: number) {
  // Each read starts with a different form.
  const all = subjects.map((subject, place) => ({
    subject,
    comparisons: comparisonsOf(subject, seed + place * APART),
  }));
  const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed, numRuns: 1 });
  const rounds = Math.max(0, ...all.map(({ comparisons }) => comparisons.length));
  return Array.from({ length: rounds }, (_none, round) =>
    order.flatMap(({ subject, comparisons }) => {
      const comparison = comparisons[round];
      return comparison === undefined ? [] : [{ subject, comparison }];
    }),
  ).flat();
}

function findingsOf(subject: FuzzedSubject, wrong: readonly Found[], held: readonly Found[]): readonly Finding[] {
  const { operation, version } = subject;
  const place = { operation: operation.id, version: versionLabel(version) };
  const own = wrong.filter((one) => one.subject === subject);
  if (own.length > 0)
    return own.map(({ name, judgement, evidence }) => ({
      ...place,
      name: name.split(" ")[0] ?? name,
      judgement: asked(judgement, name),
      evidence,
    }));
  return held.some((one) => one.subject === subject)
    ? [{ ...place, name: "forms", judgement: upheld, evidence: [] }]
    : [];
}

/** Adds the name of the comparison to the expectation. */
const asked = (judgement: Related["judgement"], name: string): Related["judgement"] =>
  judgement.kind === "broken" ? broken(`${judgement.expected} (${name})`, judgement.received) : judgement;
