import type { Exchange } from "@plumbline/client";
import { broken, jsonOf, listIn, member, quoted, upheld, wasAccepted } from "@plumbline/conformance";
import type { Contract } from "@plumbline/schemas";
import type { FuzzedSubject } from "../cases/subjects.ts";
import { type Comparison, found, plainCallOf } from "./related.ts";

/** Alerts whose links to their configuration and back are followed. */
const FOLLOWED = 2;
const LARGEST = { itemsPerPage: "500" } as const;

/**
 * An alert names its configuration: it must be in the list of the alert's configurations, and an open alert in the list
 * of its configuration's open alerts.
 */
export const alertLinks =
  (subject: FuzzedSubject): Comparison =>
  async (ask, contract) => {
    const list = await ask({ ...plainCallOf(subject), query: LARGEST });
    const alerts = (wasAccepted(list) ? (listIn(jsonOf(list)) ?? []) : []).filter((alert) => isOpen(alert, contract));
    const all = [];
    for (const alert of alerts.slice(0, FOLLOWED)) {
      const [alertId, alertConfigId] = [member(alert, "id"), member(alert, contract.field("alertConfigId"))];
      if (typeof alertId !== "string" || typeof alertConfigId !== "string") continue;
      const of = { version: subject.version, send: "again" } as const;
      const config = await ask({ ...of, operation: "getAlertConfig", path: { alertConfigId } });
      // An alert may outlive its configuration.
      if (!wasAccepted(config)) continue;
      const configs = await ask({ ...of, operation: "listAlertConfigsOfAlert", path: { alertId }, query: LARGEST });
      all.push(...holding(configs, alertConfigId, "configurations", [list, config]));
      const path = { alertConfigId };
      const open = await ask({ ...of, operation: "listOpenAlertsOfConfig", path, query: LARGEST });
      all.push(...holding(open, alertId, "alerts", [list, config]), ...onlyOpen(open, contract));
    }
    return all;
  };

/** Open and not acknowledged: the description does not say whether an acknowledged alert counts as open. */
function isOpen(alert: unknown, contract: Contract): boolean {
  const until = member(alert, contract.field("acknowledgedUntil")) ?? undefined;
  return member(alert, contract.field("status")) === "OPEN" && until === undefined;
}

function holding(list: Exchange, id: string, what: string, evidence: readonly Exchange[]) {
  const records = wasAccepted(list) ? listIn(jsonOf(list)) : undefined;
  if (records === undefined) return [];
  const isThere = records.some((record) => member(record, "id") === id);
  const judgement = isThere ? upheld : broken(`${id} among the ${what}`, quoted(records.map(idOf), 200));
  return [found(`linked ${what}`, judgement, [...evidence, list])];
}

/** The list must contain only open alerts. */
function onlyOpen(list: Exchange, contract: Contract) {
  const records = wasAccepted(list) ? listIn(jsonOf(list)) : undefined;
  const states = (records ?? []).map((record) => member(record, contract.field("status")));
  const closed = states.find((state) => state === "CLOSED");
  return [
    found("linked states", closed === undefined ? upheld : broken("open alerts only", "one that is CLOSED"), [list]),
  ];
}

const idOf = (record: unknown): unknown => member(record, "id");
