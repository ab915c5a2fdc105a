import type { Outcome } from "../http/render.ts";
import type { StoredAlert } from "../records/alert.ts";
import { invalid, notFound } from "../refusal.ts";
import { laterThan } from "../rules/instants.ts";
import { fieldsOf, textMember } from "../rules/members.ts";
import { inProject, type ProjectCall, shows } from "./handler.ts";
import { showPage } from "./page.ts";
import { showAlert } from "./show.ts";
import { usernameOf } from "./usernames.ts";

/** Operations 11 to 14. */
export const alertHandlers = {
  listOpenAlertsOfConfig: inProject((call) => {
    const { state, behaviour } = call.service;
    const id = call.values.text("alertConfigId") ?? "";
    if (state.configs.get(call.project.id, id) === undefined) {
      return notFound("ALERT_CONFIG_NOT_FOUND", "The project has no such alert configuration.");
    }
    return list(call, (alert) => alert.alertConfigId === id && behaviour.isOpen(alert, call.now));
  }),
  listAlerts: inProject((call) => {
    const { behaviour } = call.service;
    const status = call.values.text("status");
    // Without a status there is no filter, so a page of a long list is as fast as one of a short list.
    return status === undefined ? list(call) : list(call, (alert) => behaviour.statusMatches(alert, status));
  }),
  getAlert: withAlert(({ service }, alert) => shows(showAlert(service.behaviour, alert))),
  acknowledgeAlert: withAlert((call, alert) => {
    const { behaviour, state } = call.service;
    const fields = fieldsOf(call.body);
    const text = textMember(fields, "acknowledgedUntil");
    const until = text === undefined ? undefined : behaviour.readInstant(text);
    if (text !== undefined && until === undefined) {
      return invalid('The body is not valid at "/acknowledgedUntil": expected a moment in the years 0000 to 9999.');
    }
    const comment = textMember(fields, "acknowledgementComment");
    const asked = { ...(until !== undefined && { until }), ...(comment !== undefined && { comment }) };
    const updated = laterThan(alert.updated, call.now);
    const changed = behaviour.acknowledged(alert, asked, usernameOf(call.caller), updated);
    return shows(showAlert(behaviour, state.alerts.put(changed)));
  }),
};

function list(call: ProjectCall, keeps?: (alert: StoredAlert) => boolean): Outcome {
  const { behaviour, state } = call.service;
  const all = state.alerts.list(call.project.id);
  return showPage(call, keeps === undefined ? all : all.filter(keeps), (alert) => showAlert(behaviour, alert));
}

/** A handler that runs only if the addressed alert exists. */
function withAlert(handle: (call: ProjectCall, alert: StoredAlert) => Outcome) {
  return inProject((call) => {
    const alert = call.service.state.alerts.get(call.project.id, call.values.text("alertId") ?? "");
    return alert === undefined ? notFound("ALERT_NOT_FOUND", "The project has no such alert.") : handle(call, alert);
  });
}
