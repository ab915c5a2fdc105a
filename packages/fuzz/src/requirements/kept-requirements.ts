import {
  isDrawn,
  keptDraws,
  REQUESTS_OF_A_BODY,
  removedRecords,
  type StoryRequirement,
  type Subject,
} from "@plumbline/conformance";
import { bindContract, neutral, OPERATION_IDS, type OperationId, type RouteVersion } from "@plumbline/schemas";
import { drawBySeed } from "../arbitraries/draw-by-seed.ts";
import type { Search } from "../campaigns/settings.ts";
import { type Family, familyOf, inShard } from "../cases/subjects.ts";

interface Settings extends Pick<Search, "seed" | "shard"> {
  readonly families: readonly Family[];
  readonly operations?: readonly OperationId[] | undefined;
  readonly versions?: readonly RouteVersion[] | undefined;
  /** The limit for all of these requirements together. */
  readonly requests: number;
}

/** With fewer requests, nothing is created just to be deleted. */
const LEAST = 100;
/** Limit of bodies for one operation: further ones find less and less. */
const MOST_BODIES = 50;

/**
 * Rules on the bodies of writes: reads back what valid draws stored, and uses deleted names again. Draws as many bodies
 * for each operation as the requests allow.
 */
export function keptRequirements({
  seed,
  shard,
  families,
  operations,
  versions,
  requests,
}: Settings): readonly StoryRequirement[] {
  const isAsked = ({ operation, version }: Subject): boolean => {
    const family = familyOf(operation);
    const isChosen = (operations?.includes(operation.id) ?? true) && (versions?.includes(version) ?? true);
    return isChosen && family !== undefined && families.includes(family) && inShard({ operation: operation.id }, shard);
  };
  const subjects = SUBJECTS.filter(isAsked);
  const bodies = Math.min(MOST_BODIES, Math.floor(requests / (Math.max(1, subjects.length) * REQUESTS_OF_A_BODY)));
  const removed =
    requests < LEAST ? [] : removedRecords(isAsked).filter(({ on }) => ALL.some((subject) => on(subject, contract)));
  if (subjects.length === 0 || bodies === 0) return removed;
  const kept = keptDraws({
    bodies,
    on: isAsked,
    drawOf: (subject, body) => drawBySeed(seed + placeOf(subject) * APART + body * APART_BODIES),
  });
  return [...kept, ...removed];
}

const contract = bindContract(neutral);
const ALL: readonly Subject[] = OPERATION_IDS.flatMap((id) =>
  contract.operation(id).routes.map(({ version }) => ({ operation: contract.operation(id, version), version })),
);
const SUBJECTS = ALL.filter((subject) => isDrawn(subject, contract));

const placeOf = ({ operation, version }: Subject): number =>
  SUBJECTS.findIndex((one) => one.operation.id === operation.id && one.version === version);

/** Distances between the seeds of operations and of bodies, so that all of them draw different bodies. */
const APART = 104_729;
const APART_BODIES = 1_299_709;
