import { isWriteId, type OperationId } from "@plumbline/schemas";
import { recordOf } from "../../custody/bears.ts";
import { jsonOf, received, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, upheld } from "../../ground/judgement.ts";
import { listIn } from "../../oracles/envelope.ts";
import type { Target } from "../../target/target.ts";
import { WRITES } from "../../writes/table.ts";
import type { Makes, Write } from "../../writes/write.ts";
import { type Passed, withoutAnswer } from "../passed.ts";
import { Bounded } from "./bounded.ts";
import type { Found, Onlooker } from "./onlooker.ts";

/** Milliseconds in which answers may still show a removed record: as long as a run waits for its removal. */
const FADES = 60_000;
/** How many removed records answers must still show before it counts as the server's fault. */
const OFTEN = 2;

const RULES: Readonly<Partial<Record<OperationId, string>>> = {
  deleteAlertConfig: "ALC-DELETE",
  deleteExportBucket: "EXB-LIFECYCLE",
  deleteSnapshot: "SNP-DELETE",
  deleteShardedSnapshot: "SNP-SHARDED-DELETE",
  deleteSearchIndexById: "SRCH-DELETE-EVENTUAL",
};

interface Removal {
  readonly passed: Passed;
  readonly id: string;
  readonly at: number;
  readonly requirement: string;
  readonly effect: Makes;
}

/** Neither a read by id nor a list may show a deleted record. */
export function gone({ contract }: Target): Onlooker {
  /** By id of the record. */
  const removed = new Bounded<Removal>();
  const lingering = new Map<string, Set<string>>();
  const see = (passed: Passed): readonly Found[] => {
    const { call, exchange } = passed;
    if (!wasAccepted(exchange) || call.due !== undefined) return [];
    const removal = isWriteId(call.operation) ? removalIn(passed) : undefined;
    if (removal !== undefined) removed.set(removal.id, removal);
    const shown = shownIn(passed);
    return [...removed.keys()].flatMap((id) => {
      const one = removed.get(id);
      if (one === undefined || exchange.startedAt - one.at < FADES) return [];
      const record = shown(one);
      if (record === "unread") return [];
      if (record === undefined) return [{ requirement: one.requirement, judgement: upheld, passed: one.passed }];
      if (one.effect.fading?.(record)) return [];
      const seen = lingering.get(one.requirement) ?? new Set();
      lingering.set(one.requirement, seen.add(id));
      if (seen.size < OFTEN) return [];
      const judgement = broken(
        `no ${call.operation} that shows what was deleted ${Math.round((exchange.startedAt - one.at) / 1_000)} seconds before`,
        `${id} is still shown: ${received(exchange)}`,
      );
      return [{ requirement: one.requirement, judgement, passed: { ...passed, call: one.passed.call } }];
    });
  };
  return { decides: Object.values(RULES), see };

  /**
   * * Finds the removed record in an answer: `undefined` if the answer would show the record and does not, `unread` if
   * the answer does not decide.
   */
  function shownIn({ call, exchange, recognised: { captured } }: Passed): (removal: Removal) => unknown {
    const json = jsonOf(exchange);
    return ({ id, effect, passed }) => {
      const place = passed.recognised.captured;
      const isThere = Object.entries(captured).every(
        ([name, value]) => name === effect.parameter || place[name] === value,
      );
      if (!isThere) return "unread";
      const idName = contract.field(effect.id);
      if (call.operation === effect.read && captured[effect.parameter] === id) return recordOf(json, idName);
      if (effect.records !== undefined || call.operation !== effect.list) return "unread";
      // No list may show a removed record, whatever its query. But only one without a query proves that it is gone.
      const listed = (listIn(json) ?? []).find((one) => member(one, idName) === id);
      return listed ?? (call.query === undefined ? undefined : "unread");
    };
  }
}

function removalIn(passed: Passed): Removal | undefined {
  const { call, exchange, recognised } = passed;
  const requirement = RULES[call.operation];
  const write: Write | undefined = isWriteId(call.operation) ? WRITES[call.operation] : undefined;
  const makes = write?.on && WRITES[write.on.create].effect;
  if (requirement === undefined || write?.effect.kind !== "owned" || makes?.kind !== "makes") return undefined;
  const id = recognised.captured[write.effect.parameter];
  // A client may create a record again under the same name, so only ids count.
  if (id === undefined || !write.effect.parameter.endsWith("Id")) return undefined;
  return {
    passed: withoutAnswer(passed),
    id,
    at: exchange.startedAt + exchange.milliseconds,
    requirement,
    effect: makes,
  };
}
