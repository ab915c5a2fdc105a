import { fieldsOf, member } from "../ground/json.ts";
import type { Changes, WriteTable } from "./write.ts";

/** Reads the members of a setting that have these types. The run could not restore a member of another type. */
const setting =
  (types: Readonly<Record<string, "boolean" | "string">>): Changes["before"] =>
  (json, contract) => {
    const shown = Object.keys(types)
      .map((name) => [contract.field(name), member(json, contract.field(name)), types[name]] as const)
      .filter(([, value]) => value !== undefined && value !== null);
    const odd = shown.find(([, value, type]) => typeof value !== type);
    if (odd) return `${odd[0]} has the wrong type, so the run could not restore the setting`;
    return Object.fromEntries(shown);
  };

/** Parses JSON documents in texts, so that their layout does not matter in a comparison. */
const documents = (state: unknown): unknown =>
  Object.fromEntries(
    Object.entries(fieldsOf(state)).map(([name, value]) => {
      if (typeof value !== "string") return [name, value];
      try {
        return [name, JSON.parse(value)];
      } catch {
        return [name, value];
      }
    }),
  );

/** Writes to auditing, custom DNS and private IP mode. The run cannot restore private IP mode. */
export const settingsWrites = {
  updateAuditing: {
    kind: "auditing",
    lane: "auditing",
    body: () => ({ auditAuthorizationSuccess: false, auditFilter: "{}", enabled: false }),
    effect: {
      kind: "changes",
      read: "getAuditing",
      restore: "updateAuditing",
      of: ["groupId"],
      before: setting({ auditAuthorizationSuccess: "boolean", auditFilter: "string", enabled: "boolean" }),
      same: (state) => state,
      comparable: documents,
    },
  },
  updateCustomDns: {
    kind: "custom DNS",
    lane: "customDns",
    body: () => ({ enabled: false }),
    effect: {
      kind: "changes",
      read: "getCustomDns",
      restore: "updateCustomDns",
      of: ["groupId"],
      before: setting({ enabled: "boolean" }),
      same: (state) => state,
    },
  },
  disablePrivateIpMode: {
    kind: "private IP mode",
    lane: "privateIpMode",
    body: () => ({ enabled: false }),
    effect: {
      kind: "lasting",
      of: "groupId",
      stays: "no operation shows private IP mode or switches it on again",
    },
  },
} as const satisfies Partial<WriteTable>;
