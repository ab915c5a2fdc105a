import { randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { headerValue } from "@plumbline/client";
import type { Target } from "@plumbline/conformance";
import { type GivenSecrets, type Reference, startReference, vouched } from "@plumbline/reference";
import { pairsOf } from "../pairs-of.ts";
import { answerFromBehind } from "./behind.ts";
import { fieldsBehind } from "./fields-behind.ts";
import type { Found } from "./found.ts";
import { labelledKeys } from "./labelled-keys.ts";
import type { Places } from "./places.ts";
import type { Vouching } from "./vouching.ts";

/** A request as it arrived. */
interface IncomingCall {
  readonly method: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer | IncomingMessage;
}

/**
 * A reference behind a target, started when it is first needed. The reference is given the target's ids, so that
 * requests pass unchanged and no id in a path, body or answer has two meanings. It lets clients in when the proxy
 * vouches for them, because a digest is valid only for the nonce of one server.
 */
export class ReferenceBehind {
  readonly #target: Target;
  readonly #places: Places;
  readonly #vouching: Vouching;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #word = randomUUID();
  #starting: Promise<Reference> | undefined;

  constructor(target: Target, places: Places, vouching: Vouching) {
    this.#target = target;
    this.#places = places;
    this.#vouching = vouching;
  }

  /** Forwards the reference's answer, as `answerFromBehind` does. */
  async ask(
    found: Found,
    { method, rawHeaders, body }: IncomingCall,
    answer: ServerResponse,
    isWanted?: (status: number) => boolean,
  ): Promise<boolean> {
    const { recognised, path } = found;
    const reference = await this.#running(found);
    reference.adopt(this.#places.in(recognised));
    const base = recognised.route.base === "metrics" ? reference.metricsUrl : reference.url;
    const authorization = headerValue(pairsOf(rawHeaders), "authorization");
    const operation = this.#target.contract.operation(recognised.operation);
    const label = this.#vouching.labelOf(operation, { method, authorization });
    const length = Buffer.isBuffer(body) ? body.length : undefined;
    const fields = fieldsBehind(rawHeaders, new URL(base).host, length);
    if (label !== undefined) fields.push(...vouched(this.#word, label));
    return answerFromBehind({ agent: this.#agent, url: base + path, method, fields, body }, answer, isWanted);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    // The client of a failed start has its reason already.
    const reference = await this.#starting?.catch(() => undefined);
    await reference?.close();
  }

  /** The reference, which this starts at first and after a start that failed. */
  #running(found: Found): Promise<Reference> {
    if (this.#starting !== undefined) return this.#starting;
    const starting = this.#started(found);
    this.#starting = starting;
    starting.catch(() => {
      this.#starting = undefined;
    });
    return starting;
  }

  #started({ recognised }: Found): Promise<Reference> {
    const { contract, speed } = this.#target;
    return startReference({
      profile: contract.profile,
      secrets: secretsOf(this.#target),
      ids: this.#places.first(recognised),
      vouching: this.#word,
      ...(speed !== undefined && { speed }),
    });
  }
}

/** The target's own keys, so that clients can answer a challenge of the reference. */
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
