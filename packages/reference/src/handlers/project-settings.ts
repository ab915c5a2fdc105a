import type { Outcome } from "../http/render.ts";
import type { StoredSettings } from "../records/settings.ts";
import { invalid, Refusal } from "../refusal.ts";
import { fieldsOf, flagMember, textMember } from "../rules/members.ts";
import { NO_AUDITING } from "../rules/settings.ts";
import { inProject, type ProjectCall, shows } from "./handler.ts";

/** Operations 25 to 29. */
export const projectSettingsHandlers = {
  getAuditing: withAuditing(({ service }, { auditing }) =>
    shows(service.behaviour.settings.showAuditing({ ...auditing })),
  ),
  updateAuditing: withAuditing((call, settings) => {
    const { settings: rules } = call.service.behaviour;
    const fields = fieldsOf(call.body);
    const filter = textMember(fields, "auditFilter");
    if (filter !== undefined && !rules.auditFilterIsJson(filter))
      return invalid('The body is not valid at "/auditFilter": expected a JSON document as text.');
    const auditing = rules.auditing(settings.auditing, fields);
    call.service.state.settings.put({ ...settings, auditing });
    return shows(rules.showAuditingUpdate({ ...auditing }));
  }),
  getCustomDns: inProject((call) =>
    shows(call.service.behaviour.settings.showCustomDns({ enabled: settingsOf(call).customDns })),
  ),
  updateCustomDns: inProject((call) => {
    const { settings: rules } = call.service.behaviour;
    const settings = settingsOf(call);
    const customDns = rules.customDns(settings.customDns, flagMember(fieldsOf(call.body), "enabled") ?? false);
    call.service.state.settings.put({ ...settings, customDns });
    return shows(rules.showCustomDns({ enabled: customDns }));
  }),
  disablePrivateIpMode: inProject((call) => {
    const { behaviour, state } = call.service;
    if (!behaviour.settings.allowsDisabling(state.clusters.list(call.project.id)))
      return new Refusal(409, "CLUSTER_ENGINE_TOO_OLD", "Every cluster of the project has to run engine 5.0 or newer.");
    const settings = settingsOf(call);
    const asked = flagMember(fieldsOf(call.body), "enabled") ?? false;
    if (asked && !settings.privateIpMode) return invalid("Private IP mode cannot be switched on again.");
    const privateIpMode = behaviour.settings.privateIpMode(settings.privateIpMode, asked);
    state.settings.put({ ...settings, privateIpMode });
    return shows(behaviour.settings.showPrivateIpMode({ enabled: privateIpMode }));
  }),
};

function settingsOf({ service: { state }, project, now }: ProjectCall): StoredSettings {
  const { id } = project;
  return (
    state.settings.get(id, id) ?? {
      id,
      groupId: id,
      created: now,
      auditing: NO_AUDITING,
      customDns: false,
      privateIpMode: true,
    }
  );
}

/** A handler that runs only if the project has a cluster that supports auditing. */
function withAuditing(handle: (call: ProjectCall, settings: StoredSettings) => Outcome) {
  return inProject((call) => {
    const { behaviour, state } = call.service;
    return behaviour.settings.hasAuditing(state.clusters.list(call.project.id))
      ? handle(call, settingsOf(call))
      : new Refusal(403, "FEATURE_UNSUPPORTED", "Clusters of shared tiers have no auditing.");
  });
}
