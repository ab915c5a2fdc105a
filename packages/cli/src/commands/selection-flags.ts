import type { Flags } from "../flags.ts";

/** Flags that select requirements by their properties, and checks by operation and interface version. */
export const CHOSEN_FLAGS: Flags = {
  only: { value: "ID", many: true, help: "only these requirements; PAGE-* selects several" },
  skip: { value: "ID", many: true, help: "leave out these requirements" },
  area: { value: "AREA", many: true, help: "only requirements of these areas, such as PAGE" },
  level: { value: "LEVEL", many: true, help: "only MUST, SHOULD, MAY or UNSPECIFIED" },
  basis: {
    value: "BASIS",
    many: true,
    help: "only stated, derived, derived:D1 ... or not-shown",
  },
  operation: { value: "ID", many: true, help: "only checks of these operations" },
  interface: { value: "VERSION", many: true, help: "only checks of this interface version: 1.0 or 2" },
};

/** All flags that narrow a run down. */
export const SELECTION_FLAGS: Flags = {
  ...CHOSEN_FLAGS,
  risk: { value: "RISK", many: true, help: "only checks of this risk: read, create, update ..." },
  shard: { value: "I/N", help: "part I of N; auto/N takes I from JOB_COMPLETION_INDEX" },
  budget: { value: "LIMITS", help: "smoke, pr, nightly or requests=N,seconds=S: the most valuable checks" },
};
