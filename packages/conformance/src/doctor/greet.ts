import { answered, type Challenge, type Exchange, headerValues, parseChallenges } from "@plumbline/client";
import type { DoctorFinding } from "@plumbline/report";
import { ROLES } from "@plumbline/schemas";
import { HandsOffError } from "../custody/hands-off-error.ts";
import { received } from "../ground/answers.ts";
import type { Call } from "../ground/call.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import type { Session } from "../kernel/session.ts";
import { greeting } from "../target/greeting.ts";
import { subjectsOf } from "../target/subjects-of.ts";
import { ask } from "./ask-as-doctor.ts";
import { clockFinding } from "./clock-finding.ts";
import { spokenElsewhere } from "./spoken.ts";

interface Greeted {
  readonly findings: readonly DoctorFinding[];
  /** Why the main key cannot be used in any check. */
  readonly keyRefused?: string;
  /** Where the target serves the interface, if not at the given address. */
  readonly elsewhere?: string;
}

/** Asks without credentials whether the target answers, then asks whether it accepts the main key. */
export async function greet(session: Session): Promise<Greeted> {
  const greeting = greetingOf(session);
  if (greeting === undefined)
    return {
      findings: [{ subject: "clock", state: "advice", text: "no request fits the operations that the target offers" }],
    };
  const hello = await ask(session, { ...greeting, who: "none" });
  const clock = clockFinding(hello);
  const notThere = answered(hello) && hello.response.status === 404 && greeting.elsewhere === undefined;
  const elsewhere = notThere ? await spokenElsewhere(session) : undefined;
  if (elsewhere !== undefined)
    return { findings: [clock, { subject: "paths", state: "problem", text: elsewhere }], elsewhere };
  const { main } = session.target.credentials;
  if (main === undefined) {
    const text = "the main key is missing: state credentials.main in the target file; most checks need it";
    return { findings: [clock, { subject: "credentials", state: "problem", text }] };
  }
  if (greeting.elsewhere !== undefined) return { findings: [clock] };
  if (main.scheme === "none") {
    const { finding, ...refused } = withoutKey(hello);
    return { findings: [clock, finding], ...refused };
  }
  const { finding, ...refused } = await tryMain(session, greeting, main.scheme === "bearer" ? "token" : "key");
  return { findings: [clock, finding], ...refused };
}

/** Judges the answer to a request without credentials by a server that should need none. */
function withoutKey(hello: Exchange): Tried {
  const status = answered(hello) ? hello.response.status : 0;
  if (status !== 401 && status !== 403) {
    const text = `the target answers requests without credentials, as the target file says: ${answered(hello) ? status : received(hello)}`;
    return { finding: { subject: "credentials", state: "ok", text } };
  }
  return keyNeeded(hello);
}

/** The finding that a target which should need no credentials refused a request without them. */
export function keyNeeded(refused: Exchange): Required<Tried> {
  const text = `the target file says authentication: none, but a request without credentials returned ${received(refused)}: remove that line and state credentials.main`;
  return { finding: { subject: "credentials", state: "problem", text }, keyRefused: text };
}

interface Tried extends Pick<Greeted, "keyRefused"> {
  readonly finding: DoctorFinding;
}

async function tryMain(session: Session, greeting: Call, name: "token" | "key"): Promise<Tried> {
  const signedIn = await signIn(session, greeting);
  if (typeof signedIn === "string") return { finding: { subject: "credentials", state: "problem", text: signedIn } };
  const status = answered(signedIn) ? signedIn.response.status : 0;
  if (status !== 401) {
    const text = `the target accepts the main ${name}: ${answered(signedIn) ? status : received(signedIn)}`;
    return { finding: { subject: "credentials", state: "ok", text } };
  }
  const text = `a request with the main ${name} returned ${received(signedIn)}: ${nextStep(signedIn, name)}`;
  const finding: DoctorFinding = { subject: "credentials", state: "problem", text };
  // If the server refuses other keys too, it probably accepts none: several wrong keys are less likely.
  return (await takesNone(session, greeting)) ? { finding } : { finding, keyRefused: text };
}

function nextStep(refused: Exchange, name: "token" | "key"): string {
  if (name === "token") return "check that it belongs to this target and is still valid";
  const schemes = challengesIn(refused).map(({ scheme }) => scheme);
  // Without a digest challenge the key was never sent.
  if (schemes.length > 0 && !schemes.some((scheme) => scheme.toLowerCase() === "digest"))
    return `the target offers ${[...new Set(schemes)].join(" and ")} and no Digest, which the description demands for keys`;
  return "check that both halves are correct and that the key belongs to this server";
}

const challengesIn = (exchange: Exchange): readonly Challenge[] =>
  answered(exchange) ? parseChallenges(headerValues(exchange.response.headers, "www-authenticate")) : [];

/** Sends the first read with the main credential. Returns a text if this client refused to send it. */
async function signIn(session: Session, greeting: Call): Promise<Exchange | string> {
  try {
    return await ask(session, greeting);
  } catch (error) {
    if (error instanceof HandsOffError || (error instanceof NotSentError && session.stopped === undefined))
      return error.message;
    throw error;
  }
}

/** Whether the server refuses the other keys as well, of which there must be at least two. */
async function takesNone(session: Session, greeting: Call): Promise<boolean> {
  const { noRole, otherProject, byRole = {} } = session.target.credentials;
  const others: readonly Call["who"][] = [
    ...(noRole === undefined ? [] : (["noRole"] as const)),
    ...(otherProject === undefined ? [] : (["otherProject"] as const)),
    ...ROLES.filter((role) => byRole[role] !== undefined).map((role) => ({ role })),
  ];
  for (const who of others) {
    if (who === undefined) continue;
    const exchange = await ask(session, { ...greeting, who });
    if (!answered(exchange) || exchange.response.status !== 401) return false;
  }
  return others.length > 1;
}

/** The request that greets the target. */
function greetingOf({ target: { contract, versions }, target, world }: Session): Call | undefined {
  const usual = versions.map((version) => greeting(contract, world, version)).find((call) => call !== undefined);
  if (usual !== undefined) return usual;
  // No operation can be addressed yet, but any path shows whether a server answers.
  const [any] = subjectsOf(target);
  return any && { operation: any.operation.id, version: any.version, method: "GET", elsewhere: "/" };
}
