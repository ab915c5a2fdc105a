import { OPERATION_IDS, operations } from "@plumbline/schemas";
import { operationPage } from "./addresses.ts";
import type { RulePage } from "./rule-page.ts";

/** The content of the page of an operation. */
export interface OperationPage {
  readonly id: string;
  readonly number: string;
  readonly title: string;
  readonly section: string;
  readonly url: string;
  readonly routes: readonly { readonly version: string; readonly method: string; readonly path: string }[];
  readonly roles: string;
  readonly risk: string;
  readonly query: string;
  /** Rules about this operation and few others; the rest are about many operations. */
  readonly own: readonly RulePage[];
  readonly common: readonly RulePage[];
}

/** A rule about more operations than these is about the interface as a whole. */
const FEW = 8;

/** Each operation with the rules that are checked on it. */
export function operationPages(rules: readonly RulePage[]): readonly OperationPage[] {
  return OPERATION_IDS.map((id) => {
    const { number, part, title, section, routes, standalone, roles, risk, query } = operations[id];
    const about = rules.filter(({ places }) => places.some((place) => place.id === id));
    return {
      id,
      number: `${number}${part === undefined ? "" : ` (${part})`}`,
      title,
      section,
      url: operationPage(id),
      routes: standalone
        ? [{ version: "standalone", method: standalone.method, path: standalone.path }]
        : Object.entries(routes).map(([version, { method, path }]) => ({ version, method, path })),
      roles: Array.isArray(roles) ? roles.join(" or ") : `${roles}`,
      risk,
      query: query.map(({ name }) => name).join(", "),
      own: about.filter(({ places }) => places.length <= FEW),
      common: about.filter(({ places }) => places.length > FEW),
    };
  });
}
