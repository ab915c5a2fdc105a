import type { CampaignRequirement, Finding } from "@plumbline/conformance";
import { broken, holds, received, unable } from "@plumbline/conformance";
import { versionLabel } from "@plumbline/schemas";
import { fresh } from "../campaigns/fresh.ts";
import { Grounds } from "../campaigns/grounds.ts";
import { ruling } from "../campaigns/judge.ts";
import { atRecord } from "../campaigns/negatives.ts";
import type { Shot } from "../campaigns/shot.ts";
import { type Failure, fingerprintOf } from "./failure.ts";

/** What became of a stored failure; ERROR: the request could not be sent under the conditions it needs. */
export type Replayed = "FIXED" | "FAILED" | "ERROR";

/**
 * A campaign that sends stored failures again, each on a record of its own, and takes back what they make. `told`
 * hears of each what it came to, and why.
 */
export function replayRequirement(
  failures: readonly Failure[],
  told: (failure: Failure, came: Replayed, why: string) => void = () => undefined,
): CampaignRequirement {
  return {
    kind: "campaign",
    id: "FUZZ-REPLAY",
    level: "MUST",
    basis: "derived:D1",
    text: "Failures that were stored are failures no more.",
    section: "Resources and their fields",
    stage: "quota",
    risk: failures.some(({ shot }) => (shot.call.rawBody ?? "") !== "") ? "create" : "read",
    search: async (campaign) => {
      const parts = { contract: campaign.contract, world: campaign.world, matcherFields: ["TYPE_NAME"] };
      const grounds = new Grounds(campaign, parts);
      const findings: Finding[] = [];
      for (const failure of failures) {
        const shot: Shot = {
          ...failure.shot,
          id: failure.fingerprint,
          cell: failure.fingerprint,
          tier: "constraint",
        };
        const { operation, version } = shot;
        const place = { operation, version: versionLabel(version), name: failure.fingerprint };
        const ground = await grounds.of(shot);
        const placed = ground.ready ? atRecord(shot, campaign.contract.operation(operation), ground.path) : undefined;
        if (!ground.ready || placed === undefined) {
          const why = ground.ready ? "the id at hand cannot be wrong in this way" : ground.reason;
          told(failure, "ERROR", why);
          findings.push({ ...place, judgement: unable(why), evidence: [] });
          continue;
        }
        const { rawBody, ...call } = placed.call;
        const exchange = await campaign.ask({
          ...call,
          ...(rawBody === undefined ? {} : { rawBody: fresh(rawBody) }),
          operation,
          version,
          path: { ...ground.path, ...call.path },
          again: true,
        });
        await campaign.giveBack(exchange);
        const said = ruling(shot, exchange);
        const same = said.verdict === "violates" && fingerprintOf(shot, said.reason) === failure.fingerprint;
        const judgement =
          said.verdict === "unspecified"
            ? unable(`answered ${received(exchange)}`)
            : said.verdict === "violates"
              ? broken(shot.expected, received(exchange))
              : holds;
        const came = said.verdict === "unspecified" ? "ERROR" : said.verdict === "violates" ? "FAILED" : "FIXED";
        told(failure, came, same || came !== "FAILED" ? received(exchange) : `now otherwise: ${received(exchange)}`);
        findings.push({ ...place, judgement, evidence: [exchange.id] });
      }
      return findings;
    },
  };
}
