import type { StoredRecord } from "../records/stored-record.ts";
import type { Service } from "../service.ts";
import type { Edge } from "../serving/edge.ts";
import { RecordStore } from "../world/record-store.ts";
import type { State } from "../world/state.ts";
import { copyOf } from "./copy-of.ts";

/**
 * Serves reads from a replica: a write is carried out at once, and each read afterwards sees the state as the newest
 * write left it that is 100 to 300 milliseconds old.
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

/** The state with its records as they are now. */
function frozen(state: State): State {
  const copies = Object.entries(state).flatMap(([name, value]) =>
    value instanceof RecordStore ? [[name, copyOf(value as RecordStore<StoredRecord>)] as const] : [],
  );
  return { ...state, ...Object.fromEntries(copies) };
}
