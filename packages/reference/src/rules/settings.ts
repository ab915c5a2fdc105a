import type { Cluster } from "../records/cluster.ts";
import type { Fields } from "../records/fields.ts";
import type { Auditing } from "../records/settings.ts";
import { flagMember, textMember } from "./members.ts";
import { SHARED_TIERS } from "./tiers.ts";

/** The auditing configuration of a project before its first update. */
export const NO_AUDITING: Auditing = {
  auditAuthorizationSuccess: false,
  auditFilter: "{}",
  enabled: false,
  configurationType: "NONE",
};

/** The decisions about settings that a server can get wrong. */
export interface SettingsBehaviour {
  /** The auditing configuration after an update. Omitted members stay, and the type derives from the filter. */
  auditing(before: Auditing, fields: Fields): Auditing;
  auditFilterIsJson(text: string): boolean;
  /** Whether a project with these clusters has auditing (description, Auditing). */
  hasAuditing(clusters: readonly Cluster[]): boolean;
  customDns(before: boolean, asked: boolean): boolean;
  privateIpMode(before: boolean, asked: boolean): boolean;
  /** Whether a project with these clusters may switch private IP mode off. */
  allowsDisabling(clusters: readonly Cluster[]): boolean;
  showAuditing(auditing: Fields): unknown;
  showAuditingUpdate(auditing: Fields): unknown;
  showCustomDns(setting: Fields): unknown;
  showPrivateIpMode(setting: Fields): unknown;
}

const asIs = (fields: Fields): unknown => fields;

/** Decides about settings as the description says; faults and variants replace single decisions. */
export const honestSettings: SettingsBehaviour = {
  auditing: (before, fields) => {
    const auditFilter = textMember(fields, "auditFilter") ?? before.auditFilter;
    return {
      auditAuthorizationSuccess: flagMember(fields, "auditAuthorizationSuccess") ?? before.auditAuthorizationSuccess,
      auditFilter,
      enabled: flagMember(fields, "enabled") ?? before.enabled,
      configurationType: auditFilter === "" || auditFilter === "{}" ? "NONE" : "FILTER_JSON",
    };
  },
  auditFilterIsJson: (text) => text === "" || parses(text),
  hasAuditing: (clusters) => clusters.length === 0 || clusters.some(({ tier }) => !isShared(tier)),
  customDns: (_before, asked) => asked,
  privateIpMode: (before, asked) => before && asked,
  allowsDisabling: (clusters) => clusters.every(({ engineVersion }) => Number.parseFloat(engineVersion) >= 5),
  showAuditing: asIs,
  showAuditingUpdate: asIs,
  showCustomDns: asIs,
  showPrivateIpMode: asIs,
};

const isShared = (tier: string): boolean => SHARED_TIERS.some((shared) => shared === tier);

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
