import { answered, type Exchange } from "@plumbline/client";
import { broken, expects, jsonOf, member, quoted } from "@plumbline/conformance";
import { found, type Related } from "./related.ts";
import type { Variation } from "./variation.ts";

/** The status in the envelope of a list should equal that of the answer. */
export function envelopeStatus(exchange: Exchange, { envelope }: Variation): readonly Related[] {
  if (envelope !== true || !answered(exchange) || exchange.response.status >= 300) return [];
  const inner = member(jsonOf(exchange), "status");
  if (inner === undefined) return [found("envelope", broken("a member status", "an envelope without one"), [exchange])];
  const { status } = exchange.response;
  const judgement = expects(inner === status, `status ${status}`, () => `status ${quoted(inner)}`);
  return [found("envelope status", judgement, [exchange], "SHOULD")];
}
