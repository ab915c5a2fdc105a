import type { Risk } from "../ground/risk.ts";
import type { Session } from "../kernel/session.ts";
import type { Selection } from "../plan/selection.ts";
import { forbidden } from "../target/permission.ts";

/** Whether the user permits this risk and selects checks of it. */
export const mayTake = (risk: Risk, { target }: Session, { risks }: Selection): boolean =>
  risks?.includes(risk) !== false && forbidden(risk, target) === undefined;
