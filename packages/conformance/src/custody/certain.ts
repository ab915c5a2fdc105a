import type { Exchange } from "@plumbline/client";
import type { Call } from "../ground/call.ts";
import { PERSISTENT } from "../ground/habits.ts";
import { wasTurnedAway } from "../ground/on-the-way.ts";
import type { Effect } from "../writes/write.ts";
import type { Ledger } from "./ledger.ts";
import { LostAnswerError } from "./lost-answer-error.ts";
import { nothingDone } from "./nothing-done.ts";
import type { RecordLists } from "./record-lists.ts";
import type { CustodyParts, Request } from "./request.ts";

/** How often the run sends a request whose answers do not tell the outcome: then they count as the target's behaviour. */
const TRIES = PERSISTENT + 1;

/** After so many lost answers in a row, the run takes them for the behaviour of the target itself. */
const MOST_LOST = 3;

/** The parts that find out the outcome of a write. */
export interface CertainParts {
  readonly parts: CustodyParts;
  readonly ledger: Ledger;
  readonly lists: RecordLists;
  /** Lost answers in a row to writes that the target may have carried out, by operation and version. */
  readonly lost: Map<string, number>;
}

/**
 * Sends a write until an answer comes from the target itself. A single answer from a gateway, or a cut connection,
 * decides nothing: the run sends the request again if a read shows that the target did nothing, or if a repetition is
 * harmless.
 * @throws LostAnswerError if the answer was lost and the target may have carried out the request, up to three times
 *   in a row.
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
      // The target spoils every answer, so the requirements judge this one.
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

/** A wrong request, or one without the right key, does nothing, so the run may repeat it. */
const isToBeRefused = ({ due, who }: Call): boolean =>
  due !== undefined || (typeof who === "string" && who !== "main" && who !== "serviceAccount");

/** Whether sending a request twice has the same effect as sending it once. */
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
