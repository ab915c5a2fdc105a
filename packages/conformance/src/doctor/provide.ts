import type { DoctorFinding } from "@plumbline/report";
import { readText, recordId } from "@plumbline/schemas";
import { jsonOf, wasAccepted } from "../ground/answers.ts";
import type { Session } from "../kernel/session.ts";
import { idIn } from "../oracles/envelope.ts";
import type { Check } from "../plan/check.ts";
import type { Selection } from "../plan/selection.ts";
import { isAddition, notServed } from "../target/is-addition.ts";
import type { World } from "../target/world.ts";
import { ask } from "./ask-as-doctor.ts";
import { lendRecords } from "./lend-records.ts";
import { mayTake } from "./may-take.ts";
import { adviceOn, keyOfSubject } from "./missing.ts";
import { findMissingOfLent } from "./missing-of-lent.ts";
import { newestOf } from "./newest-of.ts";
import { unlessRefrained } from "./unless-refrained.ts";

/** The number of alert configurations that requirements about their lists need. */
const FEWEST = 3;

/**
 * Creates records, as far as the user permits, without which the suite can test little of a new and empty target. The
 * cleanup at the end of the run removes those that can be removed. Does nothing if the target has enough records, or if
 * no check would profit.
 * @param planned the checks for a world
 */
export async function provide(
  session: Session,
  selection: Selection,
  planned: (world: World) => readonly Check[],
): Promise<readonly DoctorFinding[]> {
  if (session.target.mock) return [];
  const before = session.world;
  const configurations = await lendAlertConfigurations(session, selection, planned);
  const records = await lendRecords(session, selection, () => planned(session.world));
  const findings = [...configurations, ...records];
  if (findings.length === 0) return findings;
  // Answers from before do not show the new records.
  session.forget();
  return [...findings, ...(await lookAtLent(session, before))];
}

/** Finds operations that the target lacks although it has a record for them now. */
async function lookAtLent(session: Session, before: World): Promise<readonly DoctorFinding[]> {
  const { target, world } = session;
  const missing = await findMissingOfLent(target, before, world, {
    ask: (call) => ask(session, call),
    pass: (milliseconds) => session.pass(milliseconds),
  }).catch(unlessRefrained);
  const owed = (missing ?? []).filter((one) => !isAddition(one));
  if (missing === undefined || missing.length === 0) return [];
  const text = adviceOn(owed, target);
  const lacking = missing.map((one) => [keyOfSubject(one), isAddition(one) ? notServed(one) : text] as const);
  session.world = { ...world, unbound: new Map([...world.unbound, ...lacking]) };
  return owed.length === 0 ? [] : [{ subject: "paths", state: "advice", text }];
}

/** Creates alert configurations if the project has fewer than requirements about their lists need. */
async function lendAlertConfigurations(
  session: Session,
  selection: Selection,
  planned: (world: World) => readonly Check[],
): Promise<readonly DoctorFinding[]> {
  const { world } = session;
  const { listAlertConfigs: held } = world.records;
  if (held === undefined || held >= FEWEST || !mayTake("create", session, selection)) return [];
  const version = newestOf("createAlertConfig", session);
  if (version === undefined) return [];
  const holding = (alertConfigId: string, count: number): World => ({
    ...world,
    fixtures: { alertConfigId, ...world.fixtures },
    records: { ...world.records, listAlertConfigs: count },
  });
  const able = (checks: readonly Check[]): number => checks.filter(({ obstacle }) => obstacle === undefined).length;
  if (able(planned(holding("0".repeat(24), FEWEST))) <= able(planned(world))) return [];
  const made: string[] = [];
  while (held + made.length < FEWEST) {
    const call = { operation: "createAlertConfig", version, body: world.alertConfiguration, send: "again" } as const;
    const exchange = await session.send(call, "doctor").catch(unlessRefrained);
    if (exchange === undefined) break;
    const id = idIn(jsonOf(exchange));
    if (!wasAccepted(exchange) || id === undefined || readText(recordId, id).kind !== "value") break;
    if (session.custody.whyForeign(id) !== undefined) break;
    made.push(id);
  }
  const [first] = made;
  if (first === undefined) return [];
  session.world = holding(first, held + made.length);
  const what = made.length === 1 ? "alert configuration" : "alert configurations";
  const text = `the run created ${made.length} ${what}, because the project has too few to test: ${made.join(", ")}`;
  return [{ subject: "fixtures", state: "ok", text }];
}
