import type { Exchange } from "@plumbline/client";
import { broken, jsonOf, listIn, member, quoted, upheld, wasAccepted } from "@plumbline/conformance";
import type { Contract } from "@plumbline/schemas";
import type { FuzzedSubject } from "../cases/subjects.ts";
import { type Comparison, found, plainCallOf } from "./related.ts";

/** Alerts that are followed to their configuration and back. */
const FOLLOWED = 2;
const LARGEST = { itemsPerPage: "500" } as const;

/** An alert names its configuration: that is among the alert's own, and an open alert among those of its configuration. */
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
      // An alert may outlive what raised it.
      if (!wasAccepted(config)) continue;
      const configs = await ask({ ...of, operation: "listAlertConfigsOfAlert", path: { alertId }, query: LARGEST });
      all.push(...holding(configs, alertConfigId, "configurations", [list, config]));
      const path = { alertConfigId };
      const open = await ask({ ...of, operation: "listOpenAlertsOfConfig", path, query: LARGEST });
      all.push(...holding(open, alertId, "alerts", [list, config]), ...onlyOpen(open, contract));
    }
    return all;
  };

/** Open, and not acknowledged: whether one that is counts as open is not given. */
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

/** The list is one of open alerts. */
function onlyOpen(list: Exchange, contract: Contract) {
  const records = wasAccepted(list) ? listIn(jsonOf(list)) : undefined;
  const states = (records ?? []).map((record) => member(record, contract.field("status")));
  const closed = states.find((state) => state === "CLOSED");
  return [
    found("linked states", closed === undefined ? upheld : broken("open alerts only", "one that is CLOSED"), [list]),
  ];
}

const idOf = (record: unknown): unknown => member(record, "id");
