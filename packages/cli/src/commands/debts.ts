import { type RunEvent, readJournal, type UndoRequest } from "@plumbline/report";

/** What a killed run owes its target: one request that takes back what it made or changed. */
export interface Debt {
  readonly kind: "made" | "changed";
  readonly operation: string;
  readonly id: string;
  readonly undo: UndoRequest;
}

/** Where records stand that the run may have made without hearing of it: what `find` lists with the mark is its own. */
export type Marked = Extract<RunEvent, { readonly type: "marks" }>;

/** What the journal of a run owes, newest first, and where to look for what it does not know of. Pure. */
export function debtsOf(journal: string): { readonly debts: readonly Debt[]; readonly marks: readonly Marked[] } {
  const events = readJournal(journal.split("\n"));
  const debts: Debt[] = [];
  for (const event of events) {
    if ((event.type === "made" || event.type === "changed") && event.undo !== undefined) {
      const { type: kind, operation, id, undo } = event;
      debts.push({ kind, operation, id, undo });
    }
    if (event.type !== "undone" || event.state === "left") continue;
    const paid = debts.findLastIndex(({ operation, id }) => operation === event.operation && id === event.id);
    if (paid >= 0) debts.splice(paid, 1);
  }
  return { debts: debts.reverse(), marks: events.filter((event) => event.type === "marks") };
}

/** The records of a list that bear the mark, by their ids. */
export function markedIn(list: unknown, mark: string): readonly string[] {
  const records: unknown = Array.isArray(list) ? list : Object(list).results;
  if (!Array.isArray(records)) return [];
  return records
    .filter((record) => JSON.stringify(record).includes(mark))
    .map((record) => Object(record).id ?? Object(record)._id ?? Object(record).indexID)
    .filter((id) => typeof id === "string");
}
