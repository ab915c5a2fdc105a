import { heldRoles } from "../auth/roles.ts";
import type { Outcome } from "../http/render.ts";
import type { StoredConfig } from "../records/alert-config.ts";
import { invalid, notFound, Refusal } from "../refusal.ts";
import type { ConfigFields } from "../rules/fields.ts";
import { laterThan } from "../rules/instants.ts";
import { fieldsOf, flagMember, textMember } from "../rules/members.ts";
import { readConfigFields } from "../rules/read-config.ts";
import { strayPart } from "../rules/stray-parts.ts";
import { EMPTY, inProject, inService, type ProjectCall, shows } from "./handler.ts";
import { showPage } from "./page.ts";
import { showConfig } from "./show.ts";

/** The most configurations, so that a caller that creates endlessly cannot fill the memory. */
const MOST_CONFIGS = 20_000;

/** Operations 3 to 10. */
export const alertConfigHandlers = {
  listMatcherFieldNames: inService(({ service }) => shows(service.behaviour.matcherFields())),
  listAlertConfigs: inProject((call) => {
    const { behaviour, state } = call.service;
    return showPage(call, state.configs.list(call.project.id), (config) => showConfig(behaviour, config));
  }),
  createAlertConfig: inProject((call) => {
    const { behaviour, state } = call.service;
    const fields = readFields(call, "create");
    if (fields instanceof Refusal) return fields;
    if (state.configs.count(call.project.id) >= MOST_CONFIGS) {
      return new Refusal(400, "MAX_ALERT_CONFIGS_PER_GROUP_EXCEEDED", "The project has too many alert configurations.");
    }
    const repeated = behaviour.repeatedConfig(() => state.configs.list(call.project.id));
    if (repeated !== undefined) return shows(showConfig(behaviour, repeated));
    const identity = { id: state.newId(), groupId: call.project.id };
    return keep(call, behaviour.newConfig(fields, identity, call.now));
  }),
  deleteAlertConfig: withConfig((call, config) => {
    const { behaviour, state } = call.service;
    if (behaviour.deletes(config)) state.configs.remove(config);
    return EMPTY;
  }),
  getAlertConfig: withConfig(({ service }, config) => shows(showConfig(service.behaviour, config)), "read"),
  setAlertConfigEnabled: withConfig((call, config) => {
    const enabled = flagMember(fieldsOf(call.body), "enabled");
    if (enabled === undefined) return shows(showConfig(call.service.behaviour, config));
    return keep(call, call.service.behaviour.toggledConfig(config, enabled, laterThan(config.updated, call.now)));
  }),
  updateAlertConfig: withConfig((call, config) => {
    const fields = readFields(call, "update");
    if (fields instanceof Refusal) return fields;
    return keep(call, call.service.behaviour.updatedConfig(config, fields, laterThan(config.updated, call.now)));
  }),
  listAlertConfigsOfAlert: inProject((call) => {
    const { behaviour, state } = call.service;
    const alert = state.alerts.get(call.project.id, call.values.text("alertId") ?? "");
    if (alert === undefined) return notFound("ALERT_NOT_FOUND", "The project has no such alert.");
    const found = state.configs.get(call.project.id, alert.alertConfigId);
    const configs = behaviour.configsOfAlert(found, () => state.configs.list(call.project.id));
    return showPage(call, configs, (config) => showConfig(behaviour, config));
  }),
};

/** A handler that runs only if the addressed configuration exists. */
function withConfig(handle: (call: ProjectCall, config: StoredConfig) => Outcome, use: "read" | "write" = "write") {
  return inProject((call) => {
    const { behaviour, state } = call.service;
    const id = call.values.text("alertConfigId") ?? "";
    const config =
      state.configs.get(call.project.id, id) ??
      behaviour.strayConfig(id, state.configs.all(), use, (stray) => isStranger(call, stray));
    return config === undefined
      ? notFound("ALERT_CONFIG_NOT_FOUND", "The project has no such alert configuration.")
      : handle(call, config);
  });
}

/** Whether the caller has no role in the project of a configuration. */
function isStranger({ caller, service: { state } }: ProjectCall, { groupId }: StoredConfig): boolean {
  return !("grant" in caller) || heldRoles(caller.grant, state.projects.get(groupId)).here.length === 0;
}

function keep({ service }: ProjectCall, config: StoredConfig): Outcome {
  return shows(showConfig(service.behaviour, service.state.configs.put(config)));
}

/** The configuration in the body; a refusal if it names an unknown event type or matcher field. */
function readFields(
  { service: { behaviour, contract }, body }: ProjectCall,
  write: "create" | "update",
): ConfigFields | Refusal {
  const fields = readConfigFields(body);
  if (!behaviour.knowsEventType(fields.eventTypeName, write)) {
    return invalid('The body is not valid at "/eventTypeName": expected a known event type.');
  }
  const stray = behaviour.takesStrayParts() ? undefined : strayPart(body);
  if (stray !== undefined)
    return invalid(
      `The body is not valid at "${stray.pointer}": expected any of ${stray.known.map((name) => contract.field(name)).join(", ")}, received ${stray.given.slice(0, 5).join(", ")} alone.`,
    );
  for (const [index, matcher] of fields.matchers.entries()) {
    const name = textMember(matcher, "fieldName");
    if (name !== undefined && !behaviour.knowsMatcherField(name)) {
      return invalid(`The body is not valid at "/matchers/${index}/fieldName": expected a known matcher field name.`);
    }
  }
  return fields;
}
