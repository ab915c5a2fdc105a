import type { KeyLabel } from "@plumbline/reference";

/** Environment variables of a key of the reference: `plumbline serve` reads them, printed curl lines name them. */
export function keyVariables(label: KeyLabel): { readonly userVariable: string; readonly secretVariable: string } {
  const stem =
    label === "all" ? "PLUMBLINE" : `PLUMBLINE_${label.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  return { userVariable: `${stem}_PUBLIC_KEY`, secretVariable: `${stem}_PRIVATE_KEY` };
}

/** The variables that hold a service account where no target file names others. */
export const ACCOUNT_VARIABLES = { idVariable: "PLUMBLINE_CLIENT_ID", secretVariable: "PLUMBLINE_CLIENT_SECRET" };

/** The same for an account that its IP access list blocks. */
export const BLOCKED_ACCOUNT_VARIABLES = {
  idVariable: "PLUMBLINE_BLOCKED_CLIENT_ID",
  secretVariable: "PLUMBLINE_BLOCKED_CLIENT_SECRET",
};
/** The same for the user of metrics discovery. */
export const METRICS_VARIABLES = {
  userVariable: "PLUMBLINE_METRICS_USER",
  secretVariable: "PLUMBLINE_METRICS_PASSWORD",
};
