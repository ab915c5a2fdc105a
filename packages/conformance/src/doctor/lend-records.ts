import { answered } from "@plumbline/client";
import type { DoctorFinding } from "@plumbline/report";
import type { RouteVersion } from "@plumbline/schemas";
import { recordOf } from "../custody/bears.ts";
import { jsonOf, received, wasAccepted } from "../ground/answers.ts";
import { eventually, untilOver } from "../ground/eventually.ts";
import { member } from "../ground/json.ts";
import { freshName } from "../ground/mark.ts";
import type { Session } from "../kernel/session.ts";
import type { Check } from "../plan/check.ts";
import type { Selection } from "../plan/selection.ts";
import { wantedFixtures } from "../plan/wanted-fixtures.ts";
import type { Fixture, Fixtures } from "../target/fixtures.ts";
import { sharedName } from "../writes/shared-name.ts";
import { staysBehind } from "../writes/stays-behind.ts";
import { WRITES } from "../writes/table.ts";
import { ask } from "./ask-as-doctor.ts";
import { discoverHostname } from "./discover-hostname.ts";
import { Discovery } from "./discovery.ts";
import { awaitAlert } from "./lend-alert.ts";
import { LOANS, type Loan, lendsOf } from "./loans.ts";
import { mayTake } from "./may-take.ts";
import { newestOf } from "./newest-of.ts";
import { regionOf } from "./region-of.ts";
import { unlessRefrained } from "./unless-refrained.ts";

/**
 * Creates the records that the target lacks and the planned checks need, as far as the user permits: an index, a
 * snapshot, a migration, and first the cluster for them. The cleanup at the end of the run removes those that can be
 * removed.
 */
export async function lendRecords(
  session: Session,
  selection: Selection,
  planned: () => readonly Check[],
): Promise<readonly DoctorFinding[]> {
  const isPermitted = ({ create }: Loan): boolean =>
    mayTake(session.target.contract.operation(create).risk, session, selection);
  // Planning takes time, so it happens only if a record is missing and the run may create it. Most targets have one of
  // each, and most runs may not create any.
  const all = new Set<Fixture>(LOANS.flatMap(lendsOf));
  if (!LOANS.some((loan) => isPermitted(loan) && lacks(loan, session, all))) return [];
  const wanted = new Set<Fixture>(wantedFixtures(planned()));
  for (const loan of LOANS.toReversed())
    if (lacks(loan, session, wanted)) for (const name of [...loan.needs, ...(loan.helps ?? [])]) wanted.add(name);
  const findings: DoctorFinding[] = [];
  const isDue = (loan: Loan): boolean => lacks(loan, session, wanted) && isPermitted(loan);
  const isEventful = LOANS.some((loan) => EVENTFUL.includes(loan.create) && isDue(loan));
  const looksForAlert = await awaitAlert(session, selection, wanted, isEventful);
  for (const loan of LOANS) {
    const { create } = loan;
    const isPossible = loan.needs.every((name) => session.world.fixtures[name] !== undefined);
    if (!isPossible || !isDue(loan)) continue;
    const text = await lend(loan, session);
    if (text !== undefined) findings.push({ subject: "fixtures", ...text });
    if (create === "createCluster") await lookAtCluster(session, findings);
  }
  await looksForAlert(new Discovery(session, findings));
  return findings;
}

/** Whether a check needs a fixture of this loan that the run does not know. */
function lacks(loan: Loan, { world: { fixtures, unknown } }: Session, wanted: ReadonlySet<Fixture>): boolean {
  const lends = lendsOf(loan);
  // The user stated a record that the target does not have: the run must not test another one instead.
  if (lends.some((name) => unknown?.has(name))) return false;
  return lends.some((name) => wanted.has(name) && fixtures[name] === undefined);
}

/** Loans that may raise an alert. */
const EVENTFUL: readonly Loan["create"][] = ["createCluster", "takeSnapshot"];

type Said = Pick<DoctorFinding, "state" | "text">;

async function lend(loan: Loan, session: Session): Promise<Said | undefined> {
  const { create } = loan;
  const { contract } = session.target;
  const version = newestOf(create, session);
  const { body, effect, kind } = WRITES[create];
  if (version === undefined || effect.kind !== "makes") return undefined;
  // No operation removes this record, so all checks share this one. Otherwise each check would leave another.
  const isShared = staysBehind(create);
  const name = isShared ? sharedName(session.world, create, version) : freshName();
  const sent = body?.({ contract, world: session.world, operation: create, version, name });
  const exchange = await session
    .send({ operation: create, version, body: sent, send: isShared ? "once" : "again" }, "doctor")
    .catch(unlessRefrained);
  if (exchange === undefined) return undefined;
  const lacking = (why: string): Said => ({
    state: "advice",
    text: `the run found no ${kind} and could not create one: ${why}; state fixtures.${effect.parameter} in the target file`,
  });
  if (!wasAccepted(exchange)) return lacking(`${create} was answered ${received(exchange)}`);
  const id = member(recordOf(jsonOf(exchange), contract.field(effect.id)), contract.field(effect.id));
  const known = typeof id === "string" ? id : effect.id === "name" ? name : undefined;
  if (known === undefined) return lacking(`the answer to ${create} shows no ${contract.field(effect.id)}`);
  const foreign = session.custody.whyForeign(known);
  if (foreign !== undefined) return lacking(foreign);
  const lent: Fixtures = { [effect.parameter]: known, ...loan.stated?.(sent) };
  const unusable = await whyUnusable(loan, session, version, { id: known, lent });
  if (unusable !== undefined) return lacking(unusable);
  takeUp(loan, session, lent);
  return { state: "ok", text: `the run created ${articleOf(kind)} ${kind}, because the lists show none: ${known}` };
}

/** Further looks at a record that no read has shown for three seconds; at the usual speed they take four more. */
const LOOKS_FOR_ABSENT = 4;

const articleOf = (noun: string): string => (/^[aeio]/.test(noun) ? "an" : "a");

/**
 * Waits until a read shows the record in a state that checks can use, and returns why it does not. A record that no
 * read shows at all is not waited for as long as one that is not ready: the target may keep no state.
 */
async function whyUnusable(
  { read, isReady = () => true }: Loan,
  session: Session,
  created: RouteVersion,
  { id, lent }: { readonly id: string; readonly lent: Fixtures },
): Promise<string | undefined> {
  const { contract, speed, versions } = session.target;
  const version = [created, ...versions].find((one) => contract.route(read, one) !== undefined);
  // Without the read, no check can use the record either.
  if (version === undefined) return `no version serves ${read}`;
  const path = pathOf(read, lent, session);
  const look = () => ask(session, { operation: read, version, path, send: "again" }).catch(unlessRefrained);
  type Look = Awaited<ReturnType<typeof look>>;
  const isUsable = (exchange: Look): boolean =>
    exchange !== undefined && wasAccepted(exchange) && isReady(jsonOf(exchange), lent, contract);
  const isShown = (exchange: Look): boolean =>
    exchange !== undefined && wasAccepted(exchange) && answered(exchange) && exchange.response.body.includes(id);
  const pass = (milliseconds: number): Promise<void> => session.pass(milliseconds);
  // Reads of a target that finishes slow operations faster may be as late as those of any other.
  const first = await eventually(pass, look, isShown);
  if (isUsable(first)) return undefined;
  let absent = 0;
  const isOver = (exchange: Look): boolean => {
    absent = isShown(exchange) ? 0 : absent + 1;
    return isUsable(exchange) || absent > LOOKS_FOR_ABSENT;
  };
  const last = await untilOver(pass, look, isOver, { speed });
  if (isUsable(last)) return undefined;
  return isShown(last)
    ? `${id} is not ready to be read by ${read}`
    : `${read} does not show ${id}, which was created; if the server keeps no state, write mock: true into the target file`;
}

/** Those of the lent fixtures that the path of the read needs. */
function pathOf(read: Loan["read"], lent: Fixtures, { target }: Session): Readonly<Record<string, string>> {
  const names = target.contract.operation(read).pathParameters.map(({ name }) => name);
  return Object.fromEntries(Object.entries(lent).filter(([name]) => names.includes(name)));
}

/** Makes the record known to all checks. The names that its create used now count as proven. */
function takeUp(loan: Loan, session: Session, lent: Fixtures): void {
  // A restore job may end at any time, so the check that cancels one must create its own.
  if (loan.create === "createRestoreJob") session.world.memory.usesUp(lent.restoreJobId);
  const unproven = new Set(session.world.unproven);
  for (const name of WRITES[loan.create].names ?? []) unproven.delete(name);
  if (loan.isUnproven) for (const name of lendsOf(loan)) unproven.add(name);
  // Fixtures that the user stated or the run found take precedence.
  session.world = { ...session.world, fixtures: { ...lent, ...session.world.fixtures }, unproven };
}

/** Finds out about a new cluster what the preflight finds out about an existing one. */
async function lookAtCluster(session: Session, findings: DoctorFinding[]): Promise<void> {
  session.forget();
  await discoverHostname(new Discovery(session, findings));
  const region = await regionOf(session, session.world.fixtures);
  if (region !== undefined) session.world = { ...session.world, region };
}
