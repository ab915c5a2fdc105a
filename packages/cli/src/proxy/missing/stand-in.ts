import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { headerValue } from "@plumbline/client";
import type { Target } from "@plumbline/conformance";
import { type GivenSecrets, type Reference, startReference, vouched } from "@plumbline/reference";
import type { DoctorFinding } from "@plumbline/report";
import { bindContract } from "@plumbline/schemas";
import type { OpenedTarget } from "../../targets/opened-target.ts";
import type { LeftOut } from "../desk.ts";
import type { Instead } from "../instead.ts";
import type { Taken } from "../taken.ts";
import { AnsweredBehind } from "./answered-behind.ts";
import { answerFromBehind, refuse } from "./behind.ts";
import { clustersIn } from "./clusters-in.ts";
import { everythingOf } from "./everything.ts";
import { fieldsBehind, pairsOf } from "./fields-behind.ts";
import { type Found, finderAt } from "./found.ts";
import { labelledKeys } from "./labelled-keys.ts";
import { Lacking } from "./lacking.ts";
import { Nowhere } from "./nowhere.ts";
import { Places } from "./places.ts";
import { readTaken } from "./read-taken.ts";
import { Vouching } from "./vouching.ts";

/** Answers what a target does not have, and says in the end what that was. */
export interface StandIn extends Instead {
  /** Learns from what the target answered. */
  readonly saw: (taken: Taken) => void;
  readonly leftOut: LeftOut;
  readonly findings: readonly DoctorFinding[];
  readonly close: () => Promise<void>;
}

/** A request as it came. */
interface Asked {
  readonly method: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | IncomingMessage;
}

/**
 * A reference behind a target, which is started when it is first needed. It is given the target's ids instead of requests
 * being changed on the way: then no id in any path, body or answer means two things. It lets in on our word, as no digest
 * is good for the nonces of two servers.
 */
export function standIn({ target: lacking, connection }: OpenedTarget): StandIn {
  const contract = bindContract(everythingOf(lacking.contract.profile));
  const target: Target = { ...lacking, contract };
  const find = finderAt(target);
  const known = new Lacking(lacking);
  const places = new Places(target.fixtures);
  const vouching = new Vouching(target.credentials, contract.profile.tokenScheme);
  const nowhere = new Nowhere(target, connection);
  const answered = new AnsweredBehind(target);
  const agent = new Agent({ keepAlive: true });
  const word = randomUUID();
  let starting: Promise<Reference> | undefined;

  const ask = async (
    { recognised, path }: Found,
    { method, rawHeaders, body }: Asked,
    answer: ServerResponse,
    isWanted?: (status: number) => boolean,
  ): Promise<boolean> => {
    starting ??= startReference({
      profile: contract.profile,
      secrets: secretsOf(target),
      ids: places.first(recognised),
      vouching: word,
      ...(target.speed !== undefined && { speed: target.speed }),
    });
    const reference = await starting;
    reference.adopt(places.in(recognised));
    const base = recognised.route.base === "metrics" ? reference.metricsUrl : reference.url;
    const authorization = headerValue(pairsOf(rawHeaders), "authorization");
    const label = vouching.labelOf(contract.operation(recognised.operation), { method, authorization });
    const length = Buffer.isBuffer(body) ? body.length : undefined;
    const fields = fieldsBehind(rawHeaders, new URL(base).host, length);
    if (label !== undefined) fields.push(...vouched(word, label));
    return answerFromBehind({ agent, url: base + path, method, fields, body }, answer, isWanted);
  };

  const replace = async (found: Found, taken: Taken, answer: ServerResponse): Promise<boolean> => {
    const { recognised } = found;
    const { method, status, request } = taken;
    if (request.isCut) {
      answered.countTooLong();
      return false;
    }
    const recorded = await readTaken(taken);
    if (recorded.kind !== "whole") return false;
    const none = status === 404 ? await nowhere.like(recognised) : undefined;
    const standing = known.standing(recognised, recorded.exchange, none);
    if (standing === "there") return false;
    const isWanted = (said: number): boolean => {
      if (said < 300) known.found(recognised);
      // Where nothing is there either, it may as well be a record that the target does not have.
      return standing === "missing" || said !== 404;
    };
    const isAnswered = await ask(found, { method, ...request }, answer, isWanted);
    if (isAnswered) answered.count(recognised, true);
    return isAnswered;
  };

  return {
    of: ({ method = "" }, url) => {
      const found = find(method, url);
      if (found === undefined) return undefined;
      const { recognised } = found;
      return {
        isAbsent: known.isAbsent(recognised),
        mayLack: (status) => known.mayLack(recognised, status),
        serve: (request, answer) => {
          answered.count(recognised, false);
          const { rawHeaders } = request;
          ask(found, { method, rawHeaders, body: request }, answer).catch((error) => refuse(answer, error));
        },
        replace: (taken, answer) =>
          replace(found, taken, answer).catch((error) => {
            refuse(answer, error);
            return true;
          }),
      };
    },
    saw: (taken) => {
      const recognised = find(taken.method, taken.url)?.recognised;
      if (recognised === undefined) return;
      const authorization = headerValue(pairsOf(taken.request.rawHeaders), "authorization");
      vouching.hears(contract.operation(recognised.operation), authorization, taken.status);
      if (known.isCurious(recognised, taken.status))
        void readTaken(taken).then((one) => one.kind === "whole" && known.hears(recognised, one.exchange));
      if (taken.status < 200 || taken.status > 299) return;
      known.had(recognised);
      answered.had(recognised);
      places.learn(recognised);
      void clustersIn(recognised, taken).then((clusters) => places.learnClusters(recognised, clusters));
    },
    get leftOut() {
      return answered.leftOut;
    },
    get findings() {
      return answered.findings;
    },
    close: async () => {
      nowhere.close();
      agent.destroy();
      await (await starting)?.close();
    },
  };
}

/** The target's own keys, so that clients may go on with what the reference challenges them to. */
function secretsOf({ credentials }: Target): GivenSecrets {
  const { serviceAccount, blockedServiceAccount, metrics } = credentials;
  const keys = labelledKeys(credentials).map(({ label, username, password }) => [
    label,
    { publicKey: username, privateKey: password },
  ]);
  return {
    keys: Object.fromEntries(keys),
    ...(serviceAccount && { serviceAccount }),
    ...(blockedServiceAccount && { blockedServiceAccount }),
    ...(metrics?.scheme === "basic" && { metrics: { username: metrics.username, password: metrics.password } }),
  };
}
