import { headingId } from "../heading-id.ts";
import { faultPlace } from "./addresses.ts";
import type { AreaPage } from "./area-pages.ts";
import type { Document } from "./documents.ts";
import type { FaultLayer } from "./fault-layers.ts";
import type { OperationPage } from "./operation-pages.ts";
import type { RulePage } from "./rule-page.ts";

/** A searchable entry in the form of its script: kind, title, words, and address from the root of the site. */
export type SearchEntry = readonly [kind: string, title: string, words: string, url: string];

interface Contents {
  readonly rules: readonly RulePage[];
  readonly areas: readonly AreaPage[];
  readonly operations: readonly OperationPage[];
  readonly layers: readonly FaultLayer[];
  readonly documents: readonly Document[];
}

/** Words of a section that are searched. */
const WORDS = 400;

/** All searchable entries of the site. */
export function searchEntries({ rules, areas, operations, layers, documents }: Contents): readonly SearchEntry[] {
  const entries: readonly SearchEntry[] = [
    ...rules.map(({ id, text, url }): SearchEntry => ["rule", id, text, url]),
    ...areas.map(({ title, id, url }): SearchEntry => ["area", title, id, url]),
    ...operations.map(({ id, title, routes, url }): SearchEntry => {
      const [route] = routes;
      return ["operation", title, `${id} ${route?.method ?? ""} ${route?.path ?? ""}`, url];
    }),
    ...layers.flatMap(({ faults }) => faults.map(({ id, text }): SearchEntry => ["fault", id, text, faultPlace(id)])),
    ...documents.flatMap(sections),
  ];
  return entries.map(([kind, title, words, url]) => [kind, title, words, url.slice(1)]);
}

/** The sections of a document, without the rules that it states, which have their own pages. */
function sections({ title, url, markdown }: Document): readonly SearchEntry[] {
  const [first = "", ...others] = markdown
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/^- \*\*\[.*$/gm, "")
    .split(/^#{2,3} /m);
  return [
    ["text", title, plain(first.replace(/^# .*$/m, "")), url],
    ...others.map((text): SearchEntry => {
      const [heading = "", ...lines] = text.split("\n");
      const name = heading.replace(/[`*]/g, "");
      return ["text", `${title}: ${name}`, plain(lines.join(" ")), `${url}#${headingId(name)}`];
    }),
  ];
}

const plain = (markdown: string): string =>
  markdown
    .replace(/<[^>]+>|!\[[^\]]*\]\([^)]*\)/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[|*`#]|-{3,}/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, WORDS);
