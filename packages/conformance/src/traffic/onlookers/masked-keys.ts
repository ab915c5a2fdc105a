import { parseJson } from "@plumbline/client";
import { jsonOf, wasAccepted } from "../../ground/answers.ts";
import { member } from "../../ground/json.ts";
import { broken, type Judgement, upheld } from "../../ground/judgement.ts";
import { listIn, recordIn } from "../../oracles/envelope.ts";
import type { Target } from "../../target/target.ts";
import type { Onlooker } from "./onlooker.ts";

const MASKED = "ALC-KEY-MASKED";
/** A masked key may contain a shorter key by chance. */
const LONG = 9;
/** How many configurations must show too much of a key before it counts as the server's fault. */
const OFTEN = 2;

/** The answer to a written alert configuration must mask the keys that the client sent. */
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

/** An answer may show only the last four characters of a sent key. */
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
