import { MARK } from "../ground/mark.ts";
import { callersOf } from "./callers.ts";
import { Memory } from "./memory.ts";
import type { Target } from "./target.ts";
import type { World } from "./world.ts";

/** The known contents of a target before the run sent any request. */
export function emptyWorld(target: Target): World {
  return {
    fixtures: target.fixtures,
    records: {},
    alertConfiguration: target.alertConfiguration ?? {
      eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
      enabled: false,
      notifications: [{ typeName: "EMAIL", emailAddress: `${MARK}@example.com`, delayMin: 0, intervalMin: 60 }],
    },
    unbound: new Map(),
    callers: callersOf(target),
    noRoleIsStranger: target.credentials.noRoleIsStranger ?? false,
    memory: new Memory(),
  };
}
