import type { Requirement, Subject } from "@plumbline/conformance";
import type { Fault } from "@plumbline/reference";
import { bindContract, neutral, OPERATION_IDS, type OperationId, type RouteVersion } from "@plumbline/schemas";

/** A rule on more operations than these says something about the interface, not about them. */
const FEW = 8;

/** Where a fault of the whole interface shows what else it breaks: each kind of operation once, in one version. */
const SAMPLE: readonly (readonly [OperationId, RouteVersion])[] = [
  ["getAccessLogsByCluster", "1.0"],
  ["listMatcherFieldNames", "2"],
  ["listAlertConfigs", "2"],
  ["createAlertConfig", "1.0"],
  ["getAlertConfig", "2"],
  ["deleteAlertConfig", "2"],
  ["listAlerts", "1.0"],
  ["discoverMetricsTargets", "standalone"],
  ["issueServiceToken", "standalone"],
];

/**
 * The checks that a fault can reach: those of the requirements it names, every watch, and all others on the operations
 * that the named ones are about, or on a sample where they are about more than a few, and on those the fault shows on.
 */
export function affectedBy(
  { violates, shownOn = [] }: Fault,
  requirements: readonly Requirement[],
): readonly Requirement[] {
  const named = new Set(violates);
  const concerned = new Set<string>(shownOn);
  const sampled = new Set<string>();
  for (const requirement of requirements) {
    if (!named.has(requirement.id) || requirement.kind === "campaign") continue;
    const own = new Set(
      SUBJECTS.filter((subject) => requirement.on(subject, contract)).map(({ operation }) => operation.id),
    );
    if (own.size > FEW) for (const [id, version] of SAMPLE) sampled.add(`${id}/${version}`);
    else for (const id of own) concerned.add(id);
  }
  const shows = new Set(
    requirements.flatMap((one) => (named.has(one.id) && one.kind === "watch" ? (one.shownBy ?? []) : [])),
  );
  const reaches = ({ operation, version }: Subject): boolean =>
    concerned.has(operation.id) || sampled.has(`${operation.id}/${version}`);
  return requirements.map((requirement): Requirement => {
    if (named.has(requirement.id)) return requirement;
    switch (requirement.kind) {
      case "campaign":
        return requirement;
      case "watch":
        // One that no operation was seen on would count as not examined, but never as red.
        return requirement;
      case "probe":
        return { ...requirement, on: (subject, bound) => reaches(subject) && requirement.on(subject, bound) };
      case "story":
        return { ...requirement, on: (subject, bound) => reaches(subject) && requirement.on(subject, bound) };
      case "silent":
        // Its requests may be the ones that a named rule about all answers is seen on.
        return {
          ...requirement,
          on: (subject, bound) => shows.has(requirement.id) && reaches(subject) && requirement.on(subject, bound),
        };
      default:
        return requirement satisfies never;
    }
  });
}

const contract = bindContract(neutral);
const SUBJECTS: readonly Subject[] = OPERATION_IDS.flatMap((id) =>
  contract.operation(id).routes.map(({ version }) => ({ operation: contract.operation(id, version), version })),
);
