import { modelled } from "../modelled.ts";
import { template } from "../template.ts";

/** Finds servers whose lists and reads disagree about a state that changes by itself. */
export const toTheEnd = template(
  "waited for",
  "While a record goes on to its end, each read and each list says the same of how far it is.",
  modelled(({ steps = [] }) => steps.length > 0, "REC-VIEWS"),
  "nothing of it moves by itself that two reads could show",
);
