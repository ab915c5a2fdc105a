import { compliancePolicyInput } from "@plumbline/schemas";
import type { StoredCompliance } from "../records/compliance-policy.ts";
import type { Fields } from "../records/fields.ts";
import type { Project } from "../records/project.ts";
import { invalid } from "../refusal.ts";
import { laterThan } from "../rules/instants.ts";
import { knownMembers } from "../rules/known-members.ts";
import { fieldsOf, listMember } from "../rules/members.ts";
import { complying, idFrom } from "../rules/schedules.ts";
import { isShared } from "../rules/tiers.ts";
import { inProject, type ProjectCall, shows } from "./handler.ts";
import { scheduleOf } from "./schedule-of.ts";
import { usernameOf } from "./usernames.ts";

/** Operations 34 and 35. An update replaces the whole policy. */
export const complianceHandlers = {
  getBackupCompliancePolicy: inProject((call) =>
    shows(show(call, call.service.state.compliance.get(call.project.id, call.project.id))),
  ),
  updateBackupCompliancePolicy: inProject((call) => {
    const { behaviour, state, validator } = call.service;
    const asked = knownMembers(compliancePolicyInput, call.body, validator);
    const { id } = call.project;
    const before = state.compliance.get(id, id);
    if (!behaviour.backup.windowFits(asked, before?.settings ?? {})) {
      const left = before && behaviour.backup.afterLongWindow(before.settings, asked);
      if (before && left && left !== before.settings) state.compliance.put({ ...before, settings: left });
      return invalid('The body is not valid at "/restoreWindowDays": hourly backups are not kept so long.');
    }
    const policy: StoredCompliance = {
      id,
      groupId: id,
      created: before?.created ?? call.now,
      updated: laterThan(before?.updated ?? 0, call.now),
      updatedUser: usernameOf(call.caller),
      settings: withIds(id, behaviour.backup.compliance(asked)),
    };
    state.compliance.put(policy);
    if (behaviour.backup.overwrites(call.values.flag("overwriteBackupPolicies"))) overwrite(call, policy);
    return shows(show(call, policy));
  }),
};

/** In answers, the items of a policy have their own ids, whatever the request contains. */
function withIds(groupId: string, settings: Fields): Fields {
  const items = listMember(settings, "scheduledPolicyItems");
  const onDemand = settings["onDemandPolicyItem"];
  return {
    ...settings,
    ...(settings["scheduledPolicyItems"] !== undefined && {
      scheduledPolicyItems: items.map((item, index) => ({ ...item, id: idFrom(groupId, `item${index}`) })),
    }),
    ...(onDemand !== undefined && {
      onDemandPolicyItem: { ...fieldsOf(onDemand), id: idFrom(groupId, "onDemand") },
    }),
  };
}

function overwrite(call: ProjectCall, policy: StoredCompliance): void {
  const { state } = call.service;
  for (const cluster of state.clusters.list(call.project.id)) {
    if (isShared(cluster.tier)) continue;
    const schedule = scheduleOf(state, cluster);
    // A deleted schedule stays deleted: it has no policies that could violate the compliance policy.
    if (listMember(schedule.settings, "policies").length === 0) continue;
    state.schedules.put({ ...schedule, settings: complying(schedule.settings, policy.settings, cluster.id) });
  }
}

/** A project without a policy shows an empty one. */
function show({ service: { behaviour }, project }: ProjectCall, policy: StoredCompliance | undefined): unknown {
  return behaviour.backup.showCompliance({
    projectId: behaviour.showId((project satisfies Project).id),
    ...(policy === undefined
      ? behaviour.backup.compliance({})
      : {
          ...policy.settings,
          state: "ACTIVE",
          updatedDate: behaviour.showInstant(policy.updated),
          updatedUser: policy.updatedUser,
        }),
  });
}
