import type { OperationId } from "@plumbline/schemas";
import { readDate } from "@plumbline/schemas/validate";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import { member } from "../ground/json.ts";
import type { Session } from "../kernel/session.ts";
import { ask } from "./ask-as-doctor.ts";

/** The answer to a list operation in the first version that serves it. */
export async function list(
  session: Session,
  operation: OperationId,
  path?: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { contract, versions } = session.target;
  const { routes } = contract.operation(operation);
  const served = routes.filter((route) => versions.some((version) => version === route.version));
  for (const { version } of served.length > 0 ? served : routes.slice(0, 1)) {
    const exchange = await ask(session, { operation, version, ...(path && { path }) }).catch(ignoreRefrained);
    if (exchange !== undefined && wasAccepted(exchange)) return jsonOf(exchange);
  }
  return undefined;
}

/** The records under `results`; empty if the page has no list there. */
export function resultsIn(page: unknown): readonly unknown[] {
  const results = member(page, "results");
  return Array.isArray(results) ? results : [];
}

/** The first item of a list that is itself the body; `undefined` if it is empty or no list. */
export const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

/** The first record of a page, under `results`; `undefined` if the page has none. */
export const first = (page: unknown): unknown => resultsIn(page)[0];

/** The record with the earliest `created`; the first record if none has a readable one. */
export function oldest(page: unknown): unknown {
  const dated = resultsIn(page).flatMap((record) => {
    const created = readDate(String(member(record, "created")));
    return Number.isNaN(created) ? [] : [{ record, created }];
  });
  return dated.sort((one, other) => one.created - other.created)[0]?.record ?? first(page);
}

/** The `totalCount` of a page; without one, the number of records that it shows. */
export function sizeOf(page: unknown): number {
  const total = member(page, "totalCount");
  return typeof total === "number" ? total : resultsIn(page).length;
}

/** Counts as no answer if the client refuses to send the request, for example because the list was too slow before. */
function ignoreRefrained(error: unknown): undefined {
  if (!(error instanceof HandsOffError)) throw error;
}
