// Helpers for several of these twists.
import { accepted, queryOf } from "../../defects/answers.mjs";
import { repaged, wholeList } from "../../defects/asking.mjs";

export const INDEX_READS = ["listSearchIndexes", "getSearchIndexByName", "getSearchIndexById"];
export const INDEX_UPDATES = ["updateSearchIndexByName", "updateSearchIndexById"];
export const ALERT_LISTS = ["listAlerts", "listOpenAlertsOfConfig"];

/** Whether an alert is still acknowledged. */
export const isQuiet = ({ acknowledgedUntil }) => Date.parse(acknowledgedUntil) > Date.now();

/** The later of two moments in the notation of the interface. */
export const later = (one, other) => (one === undefined || Date.parse(one) < Date.parse(other) ? other : one);

/**
 * A list of alerts, each replaced by the result of `told`; undefined removes one. Filters apply to the replaced alerts.
 */
export async function relisted(caller, request, answer, told) {
  if (!accepted(answer)) return answer;
  const all = await wholeList(caller, request, ["status"]);
  const status = queryOf(request).get("status");
  const isWanted = (one) => {
    if (request.operation === "listOpenAlertsOfConfig") return one.status !== "CLOSED";
    return status === null || one.status === status;
  };
  const shown = all.map((one) => told(one)).filter((one) => one !== undefined && isWanted(one));
  return repaged(request, answer, shown);
}
