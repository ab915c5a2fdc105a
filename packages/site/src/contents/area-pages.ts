import { AREAS, areaCommand, areaPage } from "./areas.ts";
import { grouped } from "./grouped.ts";
import type { RulePage } from "./rule-page.ts";

/** Rules under a common heading. */
export interface RuleGroup {
  readonly title: string;
  readonly rules: readonly RulePage[];
}

/** The content of the page of an area. */
export interface AreaPage {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly command: string;
  readonly count: number;
  readonly musts: number;
  readonly groups: readonly RuleGroup[];
}

/** The areas with their rules; rules about operations are grouped by operation. */
export function areaPages(rules: readonly RulePage[]): readonly AreaPage[] {
  return Object.entries(AREAS).map(([id, title]) => {
    const own = rules.filter(({ area }) => area === id);
    const groups =
      id === "OPS" ? grouped(own, ({ places }) => places[0]?.text ?? "") : grouped(own, ({ section }) => section);
    return {
      id,
      title,
      url: areaPage(id),
      command: areaCommand(id),
      count: own.length,
      musts: own.filter(({ level }) => level === "MUST").length,
      groups: [...groups].map(([name, members]) => ({ title: name, rules: members })),
    };
  });
}
