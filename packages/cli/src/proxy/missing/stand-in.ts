import type { IncomingMessage, ServerResponse } from "node:http";
import { headerValue } from "@plumbline/client";
import type { Target } from "@plumbline/conformance";
import type { DoctorFinding } from "@plumbline/report";
import { bindContract } from "@plumbline/schemas";
import type { OpenedTarget } from "../../targets/opened-target.ts";
import type { Instead, Standby } from "../instead.ts";
import { pairsOf } from "../pairs-of.ts";
import type { LeftOut } from "../proxy-judge.ts";
import type { Taken } from "../taken.ts";
import { AnsweredBehind } from "./answered-behind.ts";
import { reportReferenceDown } from "./behind.ts";
import { clustersIn } from "./clusters-in.ts";
import { everythingOf } from "./everything.ts";
import { type Found, finderAt } from "./found.ts";
import { Lacking } from "./lacking.ts";
import { Nowhere } from "./nowhere.ts";
import { Places } from "./places.ts";
import { readTaken } from "./read-taken.ts";
import { ReferenceBehind } from "./reference-behind.ts";
import { Vouching } from "./vouching.ts";

/** Lets a reference answer the operations that a target lacks, and reports which they were. */
export class StandIn implements Instead {
  /** Its contract has all operations, including those that the target lacks. */
  readonly #target: Target;
  readonly #find: ReturnType<typeof finderAt>;
  readonly #known: Lacking;
  readonly #places: Places;
  readonly #vouching: Vouching;
  readonly #nowhere: Nowhere;
  readonly #answered: AnsweredBehind;
  readonly #behind: ReferenceBehind;

  constructor({ target, connection }: OpenedTarget) {
    const contract = bindContract(everythingOf(target.contract.profile));
    this.#target = { ...target, contract };
    this.#find = finderAt(this.#target);
    this.#known = new Lacking(target);
    this.#places = new Places(target.fixtures);
    this.#vouching = new Vouching(target.credentials, contract.profile.tokenScheme);
    this.#nowhere = new Nowhere(this.#target, connection);
    this.#answered = new AnsweredBehind(this.#target);
    this.#behind = new ReferenceBehind(this.#target, this.#places, this.#vouching);
  }

  of({ method = "" }: IncomingMessage, url: string): Standby | undefined {
    const found = this.#find(method, url);
    if (found === undefined) return undefined;
    const { recognised } = found;
    return {
      isAbsent: this.#known.isAbsent(recognised),
      mayLack: (status) => this.#known.mayLack(recognised, status),
      serve: (request, answer) => {
        this.#answered.count(recognised, false);
        const { rawHeaders } = request;
        this.#behind
          .ask(found, { method, rawHeaders, body: request }, answer)
          .catch((error) => reportReferenceDown(answer, error));
      },
      replace: (taken, answer) =>
        this.#replace(found, taken, answer).catch((error) => {
          reportReferenceDown(answer, error);
          return true;
        }),
    };
  }

  /** Learns from an answer of the target. */
  saw(taken: Taken): void {
    const recognised = this.#find(taken.method, taken.url)?.recognised;
    if (recognised === undefined) return;
    const authorization = headerValue(pairsOf(taken.request.rawHeaders), "authorization");
    this.#vouching.hears(this.#target.contract.operation(recognised.operation), authorization, taken.status);
    if (this.#known.isCurious(recognised, taken.status))
      void readTaken(taken).then((one) => one.kind === "whole" && this.#known.hears(recognised, one.exchange));
    if (taken.status < 200 || taken.status > 299) return;
    this.#known.had(recognised);
    this.#answered.had(recognised);
    this.#places.learn(recognised);
    void clustersIn(recognised, taken).then((clusters) => this.#places.learnClusters(recognised, clusters));
  }

  get leftOut(): LeftOut {
    return this.#answered.leftOut;
  }

  get findings(): readonly DoctorFinding[] {
    return this.#answered.findings;
  }

  async close(): Promise<void> {
    this.#nowhere.close();
    await this.#behind.close();
  }

  /**
   * Answers a request in place of the target if the target lacks the operation; `false` means that the target's own
   * answer must be used.
   */
  async #replace(found: Found, taken: Taken, answer: ServerResponse): Promise<boolean> {
    const { recognised } = found;
    const { method, status, request } = taken;
    if (request.isCut) {
      this.#answered.countTooLong();
      return false;
    }
    const recorded = await readTaken(taken);
    if (recorded.kind !== "whole") return false;
    const none = status === 404 ? await this.#nowhere.like(recognised) : undefined;
    const standing = this.#known.standing(recognised, recorded.exchange, none);
    if (standing === "there") return false;
    const isWanted = (said: number): boolean => {
      if (said < 300) this.#known.found(recognised);
      // If the reference finds nothing either, only a record may be missing at the target.
      return standing === "missing" || said !== 404;
    };
    const isAnswered = await this.#behind.ask(found, { method, ...request }, answer, isWanted);
    if (isAnswered) this.#answered.count(recognised, true);
    return isAnswered;
  }
}
