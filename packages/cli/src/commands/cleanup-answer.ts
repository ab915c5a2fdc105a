import { type Account, NO_ID } from "@plumbline/conformance";

const SIGNS = { removed: "✔", restored: "✔", stays: "⚓", left: "✘", disturbed: "⚠" } as const;
const WORDS = {
  removed: "is gone",
  restored: "is restored",
  stays: "stays",
  left: "is left",
  disturbed: "changed, although no request addressed it",
} as const;

/** The result of a cleanup: a line for each record, and a last line that counts the remaining ones. */
export function cleanupInWords(accounts: readonly Account[]): string {
  const lines = accounts.map(
    ({ operation, id, state, note }) =>
      `${SIGNS[state]} ${id} of ${operation} ${WORDS[state]}${note === undefined ? "" : `: ${note}`}\n`,
  );
  return `${lines.join("")}${closing(accounts)}\n`;
}

function closing(accounts: readonly Account[]): string {
  const { stays, left, disturbed } = counted(accounts);
  if (disturbed > 0)
    return `${disturbed} ${disturbed === 1 ? "record" : "records"} changed although no request addressed them: check them by hand`;
  const permitted = stays === 1 ? "1 record stays, as you permitted" : `${stays} records stay, as you permitted`;
  if (left === 0) return stays === 0 ? "nothing of that run is left" : permitted;
  const remaining = left === 1 ? "1 record is left" : `${left} records are left`;
  return stays === 0 ? remaining : `${remaining}; ${permitted}`;
}

/** The same for programs, as one JSON document. A record whose id no answer named has the id null. */
export function cleanupAsJson(
  accounts: readonly Account[],
  about: { readonly target: string; readonly journal: string; readonly skippedLines: number },
): string {
  const records = accounts.map(({ operation, id, path, state, note = null }) => ({
    operation,
    id: id === NO_ID ? null : id,
    path,
    state,
    note,
  }));
  return `${JSON.stringify({ ...about, counts: counted(accounts), records }, null, 2)}\n`;
}

function counted(accounts: readonly Account[]): Record<Account["state"], number> {
  const counts = { removed: 0, restored: 0, stays: 0, left: 0, disturbed: 0 };
  for (const { state } of accounts) counts[state] += 1;
  return counts;
}
