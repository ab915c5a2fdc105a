import { isPaged, modelled, readsOf } from "../modelled.ts";
import { template } from "../template.ts";

/** Finds servers whose pages, filters or totals lag behind the records. */
export const pages = template(
  "written, then listed in pages",
  "Each page, in each form and under each filter, shows the records as they are by then, and as many as its total says.",
  {
    ...modelled((kind) => readsOf(kind).some(isPaged), "PAGE-TOGETHER", "REC-COUNT"),
    alert: ["ALT-AGAIN", "PAGE-TOGETHER", "REC-COUNT"],
  },
  "no list of it comes in pages",
);
