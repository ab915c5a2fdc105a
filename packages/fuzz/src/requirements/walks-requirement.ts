import { steadyNow } from "@plumbline/client";
import {
  type Ask,
  broken,
  type Campaign,
  type CampaignRequirement,
  type Finding,
  HandsOffError,
  type Judgement,
  jsonOf,
  listIn,
  member,
  observed,
  type Risk,
  upheld,
  wasAccepted,
} from "@plumbline/conformance";
import { type OperationId, type RouteVersion, versionLabel, type WriteId } from "@plumbline/schemas";
import { matcherFields } from "../asking/matcher-fields.ts";
import type { Share } from "../campaigns/budget.ts";
import { paidBy } from "../campaigns/paid-by.ts";
import type { Search } from "../campaigns/settings.ts";
import { ignoreUnsent } from "../campaigns/unsent.ts";
import { inShard } from "../cases/subjects.ts";
import { type Walked, walk } from "../walks/walk.ts";
import { WalkBodies } from "../walks/walk-bodies.ts";
import { type WalkedKind, walkedKinds } from "../walks/walked-kind.ts";

/** Limit of walks for each kind: further ones find less and less. */
const MOST_ROUNDS = 40;
/** Exchanges shown for a failure: the last ones, which contain it. */
const KEPT = 8;
/** The distance between the seeds of neighbouring walks. */
const APART = 104_729;

/** The settings of a search that walks need, and the budget and permissions of its two rules. */
export interface WalksSettings extends Pick<Search, "seed" | "log" | "until" | "shard"> {
  /** The share of the budget that each rule gets. */
  readonly shareOf: (part: number) => Share;
  readonly versions: readonly RouteVersion[];
  /** The permitted effects of requests. @default all that the campaign may do */
  readonly risks?: ReadonlySet<Risk> | undefined;
}

interface Rule {
  readonly id: string;
  readonly risk: Risk;
  /** The share of the budget for all walks together. */
  readonly part: number;
  readonly suits: (kind: WalkedKind) => boolean;
}

const RULES: readonly Rule[] = [
  { id: "FUZZ-WALKS", risk: "create", part: 0.7, suits: ({ creates }) => creates.length > 0 },
  { id: "FUZZ-WALKS-SETTINGS", risk: "update", part: 0.3, suits: ({ creates }) => creates.length === 0 },
];

/** Drawn writes to records of every kind that the run can create or restore, judged by the model of the service. */
export const walksRequirements = ({ shareOf, ...settings }: WalksSettings): readonly CampaignRequirement[] =>
  RULES.map((rule) => {
    const share = shareOf(rule.part);
    return {
      kind: "campaign",
      id: rule.id,
      level: "MUST",
      basis: "derived:D6",
      text: "After writes in any order, also next to other records, every answer shows what the accepted writes said.",
      section: "States and transitions",
      risk: rule.risk,
      alone: true,
      needs: [{ kind: "fixture", name: "groupId" }],
      mock: "a mock keeps no state",
      search: (campaign) => walksIn(campaign, rule, settings, share),
    };
  });

/** The result of the walks of one kind. */
interface Came {
  readonly kind: WalkedKind;
  walks: number;
  accepted: number;
  failure?: NonNullable<Walked["failure"]>;
}

async function walksIn(
  campaign: Campaign,
  { suits }: Rule,
  settings: Omit<WalksSettings, "shareOf">,
  share: Share,
): Promise<readonly Finding[]> {
  const { log, risks, seed, shard, until } = settings;
  const versions = settings.versions.filter((version) => version !== "standalone");
  const came = walkedKinds(campaign.contract, (risk) => risks?.has(risk) ?? true)
    .filter(suits)
    .filter((kind) => inShard({ operation: firstOf(kind) }, shard))
    .map((kind): Came => ({ kind, walks: 0, accepted: 0 }));
  const isOver = (): boolean => campaign.signal.aborted || (until !== undefined && steadyNow() > until);
  const bodies = came.length === 0 ? undefined : await bodiesFor(campaign, share, versions, seed);
  // Drops the judgements so far, which belong to other requests.
  await campaign.said();
  let isSpent = false;
  for (let round = 0; round < MOST_ROUNDS && bodies !== undefined && !isSpent; round += 1)
    for (const [place, one] of came.entries()) {
      if (one.failure !== undefined || isSpent || isOver()) continue;
      const own = seed + (round * came.length + place) * APART;
      const walked = await walk({ campaign, kind: one.kind, bodies, versions, seed: own, share, until });
      isSpent = walked.isSpent;
      if (!isSpent) one.walks += 1;
      one.accepted += walked.accepted;
      if (walked.failure !== undefined) one.failure = walked.failure;
      log?.walked(one.kind.name, walked.steps);
    }
  share.close();
  return came.map((one) => findingOf(one, campaign, versions));
}

const writesOf = ({ creates, updates, removes }: WalkedKind): readonly WriteId[] => [
  ...creates,
  ...updates,
  ...removes,
];
const firstOf = (kind: WalkedKind): OperationId => writesOf(kind)[0] ?? "createAlertConfig";

/** Records that the target offers, for bodies that name one. */
async function bodiesFor(
  campaign: Campaign,
  share: Share,
  versions: readonly RouteVersion[],
  seed: number,
): Promise<WalkBodies> {
  const { contract } = campaign;
  const ask = paidBy(share, campaign.ask);
  const offered = async (list: () => Promise<readonly string[]>): Promise<readonly string[]> => {
    try {
      return await list();
    } catch (error) {
      if (!(error instanceof HandsOffError)) ignoreUnsent(error);
      return [];
    }
  };
  const names = await offered(() => matcherFields(ask, contract, versions));
  const roles = await offered(() => rolesOf(ask, campaign, versions));
  return new WalkBodies(campaign, { matcherFields: names, roles }, seed);
}

/** Ids of the roles that may use buckets. */
async function rolesOf(
  ask: Ask,
  { contract }: Campaign,
  versions: readonly RouteVersion[],
): Promise<readonly string[]> {
  const route = contract.operation("listCloudAccessRoles").routes.find(({ version }) => versions.includes(version));
  if (route === undefined) return [];
  const exchange = await ask({ operation: "listCloudAccessRoles", version: route.version });
  const roles = wasAccepted(exchange) ? member(jsonOf(exchange), contract.field("providerAIamRoles")) : [];
  return (listIn(roles) ?? []).flatMap((role) => {
    const id = member(role, contract.field("roleId"));
    return typeof id === "string" ? [id] : [];
  });
}

function judgementOf(walks: number, accepted: number): Judgement {
  if (accepted === 0) return observed("the target accepted no write of a walk, so nothing can contradict");
  return walks > 0 ? upheld : observed("no walk was ended: the number of requests was used up");
}

function findingOf(
  { kind, walks, accepted, failure }: Came,
  campaign: Campaign,
  versions: readonly RouteVersion[],
): Finding {
  const version = versionLabel(versions.at(-1) ?? "2");
  const subject = { operation: firstOf(kind), version, name: "walks" };
  if (failure === undefined) {
    return { ...subject, judgement: judgementOf(walks, accepted), evidence: [] };
  }
  const { mismatch, played } = failure;
  const evidence = [...new Set(mismatch.evidence)].slice(-KEPT);
  for (const id of evidence) campaign.keep(id);
  const by = mismatch.rule === undefined ? "" : ` (${mismatch.rule})`;
  return {
    ...subject,
    judgement: broken(`${mismatch.expected}${by}, after ${played.join(", then ")}`, mismatch.received),
    evidence,
  };
}
