import type { Requirement, Subject } from "@plumbline/conformance";
import type { Fault } from "@plumbline/reference";
import { bindContract, neutral, OPERATION_IDS, type OperationId, type RouteVersion } from "@plumbline/schemas";

/** A rule about more operations than these is about the whole interface. */
const FEW = 8;

/** The operations on which a fault of the whole interface is tried: each kind of operation once, in one version. */
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
 * The checks that a fault can reach: those of the requirements that it names, every watch, and all others on the
 * concerned operations. These are the operations of the named requirements (or a sample, if they are more than a few)
 * and those on which the fault shows.
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
        // A watch without an exchange of its operations counts as not examined, and never fails.
        return requirement;
      case "probe":
        return { ...requirement, on: (subject, bound) => reaches(subject) && requirement.on(subject, bound) };
      case "story":
        return { ...requirement, on: (subject, bound) => reaches(subject) && requirement.on(subject, bound) };
      case "silent":
        // A named rule about all answers may show on the requests of this requirement.
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
