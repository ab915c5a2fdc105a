import { jsonOf, wasAccepted } from "../ground/answers.ts";
import { eventually } from "../ground/eventually.ts";
import type { Session } from "../kernel/session.ts";
import type { Selection } from "../plan/selection.ts";
import type { Fixture } from "../target/fixtures.ts";
import { ask } from "./ask-as-doctor.ts";
import { alertIn } from "./discover-alerts.ts";
import type { Discovery } from "./discovery.ts";
import { resultsIn, sizeOf } from "./listing.ts";
import { mayTake } from "./may-take.ts";
import { newestOf } from "./newest-of.ts";
import { unlessRefrained } from "./unless-refrained.ts";

/**
 * Event types that creating a cluster or a snapshot may trigger. The list of types is open, so a target may refuse
 * these.
 */
const EVENTS = ["CPS_SNAPSHOT_SUCCESSFUL", "CLUSTER_TAGS_MODIFIED"];

/**
 * Prepares for an alert. No operation creates alerts; only an event raises one, while a configuration for it is
 * enabled. Creating a cluster or a snapshot afterwards may be such an event.
 * @param isEventful whether the run is about to create such a record
 * @returns a function that looks for the alert after those records were created
 */
export async function awaitAlert(
  session: Session,
  selection: Selection,
  wanted: ReadonlySet<Fixture>,
  isEventful: boolean,
): Promise<(discovery: Discovery) => Promise<void>> {
  const nothing = async (): Promise<void> => undefined;
  const { world } = session;
  const isLacking = wanted.has("alertId") && world.fixtures.alertId === undefined && !world.unknown?.has("alertId");
  const isPermitted = (["create", "irreversible"] as const).every((risk) => mayTake(risk, session, selection));
  const [creates, lists] = [newestOf("createAlertConfig", session), newestOf("listAlerts", session)];
  if (!isLacking || !isPermitted || !isEventful || creates === undefined || lists === undefined) return nothing;
  let enabled = 0;
  for (const eventTypeName of EVENTS) {
    const body = { ...world.alertConfiguration, eventTypeName, enabled: true };
    const call = { operation: "createAlertConfig", version: creates, body, send: "again" } as const;
    const exchange = await session.send(call, "doctor").catch(unlessRefrained);
    if (exchange !== undefined && wasAccepted(exchange)) enabled += 1;
  }
  if (enabled === 0) return nothing;
  return async (discovery) => {
    const look = () => ask(session, { operation: "listAlerts", version: lists, send: "again" }).catch(unlessRefrained);
    const shown = await eventually(
      (milliseconds) => session.pass(milliseconds),
      look,
      (exchange) => exchange === undefined || resultsIn(jsonOf(exchange)).length > 0,
    );
    if (shown === undefined || !wasAccepted(shown)) return;
    discovery.learn("alertId", alertIn(jsonOf(shown)));
    const { records } = session.world;
    session.world = { ...session.world, records: { ...records, listAlerts: sizeOf(jsonOf(shown)) } };
  };
}
