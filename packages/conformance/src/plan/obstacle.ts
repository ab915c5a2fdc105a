import { RESOURCE_DATE } from "@plumbline/schemas";
import type { Risk } from "../ground/risk.ts";
import type { Subject } from "../ground/subject.ts";
import { areaOf } from "../rule/area-of.ts";
import { isOfOtherDate } from "../rule/dated.ts";
import { missing, type Need, whyNotApplicable } from "../rule/need.ts";
import { type Requirement, sendsNothing } from "../rule/requirement.ts";
import type { Fixture } from "../target/fixtures.ts";
import { OWN_FIXTURES } from "../target/fixtures-for.ts";
import { isAddition, notServed } from "../target/is-addition.ts";
import { forbidden } from "../target/permission.ts";
import type { Target } from "../target/target.ts";
import type { World } from "../target/world.ts";
import { writeOf } from "../writes/table.ts";
import type { Obstacle } from "./check.ts";
import { leftByDeclaration } from "./left-by-declaration.ts";
import { needsServed } from "./needs-served.ts";

/** The first reason why a check cannot run; `undefined` if there is none. Pure. */
export function obstacleOf(
  requirement: Requirement,
  risk: Risk,
  subject: Subject | undefined,
  target: Target,
  world: World,
): Obstacle | undefined {
  if (target.mock && requirement.mock !== undefined) {
    return { kind: "not-applicable", reason: `a stateless mock cannot keep this rule: ${requirement.mock}` };
  }
  const { acceptDate } = target.contract.profile;
  if (subject?.version === "2" && acceptDate !== undefined && isOfOtherDate(requirement.id, acceptDate))
    return {
      kind: "not-applicable",
      reason: `it holds only for version 2 of ${RESOURCE_DATE}, and the run requests ${acceptDate}`,
    };
  const declared = leftByDeclaration(requirement, subject, target);
  if (declared !== undefined) return { kind: "not-applicable", reason: declared };
  const unsigned = requirement.needs
    ?.map((need) => whyNotApplicable(need, target))
    .find((reason) => reason !== undefined);
  if (unsigned !== undefined) return { kind: "not-applicable", reason: unsigned };
  const unbound = subject && world.unbound.get(`${subject.operation.id}/${subject.version}`);
  if (subject !== undefined && unbound !== undefined && needsServed(requirement, subject, target))
    return isAddition(subject)
      ? { kind: "not-applicable", reason: notServed(subject) }
      : { kind: "could-not-run", reason: unbound };
  if (world.elsewhere !== undefined && subject?.operation.authentication !== "metrics")
    return { kind: "could-not-run", reason: world.elsewhere };
  if (world.keyRefused !== undefined && needsKey(requirement, subject))
    return { kind: "could-not-run", reason: world.keyRefused };
  if (subject?.operation.authentication === "metrics" && target.metricsUrl === undefined) {
    return {
      kind: "could-not-run",
      reason: "the run does not know the address of metrics discovery: state metricsUrl in the target file",
    };
  }
  const absent =
    subject &&
    (requirement.kind === "story"
      ? absentPlace(subject, world)
      : requirement.kind !== "watch" && absentRecord(subject, world));
  if (absent) return absent;
  const lackingPermission = risksOf(requirement, risk, subject, target)
    .map((one) => forbidden(one, target))
    .find((reason) => reason !== undefined);
  if (lackingPermission !== undefined) return { kind: "could-not-run", reason: lackingPermission };
  const lacking = needsOf(requirement, subject)
    .map((need) => missing(need, target, world))
    .find((reason) => reason !== undefined);
  return lacking === undefined ? undefined : { kind: "could-not-run", reason: lacking };
}

/** Whether a check needs a valid key. Most AUTH requirements show without one. */
const needsKey = ({ kind, id }: Requirement, subject: Subject | undefined): boolean =>
  kind !== "watch" &&
  subject?.operation.authentication === "digest" &&
  (areaOf(id) !== "AUTH" || id === "AUTH-DIGEST-ACCEPT");

/**
 * The possible effects of a check. A story also sends the write that it is about, and the create of the record that
 * this write works on.
 */
export function risksOf(
  requirement: Requirement,
  own: Risk,
  subject: Subject | undefined,
  { contract }: Pick<Target, "contract">,
): readonly Risk[] {
  if (requirement.kind !== "story" || subject === undefined) return [own];
  const { id, risk } = subject.operation;
  const { on, after } = writeOf(id) ?? {};
  const prepared = on?.create ?? after;
  return [own, risk, ...(prepared === undefined ? [] : [contract.operation(prepared).risk])];
}

/** The preconditions of a check, without those of its single cases. */
export const needsOf = (requirement: Requirement, subject: Subject | undefined): readonly Need[] => [
  ...(requirement.needs ?? []),
  ...pathNeeds(requirement, subject),
];

/** Kinds of clusters that stories do not create. */
const PLACES: readonly Fixture[] = ["shardedClusterName", "serverlessInstanceName"];

/** Why a story has no cluster to work on: many targets have no sharded cluster or no serverless instance. */
const absentPlace = (subject: Subject, world: World): Obstacle | undefined =>
  absentRecord(subject, world, (name) => PLACES.includes(name));

/** Why the target has no record for a read of a temporary or uncommon record. */
function absentRecord(
  { operation }: Subject,
  { fixtures, unknown }: World,
  counts: (name: Fixture) => boolean = () => true,
): Obstacle | undefined {
  const lacking = Object.values(OWN_FIXTURES[operation.id] ?? {}).find(
    (name) => counts(name) && fixtures[name] === undefined,
  );
  if (lacking === undefined) return undefined;
  const stated = unknown?.get(lacking);
  if (stated !== undefined) return { kind: "could-not-run", reason: stated };
  const reason = `the run has no record to read: state fixtures.${lacking} in the target file`;
  return { kind: "not-applicable", reason };
}

/** The fixtures that a path needs. Stories choose their own ids, and invariants send no requests. */
function pathNeeds(requirement: Requirement, subject: Subject | undefined): readonly Need[] {
  if (subject === undefined || requirement.kind === "story" || sendsNothing(requirement)) return [];
  // A fixture has the name of the path parameter that it fills in.
  return subject.operation.pathParameters.map(({ name }) => ({ kind: "fixture", name: name as Fixture }));
}
