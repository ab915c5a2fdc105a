import { wasAccepted } from "../ground/answers.ts";
import { type Judgement, upheld } from "../ground/judgement.ts";
import type { Subject } from "../ground/subject.ts";
import type { Story } from "../kernel/story.ts";
import { namesAll, type RoundTrip, sendsInParts, shows } from "../requirements/shared/round-trip.ts";
import { NO_STATE } from "../requirements/shared/statement-parts.ts";
import { type StoryRequirement, story } from "../rule/requirement.ts";
import type { Sent } from "../target/memory.ts";
import { staysBehind } from "../writes/stays-behind.ts";
import type { Draw } from "./draw.ts";
import { drawnAlerts } from "./drawn-alerts.ts";
import { drawnAnalyzers } from "./drawn-analyzers.ts";
import { drawnBackup } from "./drawn-backup.ts";
import { drawnClusters } from "./drawn-clusters.ts";
import { drawnIndexes } from "./drawn-indexes.ts";
import { drawnRoles } from "./drawn-roles.ts";
import type { DrawnRule } from "./drawn-rule.ts";
import { drawnSettings } from "./drawn-settings.ts";

/** What is drawn, and for which operations. */
export interface Drawing {
  /** Bodies of each operation in each version. */
  readonly bodies: number;
  /** Values for one body of an operation; equal numbers draw equal values. */
  readonly drawOf: (subject: Subject, body: number) => Draw;
  readonly on: (subject: Subject) => boolean;
}

const RULES: readonly DrawnRule[] = [
  ...drawnAlerts,
  ...drawnIndexes,
  ...drawnAnalyzers,
  ...drawnSettings,
  ...drawnBackup,
  ...drawnClusters,
  ...drawnRoles,
];

/** Requests that one body takes: it, or its parts, each read of the record, and the list. */
export const REQUESTS_OF_A_BODY = 8;

/** Writes of which bodies can be drawn. */
export const isDrawn = (subject: Subject, contract: Parameters<StoryRequirement["on"]>[1]): boolean =>
  RULES.some(({ on }) => on(subject, contract));

/** Rules that what bodies carry that nobody wrote down is shown by every way to look at the record. */
export const keptDraws = ({ bodies, drawOf, on }: Drawing): readonly StoryRequirement[] =>
  RULES.map(({ of, suffix, level, risk, needs, lane, prepare, on: isOf }) =>
    story({
      id: `FUZZ-KEPT${suffix}`,
      level: level ?? "MUST",
      basis: "derived:D6",
      text: `What a drawn body of ${of} carries is shown by every way in which it is read.`,
      section: "Resources and their fields",
      stage: "state",
      risk,
      ...(needs && { needs }),
      ...(lane && { lane }),
      on: (subject, contract) => isOf(subject, contract) && on(subject),
      mock: NO_STATE,
      requests: bodies * REQUESTS_OF_A_BODY,
      tell: async (story) => {
        const next = await prepare(story);
        return tells(story, countFor(story.subject, bodies), async (body) => next(drawOf(story.subject, body)));
      },
    }),
  );

/** Bodies of what stays: others that are sent to the operation need room for their records too. */
const MOST_THAT_STAY = 2;

function countFor({ operation }: Subject, bodies: number): number {
  if (staysBehind(operation.id)) return Math.min(MOST_THAT_STAY, bodies);
  // What a target goes on showing of a record as it was before shows after the second change.
  return operation.risk === "update" ? Math.max(2, bodies) : bodies;
}

/** Bodies that were refused prove nothing, so one at least must have been taken. */
async function tells(story: Story, bodies: number, tripOf: (body: number) => Promise<RoundTrip>): Promise<Judgement> {
  let taken = 0;
  const counted = async function* (all: AsyncIterable<Sent>): AsyncGenerator<Sent> {
    for await (const one of all) {
      if (wasAccepted(one.exchange)) taken += 1;
      yield one;
    }
  };
  for (let body = 0; body < bodies; body += 1) {
    const trip: RoundTrip = { ...(await tripOf(body)), optional: true };
    const judgement = await shows(story, trip, counted(sendsInParts(story, trip)));
    if (judgement.kind !== "holds") return namesAll(story, trip.operation, judgement);
  }
  return taken > 0 ? upheld : story.cannot(`${story.subject.operation.id} took none of the drawn bodies`);
}
