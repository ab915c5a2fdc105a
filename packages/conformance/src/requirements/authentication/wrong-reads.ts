import { callOf } from "../../expect/cases.ts";
import { notApplicable } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import { type Case, type Context, probe, type Requirement } from "../../rule/requirement.ts";
import { reads } from "../shared/subjects.ts";
import { besideMain, withFault } from "./one-fault.ts";
import { FAULTS_IN_WORDS, faultsFor, offers, refusesFault } from "./wrong-digests.ts";

/** The faults of a read in its version: each operation gets another fault, and the versions take turns. */
function faultsOf({ operation, version }: Subject): ReturnType<typeof faultsFor> {
  const versions = operation.routes.map((route) => route.version).toSorted();
  return faultsFor(operation, Math.max(0, versions.indexOf(version)), Math.max(1, versions.length));
}

function refused(context: Context, fault: keyof typeof FAULTS_IN_WORDS): Case {
  const what = FAULTS_IN_WORDS[fault];
  const one = besideMain(
    context,
    what,
    (ask) => withFault(ask, context, fault),
    (exchange) => refusesFault(exchange, fault, what),
  );
  return {
    ...one,
    ask: async (ask) =>
      offers(await ask(callOf(context, { who: "none" })), fault)
        ? notApplicable(`${what}: the target offers it`)
        : one.ask(ask),
  };
}

/** Each operation must check digests, not only those on which every fault is tried. */
export const wrongReads: readonly Requirement[] = [
  probe({
    id: "AUTH-DIGEST-WRONG-READS",
    level: "SHOULD",
    basis: "derived:RFC7616",
    text: "No read accepts a digest with a fault; each read is tested with a different fault.",
    section: "Authentication",
    needs: [{ kind: "digest" }],
    mock: "it takes any credentials",
    stage: "refused-reads",
    on: (subject) => reads(subject) && faultsOf(subject).length > 0,
    cases: (context) => faultsOf(context).map((fault) => refused(context, fault)),
  }),
];
