import { parseJson } from "@plumbline/client";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import type { Target } from "../../target/target.ts";
import type { Onlooker } from "./onlooker.ts";

const MASKED = "ALC-KEY-MASKED";
/** Shorter keys may stand in a masked one by chance. */
const LONG = 9;
/** Configurations that show it before it is called broken. */
const OFTEN = 2;

/** The answer to a written alert configuration shows no more of the keys that were sent than it may. */
export function maskedKeys({ contract }: Target): Onlooker {
  let breaches = 0;
  const keyName = contract.field("monitoringApiKey");
  return {
    decides: [MASKED],
    see: (passed) => {
      const { call, exchange } = passed;
      const { operation } = call;
      const isWritten = operation === "createAlertConfig" || operation === "updateAlertConfig";
      if (!isWritten || call.due !== undefined || !wasAccepted(exchange)) return [];
      const [sent, record] = [parseJson(exchange.request.body ?? ""), recordIn(jsonOf(exchange))];
      const judgement = masked(keysIn(sent, keyName), keysIn(record, keyName));
      if (judgement === undefined) return [];
      breaches += judgement.kind === "holds" ? 0 : 1;
      if (judgement.kind !== "holds" && breaches < OFTEN) return [];
      return [
        { requirement: MASKED, judgement, passed: { ...passed, call: { ...call, operation: "createAlertConfig" } } },
      ];
    },
  };
}

/** Of a key that was sent only the last four characters may be read. */
function masked(sent: readonly string[], shown: readonly string[]): Judgement | undefined {
  const long = sent.filter((key) => key.length >= LONG);
  if (long.length === 0 || shown.length === 0) return undefined;
  const isRead = long.some((key) =>
    shown.some((one) => one.includes(key.slice(0, LONG - 1)) || one.endsWith(key.slice(-5))),
  );
  return isRead ? broken("a key of which four characters can be read", "more of the key than that") : upheld;
}

const keysIn = (config: unknown, name: string): readonly string[] =>
  (listIn(member(config, "notifications")) ?? []).flatMap((one) => {
    const key = member(one, name);
    return typeof key === "string" ? [key] : [];
  });
