import type { Contract, OperationId, RouteVersion } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Path } from "../ground/fields.ts";
import { member } from "../ground/json.ts";
import { ignoreNotSent } from "../ground/not-sent-error.ts";
import { listIn } from "../oracles/envelope.ts";
import type { UndoParts } from "./undo-parts.ts";

/** The most pages that the run reads of one list. In a longer list, new ids cannot be told from earlier ones. */
const PAGE = 500;
const MOST_PAGES = 40;

/**
 * Reads every record of a list, page by page; `undefined` if that is not possible.
 * @param recordsIn the records in an answer that is not itself a list
 */
export async function readWhole(
  { ask, contract }: Pick<UndoParts, "ask" | "contract">,
  list: OperationId,
  version: RouteVersion,
  path: Path,
  recordsIn?: (json: unknown, contract: Contract) => readonly unknown[],
): Promise<readonly unknown[] | undefined> {
  const paged = contract.operation(list).query.some(({ name }) => name === "itemsPerPage");
  const records: unknown[] = [];
  for (let pageNum = 1; pageNum <= MOST_PAGES; pageNum += 1) {
    const query = paged ? { query: { itemsPerPage: String(PAGE), pageNum: String(pageNum) } } : {};
    const exchange = await ask({ operation: list, version, path, ...query }).catch(ignoreNotSent);
    if (exchange === undefined) return undefined;
    const json = jsonOf(exchange);
    const page = wasAccepted(exchange) ? (recordsIn?.(json, contract) ?? listIn(json)) : undefined;
    if (page === undefined) return undefined;
    records.push(...page);
    // A server without pages shows all records each time; one with smaller pages states the total.
    const total = member(jsonOf(exchange), "totalCount");
    if (!paged || page.length === 0) return records;
    if (typeof total === "number" ? records.length >= total : page.length < PAGE) return records;
  }
  return undefined;
}
