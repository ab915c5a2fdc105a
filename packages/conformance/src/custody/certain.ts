import type { Exchange } from "@plumbline/client";
import type { Call } from "../ground/call.ts";
import { wasTurnedAway } from "../ground/on-the-way.ts";
import type { Effect } from "../writes/write.ts";
import type { Ledger } from "./ledger.ts";
import { LostAnswerError } from "./lost-answer-error.ts";
import { nothingDone } from "./nothing-done.ts";
import type { RecordLists } from "./record-lists.ts";
import type { CustodyParts, Request } from "./request.ts";

/** Times that a request is sent whose answers tell nothing of what became of it. */
const TRIES = 4;

/** Answers to one operation that are lost in a row before that is what the target does. */
const MOST_LOST = 3;

/** What it takes to find out what became of a write. */
export interface CertainParts {
  readonly parts: CustodyParts;
  readonly ledger: Ledger;
  readonly lists: RecordLists;
  /** How many answers in a row were lost of writes that may have been carried out, by operation and version. */
  readonly lost: Map<string, number>;
}

/**
 * Sends a write until its answer speaks of the target. One answer from a gateway, or one that was cut off, decides nothing:
 * where a read shows that nothing was done, and where saying the same again changes nothing, the request is sent again.
 * @throws LostAnswerError when the target has carried it out and the answer was lost on the way, for the first time.
 */
export async function certain(request: Request, effect: Effect, certainParts: CertainParts): Promise<Exchange> {
  const { parts, ledger, lists, lost } = certainParts;
  const { call, operation, version } = request;
  const key = `${operation} ${version}`;
  let exchange = await request.send();
  for (let tries = 1; tries < TRIES && parts.habits.isDoubtful(exchange, call); tries += 1) {
    const isSafe = wasTurnedAway(exchange) || isRepeatable(effect) || isToBeRefused(call);
    if (!isSafe && !(await nothingDone(request, effect, parts, ledger, lists))) {
      const times = lost.get(key) ?? 0;
      // A target that spoils each of its answers is judged by the next.
      if (times >= MOST_LOST) return exchange;
      lost.set(key, times + 1);
      throw new LostAnswerError(
        `the answer to ${operation} was lost, and the target may have carried it out: the run judges nothing by that; run it again`,
      );
    }
    const again = await request.send(true);
    parts.habits.compare(exchange, again, call);
    exchange = again;
  }
  lost.delete(key);
  return exchange;
}

/** A request that is wrong, or that is sent without the right key, does nothing however often it is sent. */
const isToBeRefused = ({ due, who }: Call): boolean =>
  due !== undefined || (typeof who === "string" && who !== "main" && who !== "serviceAccount");

/** Whether saying the same twice comes to the same as saying it once. */
function isRepeatable(effect: Effect): boolean {
  switch (effect.kind) {
    case "changes":
      return true;
    case "owned":
      return effect.removes !== true && effect.once !== true;
    case "makes":
    case "starts":
    case "ends":
    case "lasting":
      return false;
    default:
      return effect satisfies never;
  }
}
