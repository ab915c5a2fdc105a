import { modelled, namesRole, readsOf } from "../modelled.ts";
import { template } from "../template.ts";

/** Finds servers that show a record differently to another role. */
export const readers = template(
  "written by one caller, read by another",
  "Every role that may read a record sees the same of it.",
  modelled((kind) => readsOf(kind).some(namesRole), "REC-VIEWS", "REC-THERE"),
  { link: "nothing reads it", "private IP mode": "nothing reads it", others: "which role may read it is not given" },
);
