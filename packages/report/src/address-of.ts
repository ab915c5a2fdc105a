import type { Report } from "./report.ts";

/** The target of a report, for comparisons. One that the run starts has another free port every time: its name counts. */
export function addressOf({ target }: Pick<Report, "target">): string {
  return target.kind === "url" ? target.url : target.name;
}
