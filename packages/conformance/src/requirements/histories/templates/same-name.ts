import { template } from "../template.ts";

/** Finds servers that look up a record by its name without regard to its place. */
export const sameName = template(
  "the same name in another place",
  "A write that names a record leaves those of the same name in other places as they are.",
  { "search index": ["SRCH-NAMES-APART"], "export bucket": ["EXB-LIFECYCLE"] },
  {
    cluster: "nothing removes a cluster, so that none is made in another project",
    others: "it has no name by which it is addressed",
  },
);
