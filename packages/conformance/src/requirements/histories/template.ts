import { KINDS, type Kind } from "../../writes/kinds.ts";

/** The rules that show a history of one kind of record, or the reason why no rule does. */
export type Cell = { readonly shownBy: readonly string[] } | { readonly why: string };

/** Rules by the kind of record whose history they show. */
export type Shown = Readonly<Partial<Record<Kind, readonly string[]>>>;

/** A history that any record may have, and the rules that show it for each kind. */
export interface Template {
  readonly name: string;
  /** The events, and the state that must follow from them. */
  readonly tells: string;
  readonly cells: ReadonlyMap<Kind, Cell>;
}

/** Why a kind has no rule for this history; `others` is for the kinds without a reason of their own. */
export type Reason = string | Readonly<Partial<Record<Kind, string>> & { readonly others: string }>;

/** Every kind of record in alphabetical order, so that the table of histories is the same each time. */
export const ALL_KINDS = (Object.keys(KINDS) as Kind[]).toSorted();

/** A template with one cell for each kind: the rules that show it, or else the reason. */
export function template(name: string, tells: string, shown: Shown, reason: Reason): Template {
  const cell = (kind: Kind): Cell => {
    const shownBy = shown[kind] ?? [];
    if (shownBy.length > 0) return { shownBy };
    return { why: typeof reason === "string" ? reason : (reason[kind] ?? reason.others) };
  };
  return { name, tells, cells: new Map(ALL_KINDS.map((kind) => [kind, cell(kind)])) };
}

/** Whether a rule shows the history of a kind. */
export function shows({ cells }: Template, kind: Kind, rule: string): boolean {
  const cell = cells.get(kind);
  return cell !== undefined && "shownBy" in cell && cell.shownBy.includes(rule);
}
