import type { OperationId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { isObject, member } from "../../ground/json.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import { quoted } from "../../ground/quoted.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Passed } from "../passed.ts";
import type { Found, Onlooker } from "./onlooker.ts";

/** A filter that each record of an answer must match, according to the description. */
interface Filter {
  readonly requirement: string;
  readonly operations: readonly OperationId[];
  readonly parameter: string;
  /** The value of the query parameter that the requirement is about; absent: any. */
  readonly value?: string;
  /** The member of the answer that holds the records, if the answer is no list. */
  readonly list?: string;
  readonly member: string;
}

const FILTERS: readonly Filter[] = [
  { requirement: "ALT-LIST-STATUS-FILTER", operations: ["listAlerts"], parameter: "status", member: "status" },
  {
    requirement: "ACC-AUTHRESULT-TRUE",
    operations: ["getAccessLogsByCluster", "getAccessLogsByHost"],
    parameter: "authResult",
    value: "true",
    list: "accessLogs",
    member: "authResult",
  },
];

/** A single answer shows whether the server applied a filter: no record may contradict it. */
export function filters(): Onlooker {
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange } = passed;
    const { query = {} } = call;
    if (call.due !== undefined || !wasAccepted(exchange) || query["envelope"] === "true") return [];
    return FILTERS.flatMap(({ requirement, operations, parameter, value, list, member: name }): readonly Found[] => {
      const wanted = query[parameter];
      if (!operations.includes(call.operation) || wanted === undefined || (value ?? wanted) !== wanted) return [];
      const json = jsonOf(exchange);
      const records = (list === undefined ? listIn(json) : listIn(member(json, list))) ?? [];
      const shown = records.filter((one) => isObject(one) && member(one, name) !== undefined);
      if (shown.length === 0) return [];
      const other = shown.find((one) => String(member(one, name)) !== wanted);
      if (other === undefined) return [{ requirement, judgement: upheld, passed }];
      const judgement = broken(`only records whose ${name} is ${wanted}`, `${name} ${quoted(member(other, name), 60)}`);
      return [{ requirement, judgement, passed }];
    });
  };
  return { decides: FILTERS.map(({ requirement }) => requirement), see };
}
