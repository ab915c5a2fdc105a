import { modelled } from "../modelled.ts";
import { template } from "../template.ts";

/** Finds servers that change something before they refuse a request. */
export const refused = template(
  "a refused write, then a read",
  "A write that is refused changes nothing.",
  { ...modelled(() => true, "REC-REFUSED", "SIDE-REFUSED"), "custom analyzers": ["SIDE-REFUSED"] },
  "nothing reads it",
);
