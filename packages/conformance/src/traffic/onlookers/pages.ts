import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, decidedBy, expects, type Judgement, upheld } from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Target } from "../../target/target.ts";
import type { Passed } from "../passed.ts";
import type { Found, Onlooker } from "./onlooker.ts";

const UNCOUNTED = "PAGE-INCLUDECOUNT-FALSE";
const HONOURED = "PAGE-ITEMS-HONOURED";

/** A single page shows whether the server obeys `itemsPerPage` and `includeCount=false`. */
export function pages({ contract }: Target): Onlooker {
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange } = passed;
    const { includeCount, itemsPerPage, envelope } = call.query ?? {};
    const isPaged = contract.operation(call.operation, call.version).result.kind === "paged";
    if (!isPaged || call.due !== undefined || !wasAccepted(exchange) || envelope === "true") return [];
    const json = jsonOf(exchange);
    const found = (requirement: string, judgement: Judgement): Found => ({ requirement, judgement, passed });
    return [
      ...(includeCount === "false" ? [found(UNCOUNTED, uncounted(member(json, "totalCount"), passed))] : []),
      ...(itemsPerPage === undefined ? [] : [found(HONOURED, honoured(listIn(json) ?? [], Number(itemsPerPage)))]),
    ];
  };
  return { decides: [UNCOUNTED, HONOURED], see };
}

function uncounted(totalCount: unknown, { exchange }: Passed): Judgement {
  if ((totalCount ?? null) === null) return upheld;
  return decidedBy(broken("no totalCount", `totalCount ${JSON.stringify(totalCount)}`), "/totalCount", exchange);
}

const honoured = (records: readonly unknown[], most: number): Judgement =>
  expects(records.length <= most, `at most ${most} records`, `${records.length} records`);
