import type { KeyLabel } from "@plumbline/reference";

/**
 * The environment variables of a key of the reference: `plumbline serve` reads them, and printed curl lines use them.
 */
export function keyVariables(label: KeyLabel): { readonly userVariable: string; readonly secretVariable: string } {
  const stem =
    label === "all" ? "PLUMBLINE" : `PLUMBLINE_${label.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  return { userVariable: `${stem}_PUBLIC_KEY`, secretVariable: `${stem}_PRIVATE_KEY` };
}

/** The environment variables of a service account, if no target file names others. */
export const ACCOUNT_VARIABLES = { idVariable: "PLUMBLINE_CLIENT_ID", secretVariable: "PLUMBLINE_CLIENT_SECRET" };

/** The same for a service account that its IP access list blocks. */
export const BLOCKED_ACCOUNT_VARIABLES = {
  idVariable: "PLUMBLINE_BLOCKED_CLIENT_ID",
  secretVariable: "PLUMBLINE_BLOCKED_CLIENT_SECRET",
};
/** The same for the user of metrics discovery. */
export const METRICS_VARIABLES = {
  userVariable: "PLUMBLINE_METRICS_USER",
  secretVariable: "PLUMBLINE_METRICS_PASSWORD",
};
