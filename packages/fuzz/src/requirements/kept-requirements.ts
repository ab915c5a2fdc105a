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
  /** What may be sent for all of them together. */
  readonly requests: number;
}

/** Requests below which nothing is made in order to be removed. */
const LEAST = 100;
/** Bodies of one operation: more of them find less and less. */
const MOST_BODIES = 50;

/**
 * What valid draws store is read back, and what was removed is used again: rules on the bodies of writes, as many of each operation as the requests suffice for.
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

/** Two operations draw different bodies, and so do two bodies of one. */
const APART = 104_729;
const APART_BODIES = 1_299_709;
