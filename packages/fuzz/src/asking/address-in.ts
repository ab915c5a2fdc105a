import type { Exchange } from "@plumbline/client";
import { type Call, jsonOf, member, WRITES, type Write } from "@plumbline/conformance";
import { type Contract, isWriteId, OPERATION_IDS } from "@plumbline/schemas";

type Path = NonNullable<Call["path"]>;

const WRITTEN = OPERATION_IDS.filter(isWriteId);

/** The path of the record that an accepted write created or changed; `undefined` if the answer does not contain it. */
export function addressIn(call: Call, exchange: Exchange, contract: Contract): Path | undefined {
  const { operation, path = {}, rawBody = "null" } = call;
  if (!isWriteId(operation)) return undefined;
  const { effect }: Write = WRITES[operation];
  if (effect.kind !== "makes") return path;
  const on = WRITTEN.map((id): Write["on"] => (WRITES[id] as Write).on).find((one) => one?.create === operation);
  const json = jsonOf(exchange);
  return on?.address(member(json, "content") ?? json, JSON.parse(rawBody), contract);
}
