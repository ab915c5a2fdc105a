import { modelled } from "../modelled.ts";
import { template } from "../template.ts";

/** Finds servers that look up a record by its id without regard to the rest of the path. */
export const elsewhere = template(
  "asked for in another place",
  "A record is neither read, written nor listed below a project, a cluster or a collection that it does not belong to.",
  {
    ...modelled(({ gets, id }) => gets.length > 0 && id !== undefined, "GEN-RECORD-ELSEWHERE"),
    ...modelled(({ belongsTo = [] }) => belongsTo.length > 0, "GEN-RECORD-ELSEWHERE", "REC-ELSEWHERE"),
  },
  {
    cluster: "a cluster is known by its name, which another project may have as well",
    link: "nothing shows a link",
    "private IP mode": "nothing reads it",
    others: "each place has one of its own",
  },
);
