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

/** The draws of a run, and the operations that they are for. */
export interface Drawing {
  /** The number of bodies for each operation in each version. */
  readonly bodies: number;
  /** The draw for one body of an operation; equal numbers draw equal values. */
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

/** The requests for one body: the write, or one for each part, each read of the record, and the list. */
export const REQUESTS_OF_A_BODY = 8;

/** Whether bodies of the write can be drawn. */
export const isDrawn = (subject: Subject, contract: Parameters<StoryRequirement["on"]>[1]): boolean =>
  RULES.some(({ on }) => on(subject, contract));

/** Requirements that every read of a record shows the values of a drawn body. */
export const keptDraws = ({ bodies, drawOf, on }: Drawing): readonly StoryRequirement[] =>
  RULES.map(({ of, suffix, level, risk, needs, lane, prepare, on: isOf }) =>
    story({
      id: `FUZZ-KEPT${suffix}`,
      level: level ?? "MUST",
      basis: "derived:D6",
      text: `Every read of ${of} shows the values of a drawn body.`,
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

/** The most bodies for records that stay, because other requests to the operation also create some. */
const MOST_THAT_STAY = 2;

function countFor({ operation }: Subject, bodies: number): number {
  if (staysBehind(operation.id)) return Math.min(MOST_THAT_STAY, bodies);
  // If the target keeps showing an earlier state of the record, only the second change reveals it.
  return operation.risk === "update" ? Math.max(2, bodies) : bodies;
}

/** Refused bodies prove nothing, so the target must accept at least one. */
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
