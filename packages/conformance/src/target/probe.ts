import { answered, type ConnectOptions, connect, Redactor } from "@plumbline/client";
import { secretsOf } from "../conduct.ts";
import { noJournal } from "../journal.ts";
import { Recorder } from "../kernel/recorder.ts";
import { Session } from "../kernel/session.ts";
import { type Diagnosis, emptyWorld, examine } from "./doctor.ts";
import type { Target } from "./target.ts";

/**
 * What reading alone tells of a server: the doctor's look at it, without a run after it.
 * @throws UnreachableError when nothing answers.
 */
export async function probe(
  target: Target,
  settings: { readonly connection?: Partial<ConnectOptions>; readonly signal?: AbortSignal } = {},
): Promise<Diagnosis> {
  const redactor = new Redactor();
  for (const [secret, username] of secretsOf(target)) redactor.learn(secret, username);
  const recorder = new Recorder(noJournal, redactor, Date.now(), 0);
  const origins = [target.baseUrl, ...(target.metricsUrl === undefined ? [] : [target.metricsUrl])];
  const connection = connect({
    origins,
    ...settings.connection,
    onSecret: (secret, username) => redactor.learn(secret, username),
  });
  const signal = settings.signal ?? new AbortController().signal;
  const parts = { target: { ...target, allow: new Set<never>() }, connection, recorder, redactor, journal: noJournal };
  try {
    const session = new Session({ ...parts, signal }, emptyWorld(target));
    const { world, findings } = await examine(session);
    const unbound = new Map([...world.unbound, ...(await alone(session))]);
    return {
      world: { ...world, unbound },
      findings: findings.map((finding) => ({ ...finding, text: redactor.text(finding.text) })),
    };
  } finally {
    connection.close();
  }
}

/** The operations outside the versions that do not seem to be there; a read of the token endpoint asks for no token. */
async function alone(session: Session): Promise<ReadonlyMap<string, string>> {
  const { contract, metricsUrl } = session.target;
  const found = new Map<string, string>();
  if (metricsUrl === undefined) found.set("discoverMetricsTargets/standalone", "its address is not known");
  if (contract.route("issueServiceToken", "standalone") === undefined) return found;
  const call = { operation: "issueServiceToken", version: "standalone", method: "GET", who: "none" } as const;
  const exchange = await session.send(call, "doctor");
  if (answered(exchange) && exchange.response.status === 404)
    found.set("issueServiceToken/standalone", "it is answered 404");
  return found;
}
