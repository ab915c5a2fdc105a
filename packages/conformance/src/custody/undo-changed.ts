import { isDeepStrictEqual } from "node:util";
import { answered, type Exchange } from "@plumbline/client";
import type { Contract } from "@plumbline/schemas";
import { jsonOf, received, wasAccepted } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { eventually } from "../ground/eventually.ts";
import { fieldsOf } from "../ground/json.ts";
import { described } from "../oracles/described.ts";
import type { Changes } from "../writes/write.ts";
import type { ChangedEntry } from "./entry.ts";
import { newIds } from "./new-ids.ts";
import { otherMembers } from "./other-members.ts";
import { differing } from "./same-state.ts";
import type { UndoParts } from "./undo-parts.ts";
import { undoPatiently } from "./undo-patiently.ts";
import type { Undone } from "./undone.ts";
import { withIdsOf } from "./with-ids-of.ts";

/** Restores a state and verifies it; a state that still differs is left, with the names of its members. */
export async function undoChanged(entry: ChangedEntry, parts: UndoParts): Promise<Undone> {
  const note = entry.effect.stays?.(entry.before, parts.contract);
  const undone = await putBack(entry, parts, note !== undefined);
  if (note === undefined) return undone;
  // The state before was only a placeholder for an unset value, so whatever the target shows now stays.
  const isAll = undone.state === "left" && Object.keys(fieldsOf(entry.before)).length === 1;
  return undone.state === "restored" || isAll ? { state: "stays", note } : undone;
}

async function putBack(entry: ChangedEntry, parts: UndoParts, wasUnset: boolean): Promise<Undone> {
  const { effect, path } = entry;
  const reads = parts.served(effect.read, entry.version);
  const writes = parts.served(effect.restore, entry.version);
  if (reads === undefined || writes === undefined)
    return { state: "left", note: `the target has no ${reads ? effect.restore : effect.read}` };
  const read = (): Promise<Exchange> => parts.ask({ operation: effect.read, version: reads, path });
  const differs = (shown: Exchange): readonly string[] =>
    wasAccepted(shown)
      ? differing(effect, entry.before, jsonOf(shown), parts.contract)
      : wasUnset && isUnset(effect, shown)
        ? []
        : [`its read returned ${received(shown)}`];
  // A refused request changed nothing, unless the target does something else than it says.
  const isDoubtful = entry.touched !== "accepted" && (!entry.touched || parts.inVain.has(effect.restore));
  if (isDoubtful && differs(await read()).length === 0) return { state: entry.touched ? "restored" : "nothing" };
  const body = Array.isArray(entry.before) ? entry.before : { ...fieldsOf(entry.before), ...entry.beyond };
  const put = (state: unknown): Promise<Exchange> => {
    const call: Call = {
      operation: effect.restore,
      version: writes,
      path,
      rawBody: JSON.stringify(state),
      ...(effect.query && { query: effect.query }),
    };
    return undoPatiently(parts, effect.restore, () => parts.ask(call));
  };
  let written = await put(body);
  if (saysBodyIsWrong(written)) {
    // Reads may show members, such as links, that a request must not contain.
    const statable = described(body, [parts.contract.operation(effect.restore, writes).body?.schema ?? {}]);
    if (!isDeepStrictEqual(statable, body)) written = await put(statable);
    if (saysBodyIsWrong(written)) {
      // The target may have replaced or removed a part whose id the state names.
      const current = withIdsOf(statable, jsonOf(await read()));
      if (!isDeepStrictEqual(current, statable)) written = await put(current);
    }
  }
  // After one failed restore, the next entry first reads whether there is anything to restore.
  if (!wasAccepted(written)) parts.inVain.add(effect.restore);
  const shown = await eventually(parts.pass, read, (one) => differs(one).length === 0);
  const odd = differs(shown);
  if (odd.length === 0) return restored(entry, wasAccepted(shown) ? jsonOf(shown) : undefined, parts.contract);
  const answer = wasAccepted(written) ? "" : `, and the write that should restore it returned ${received(written)}`;
  return { state: "left", note: `not restored: ${odd.join(", ")}${answer}` };
}

/**
 * The state is restored. The note names members that no request can set and that differ now, such as ids from the
 * target or the last author.
 */
function restored({ before, operation, effect, seen }: ChangedEntry, shown: unknown, contract: Contract): Undone {
  const traces = [
    ...newIds(before, shown).map((what) => `the id ${what}`),
    ...(seen === undefined ? [] : otherMembers(seen, shown, { operation, read: effect.read, contract })),
  ];
  if (traces.length === 0) return { state: "restored" };
  const [first] = traces;
  const more = traces.length === 1 ? "" : ` (and ${traces.length - 1} more)`;
  return { state: "restored", note: `the run restored every value that a request can set; ${first}${more}` };
}

/** A target may answer 404 for a state that was never set. */
export const isUnset = ({ stays }: Changes, shown: Exchange): boolean =>
  stays !== undefined && answered(shown) && shown.response.status === 404;

/**
 * Statuses for a body with members that a request must not contain, or with the id of a record that no longer exists.
 */
const saysBodyIsWrong = ({ response }: Exchange): boolean =>
  "status" in response && [400, 404, 409, 422].includes(response.status);
