import { answered, type Exchange } from "@plumbline/client";
import type { DoctorFinding } from "@plumbline/report";
import { type RouteVersion, versionLabel } from "@plumbline/schemas";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { wasAccepted } from "../ground/answers.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import type { Session } from "../kernel/session.ts";
import type { Target } from "../target/target.ts";
import { withheldAdvice } from "../target/withheld.ts";
import type { World } from "../target/world.ts";
import { ask } from "./ask-as-doctor.ts";
import { certificateAdvice } from "./certificate-advice.ts";
import { discover } from "./discover.ts";
import { greet, keyNeeded } from "./greet.ts";
import { findMissing, type Missing, NOTHING_MISSING } from "./missing.ts";
import { dropUnknownFixtures } from "./unknown-fixtures.ts";
import { UnreachableError } from "./unreachable-error.ts";

/** The results of the preflight, which runs before the first check. */
export interface Diagnosis {
  readonly world: World;
  readonly findings: readonly DoctorFinding[];
  /** Versions in which the target serves none of the operations that the preflight tried. */
  readonly unserved: ReadonlySet<RouteVersion>;
}

/**
 * The preflight: does the target answer, are its clock and credentials usable, which fixtures can checks address, and
 * which operations does it serve at the paths of the profile?
 * @throws UnreachableError when nothing answers.
 */
export async function examine(session: Session): Promise<Diagnosis> {
  const held = withheldAdvice(session.target);
  const findings: DoctorFinding[] = held === undefined ? [] : [{ subject: "credentials", state: "advice", text: held }];
  const { findings: first, ...greeted } = await greet(session).catch((error: unknown) => nobodyThere(session, error));
  findings.push(...first);
  session.world = { ...session.world, ...greeted };
  if (greeted.elsewhere !== undefined) return { world: session.world, findings, unserved: NOTHING_MISSING.unserved };
  const known = await dropUnknownFixtures(session, findings).catch(unlessUnsent(session, {}));
  session.world = { ...session.world, ...known };
  const discovered = await discover(session, findings).catch(unlessUnsent(session, {}));
  session.world = { ...session.world, ...discovered };
  const { unserved, advice, ...missing } = await lookForMissing(session, findings).catch(
    unlessUnsent(session, NOTHING_MISSING),
  );
  if (advice !== undefined) findings.push({ subject: "paths", state: "advice", text: advice });
  const isPartly = session.target.versions.some((version) => !unserved.has(version));
  if (unserved.size > 0 && isPartly)
    findings.push({ subject: "versions", state: "advice", text: versionAdvice(unserved, session.target) });
  session.world = { ...session.world, ...missing };
  return { world: session.world, findings, unserved };
}

/** Asks each read, and notices when a target that should need no credentials answers none without them. */
async function lookForMissing(
  session: Session,
  findings: DoctorFinding[],
): Promise<Missing & Pick<World, "keyRefused">> {
  const { target, world } = session;
  const { main } = target.credentials;
  if (target.mock || main === undefined || world.keyRefused !== undefined) return NOTHING_MISSING;
  let refused: Exchange | undefined;
  let isOpen = main.scheme !== "none";
  const missing = await findMissing(target, world, async (call) => {
    const exchange = await ask(session, call);
    if (isRefused(exchange)) refused ??= exchange;
    isOpen ||= wasAccepted(exchange);
    return exchange;
  });
  if (refused === undefined || isOpen) return missing;
  // The first request may have been one that the target does not have: its 404 said nothing about credentials.
  const { finding, keyRefused } = keyNeeded(refused);
  const mistaken = findings.findIndex(({ subject, state }) => subject === "credentials" && state === "ok");
  findings.splice(mistaken, mistaken < 0 ? 0 : 1, finding);
  return { ...missing, keyRefused };
}

const isRefused = (exchange: Exchange): boolean => answered(exchange) && [401, 403].includes(exchange.response.status);

/** Advises to leave an unserved version out: the server is at fault only if it claims to serve that version. */
function versionAdvice(unserved: ReadonlySet<RouteVersion>, { versions }: Target): string {
  const rest = versions.filter((version) => !unserved.has(version)).map((version) => `"${version}"`);
  return `nothing of version ${[...unserved].map(versionLabel).join(", ")} answers: if the server does not have it, write this into the target file: versions: [${rest.join(", ")}]`;
}

/**
 * Replaces the result of a step whose request this client refused to send. Each check meets the same refusal and
 * reports it itself. If the target is gone, the error goes on.
 */
const unlessUnsent =
  <T>(session: Session, instead: T) =>
  (error: unknown): T => {
    if (error instanceof HandsOffError || (error instanceof NotSentError && session.stopped === undefined))
      return instead;
    throw error;
  };

/** @throws UnreachableError if the target never answered. */
function nobodyThere({ everAnswered, stopped, target }: Session, error: unknown): never {
  if (stopped === undefined || everAnswered) throw error;
  const advice = certificateAdvice(stopped);
  throw new UnreachableError(target.baseUrl, advice === undefined ? stopped : `${stopped}; ${advice}`);
}
