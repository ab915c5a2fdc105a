import {
  type BoundOperation,
  type Contract,
  INTERFACE_VERSIONS,
  isOperationId,
  type RouteVersion,
} from "@plumbline/schemas";

const VERSIONS: readonly RouteVersion[] = [...INTERFACE_VERSIONS, "standalone"];

/** The operation and version that an exchange names; `undefined` if the contract does not have them. */
export function knownOperation(
  contract: Contract,
  id: string | undefined,
  version: string | undefined,
): { readonly operation: BoundOperation; readonly version: RouteVersion } | undefined {
  const known = VERSIONS.find((one) => one === version);
  if (id === undefined || !isOperationId(id) || known === undefined) return undefined;
  return { operation: contract.operation(id, known), version: known };
}
