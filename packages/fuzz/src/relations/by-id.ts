import { type Ask, broken, NEVER_ISSUED, upheld, wasAccepted, wasRefused } from "@plumbline/conformance";
import type { BoundOperation, Contract, OperationId } from "@plumbline/schemas";
import type { FuzzedSubject } from "../cases/subjects.ts";
import { recordOf, sameIn } from "./relate.ts";
import { found, type Related, refused } from "./related.ts";

/** The read of one record of a list: its path is that of the list with an id appended. */
export interface Single {
  readonly operation: OperationId;
  readonly parameter: string;
}

/** The operation that reads one record of a list, and its id parameter; `undefined` if there is none. */
export function singleOf(contract: Contract, { id, routes }: BoundOperation): Single | undefined {
  const [own] = routes;
  if (own === undefined) return undefined;
  for (const operation of contract.operations) {
    if (operation.risk !== "read" || operation.id === id) continue;
    const route = operation.routes.find(({ version }) => version === own.version);
    const parameter = route && /^\/\{(\w+Id)\}$/.exec(route.path.slice(own.path.length))?.[1];
    if (route?.path.startsWith(own.path) && parameter) return { operation: operation.id, parameter };
  }
  return undefined;
}

/**
 * Reads a record of a list by its id: plainly, with all common parameters at once, and with the id of a missing record.
 */
export async function byId(
  ask: Ask,
  contract: Contract,
  { version }: FuzzedSubject,
  { operation, parameter, id, record, list }: Single & { id: string; record: unknown; list: string },
): Promise<readonly Related[]> {
  const call = { operation, version, path: { [parameter]: id }, send: "again" } as const;
  const shown = await ask(call);
  const evidence = [list, shown.id];
  if (!wasAccepted(shown)) return [{ name: "by id", level: "MUST", judgement: refused(shown), evidence }];
  const all: Related[] = [{ name: "by id", level: "MUST", judgement: recordOf(record, shown), evidence }];
  const { query: parameters, result } = contract.operation(operation, version);
  const common = COMMON.filter((name) => parameters.some((one) => one.name === name));
  if (common.length > 0 && "schema" in result) {
    const varied = await ask({ ...call, query: Object.fromEntries(common.map((name) => [name, "true"])) });
    const variation = Object.fromEntries(common.map((name) => [name, true]));
    const judgement = wasAccepted(varied)
      ? sameIn(varied, shown, { variation, schema: result.schema })
      : refused(varied);
    all.push(found(`by id in another form`, judgement, [shown, varied]));
  }
  const nobodys = version === "2" ? nextTo(id) : NEVER_ISSUED;
  if (nobodys === undefined) return all;
  const none = await ask({ ...call, path: { [parameter]: nobodys } });
  const judgement = wasRefused(none) ? upheld : broken("4xx: nobody has that id", "an answer like that of a record");
  return [...all, found("by an id that nobody has", judgement, [none], "SHOULD")];
}
const COMMON = ["envelope", "pretty"] as const;

/** An id that differs in its first four digits, so that a server which numbers its records has not issued it. */
function nextTo(id: string): string | undefined {
  if (!/^[a-f0-9]{24}$/.test(id)) return undefined;
  const turned = [...id.slice(0, 4)].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join("");
  return `${turned}${id.slice(4)}`;
}
