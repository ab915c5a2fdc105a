import { ON_PROJECT } from "../requirements/shared/statement-parts.ts";
import { is } from "../requirements/shared/subjects.ts";
import { ROLE } from "../writes/clusters.ts";
import type { DrawnRule } from "./drawn-rule.ts";

/** Access roles, whose body has no member to draw: the rule looks only at what the server adds. */
export const drawnRoles: readonly DrawnRule[] = [
  {
    of: "a cloud provider access role",
    suffix: "-ROLES",
    risk: "irreversible",
    needs: ON_PROJECT,
    on: is("createCloudAccessRole"),
    // The only member of its body names a provider, and there are few providers.
    prepare: async () => async () => ({
      operation: "createCloudAccessRole",
      reads: [{ operation: "getCloudAccessRole", parameter: "roleId" }],
      groups: [{}],
      body: (members) => ({ ...ROLE, ...members }),
    }),
  },
];
