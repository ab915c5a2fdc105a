import type { StoredRecord } from "../records/stored-record.ts";
import type { Service } from "../service.ts";
import type { Edge } from "../serving/edge.ts";
import { RecordStore } from "../world/record-store.ts";
import type { State } from "../world/state.ts";
import { copyOf } from "./copy-of.ts";

/**
 * Serves reads from a replica. A write takes effect at once, and each later read sees the state after the newest write
 * that is older than its delay of 100 to 300 milliseconds.
 */
export function laggingReads({ clock, state }: Service): Edge {
  let writes = 0;
  let shown = frozen(state);
  let pending: { readonly from: number; readonly state: State }[] = [];
  return async (request, serve) => {
    if (request.method !== "GET") {
      const answer = await serve(request);
      writes += 1;
      pending.push({ from: clock.now() + 100 + ((writes * 67) % 201), state: frozen(state) });
      return answer;
    }
    const now = clock.now();
    const ripe = pending.findLastIndex(({ from }) => from <= now);
    shown = pending[ripe]?.state ?? shown;
    pending = pending.slice(ripe + 1);
    return serve(request, shown);
  };
}

/** The state with copies of its current records. */
function frozen(state: State): State {
  const copies = Object.entries(state).flatMap(([name, value]) =>
    value instanceof RecordStore ? [[name, copyOf(value as RecordStore<StoredRecord>)] as const] : [],
  );
  return { ...state, ...Object.fromEntries(copies) };
}
