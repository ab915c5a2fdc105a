import { KINDS, type Kind } from "@plumbline/model";
import type { BoundOperation, Contract, OperationId, RouteVersion } from "@plumbline/schemas";
import type { Call } from "../ground/call.ts";
import type { Path } from "../ground/fields.ts";
import { ONE_LARGE_PAGE } from "../ground/largest-page.ts";
import type { World } from "../target/world.ts";

/** A read that shows a record. */
export type RecordView = Pick<Call, "operation" | "version" | "path" | "query"> & { readonly form: "get" | "list" };

/**
 * The reads that show a record of a kind, in each version that serves them: reads by each of its addresses, and lists.
 * @param path the parts of its address that the world does not have
 */
export function viewsOf(
  kind: string,
  path: Path,
  { contract, world, versions }: { contract: Contract; world: World; versions: readonly RouteVersion[] },
): readonly RecordView[] {
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : undefined;
  if (known === undefined) return [];
  const of = (ids: readonly OperationId[], form: RecordView["form"]): readonly RecordView[] =>
    ids.flatMap((id) => {
      const operation = contract.operation(id);
      const own = addressIn(operation, path, world);
      if (own === undefined) return [];
      return operation.routes
        .map(({ version }) => version)
        .filter((version) => versions.includes(version) && !world.unbound.has(`${id}/${version}`))
        .map((version) => ({ operation: id, version, path: own, ...pageOf(contract.operation(id, version)), form }));
    });
  return [...of(known.gets, "get"), ...of(known.lists, "list")];
}

/** Whether an operation shows records of a kind. */
export function isShownBy(kind: string, operation: string): boolean {
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : undefined;
  const { gets = [], lists = [], parts = [] } = known ?? {};
  return [...gets, ...lists, ...parts].some((id) => id === operation);
}

/** The part of an address that an operation needs; `undefined` if some value is unknown. */
function addressIn({ pathParameters }: BoundOperation, path: Path, { fixtures }: World): Path | undefined {
  const known = new Map<string, string | undefined>(Object.entries(fixtures));
  if (pathParameters.some(({ name }) => path[name] === undefined && known.get(name) === undefined)) return undefined;
  return Object.fromEntries(
    pathParameters.flatMap(({ name }) => (path[name] === undefined ? [] : [[name, path[name]]])),
  );
}

const pageOf = ({ query }: BoundOperation): Pick<Call, "query"> =>
  query.some(({ name }) => name === "itemsPerPage") ? { query: ONE_LARGE_PAGE } : {};
