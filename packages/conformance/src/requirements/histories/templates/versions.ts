import { isInBothVersions, modelled, readsOf } from "../modelled.ts";
import { template } from "../template.ts";

/** Finds servers whose versions have separate stores that drift apart. */
export const versions = template(
  "written in one version, read in the other",
  "Both versions show the same record.",
  modelled((kind) => readsOf(kind).some(isInBothVersions), "REC-VIEWS"),
  { link: "nothing reads it", "private IP mode": "nothing reads it", others: "one version alone reads it" },
);
