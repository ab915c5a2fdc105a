import type { Requirement } from "@plumbline/conformance";
import { bindContract, neutral, type OperationId } from "@plumbline/schemas";

/** The requirements that can fail on one of the operations; silent ones never do. */
export function provable(requirements: readonly Requirement[], operations: readonly OperationId[]): readonly string[] {
  const contract = bindContract(neutral);
  const subjects = operations.flatMap((id) =>
    contract.operation(id).routes.map(({ version }) => ({ operation: contract.operation(id, version), version })),
  );
  return requirements
    .filter((requirement) => requirement.kind !== "silent" && requirement.kind !== "campaign")
    .filter(({ level }) => level === "MUST" || level === "SHOULD")
    .filter((requirement) => "on" in requirement && subjects.some((subject) => requirement.on(subject, contract)))
    .map(({ id }) => id);
}
