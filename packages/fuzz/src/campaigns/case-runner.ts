import { answered, type Exchange } from "@plumbline/client";
import {
  type Ask,
  type Call,
  type Campaign,
  type Finding,
  inconclusive,
  jsonOf,
  member,
  received,
  WRITES,
  wasAccepted,
} from "@plumbline/conformance";
import { isWriteId } from "@plumbline/schemas";
import type { BaseRequests, MadeFirst } from "../asking/base-requests.ts";
import { callOfCase } from "../asking/call-of-case.ts";
import { judge, type Ruling, ruling } from "../asking/judge.ts";
import { type BodyParts, plainText } from "../cases/bodies.ts";
import { fresh, shortened } from "../cases/fresh.ts";
import { atRecord } from "../cases/negatives.ts";
import { nobodysName } from "../cases/nobodys-name.ts";
import type { CampaignScope } from "../cases/plan.ts";
import { isProven } from "../cases/proven.ts";
import { CAREFUL } from "../cases/rules.ts";
import { fixtureOf } from "../cases/subjects.ts";
import type { TestCase } from "../cases/test-case.ts";
import type { FuzzLog } from "../coverage/log.ts";
import { storable } from "../coverage/log.ts";
import type { Ear, Heard } from "../failures/ear.ts";
import {
  FAILURE_FORMAT,
  type Failure,
  fingerprintOf,
  rulePrintOf,
  severityOf,
  storedWords,
} from "../failures/failure.ts";
import { shrink } from "../failures/shrink.ts";
import type { Reach } from "../memory/reach.ts";
import type { ReadBacks } from "./read-backs.ts";
import type { Tally } from "./tally.ts";

/** The requirement of a test case. */
export interface StandParts {
  /** Id of the requirement, used for failures. */
  readonly id: string;
  readonly scope: CampaignScope;
  readonly campaign: Campaign;
  readonly seed: number;
  readonly log: FuzzLog;
  readonly parts: BodyParts;
  readonly baseRequests: BaseRequests;
  readonly tally: Tally;
  /** Receives the results of the rules about all answers. Without it, no failure belongs to these rules. */
  readonly ear?: Ear | undefined;
  readonly reach?: Reach | undefined;
  /** Reads the records that accepted writes created. */
  readonly readBacks: ReadBacks;
  readonly onAnswer: (testCase: TestCase, exchange: Exchange) => void;
}

/** Requests for shrinking one failure, and failures per campaign that are shrunk. */
const SHRINKING = 30;
const SHRUNK = 10;

/** Milliseconds before a test case without an answer is sent again. */
const PAUSES = [100, 400, 1_600] as const;

/** Sends and judges the test cases of one campaign, and keeps the tally. */
export class CaseRunner {
  readonly #own: StandParts;
  readonly #failed = new Map<string, TestCase>();
  /** Set when the campaign itself fails. */
  error: Error | undefined;

  constructor(own: StandParts) {
    this.#own = own;
  }

  /** Sends a test case if the target carries out the valid request behind it, and judges the answer. */
  async fire(testCase: TestCase): Promise<void> {
    const { baseRequests, parts, log, campaign, tally, scope, onAnswer } = this.#own;
    const base = await baseRequests.of(testCase);
    if (!base.ready) {
      if (base.refusal !== undefined && (await this.#refusesPlain(testCase, base.refusal))) return undefined;
      return this.skip(testCase, base.reason, base.business);
    }
    for (const wrong of this.#brokenBy(testCase, base.shown)) this.#fail(wrong, base.shown, base.made);
    const placed = atRecord(testCase, campaign.contract.operation(testCase.operation), base.path);
    if (placed === undefined) return this.skip(testCase, "the id of this record cannot be wrong in this way");
    const ready = renewed(placed);
    if (!isProven(ready, parts.contract)) {
      log.defects += 1;
      return this.skip(testCase, "the bytes to send do not have the stated fault");
    }
    const exchange = await this.#answered(ready, base.path);
    onAnswer(ready, exchange);
    const said = await this.#unlessBusiness(ready, exchange, ruling(ready, exchange), base.path);
    const status = answered(exchange) ? exchange.response.status : 0;
    const sign = String(member(jsonOf(exchange), "errorCode"));
    log.add({ testCase, ruling: said, status }, sign);
    this.#own.reach?.see(testCase, said, status, sign);
    for (const wrong of this.#wrongs(ready, said, exchange))
      if (this.#fail(wrong, exchange.id, base.made)) this.#failed.set(wrong.fingerprint, wrong.testCase);
    const judgement = judge(ready, said, exchange);
    // There may be only one permanent record of a kind, and a missing record may be refused for its absence: neither is
    // a gap.
    if (said.reason === "business" && CAREFUL.includes(scope.family))
      return tally.skip(testCase, judgement.kind === "inconclusive" ? judgement.reason : "");
    if (tally.add(testCase, judgement, exchange.id)) campaign.keep(exchange.id);
  }

  /** Notes a test case that decides nothing, whether or not it was sent. */
  skip(testCase: TestCase, reason: string, isBusiness = false): void {
    const { campaign, log, tally, scope } = this.#own;
    const why = campaign.redacted(reason);
    log.add({ testCase, why });
    if (isBusiness || scope.family === "lasting") tally.skip(testCase, why);
    else tally.add(testCase, inconclusive(why));
  }

  /** Whether the plain request behind a valid test case is itself refused without a reason, which is a finding. */
  async #refusesPlain(testCase: TestCase, refusal: Exchange): Promise<boolean> {
    const { scope, tally, campaign, log } = this.#own;
    const said = ruling({ aim: testCase.aim, call: {} }, refusal);
    if (testCase.aim !== "accepted" || testCase.level !== "MUST" || said.verdict !== "violates") return false;
    if (CAREFUL.includes(scope.family) && !(await this.#takesShorter(testCase))) return false;
    const plain = { expected: "2xx: the plain request is valid" };
    log.add({ testCase, why: "the target does not carry out the valid request" });
    if (tally.add(testCase, judge(plain, said, refusal), refusal.id)) campaign.keep(refusal.id);
    return true;
  }

  /**
   * A permanent record may be refused because of existing ones. If the target accepts a shorter name and nothing else
   * changed, it refused the length of the name.
   */
  async #takesShorter(testCase: TestCase): Promise<boolean> {
    const { parts } = this.#own;
    const { pathParameters } = this.#own.campaign.contract.operation(testCase.operation);
    const text = plainText(testCase.operation, parts, testCase.version);
    const shorter = text === undefined ? undefined : shortened(text);
    if (
      shorter === undefined ||
      shorter === text ||
      pathParameters.some(({ name }) => fixtureOf(parts.world, name) === undefined)
    )
      return false;
    return wasAccepted(await this.#send({ ...testCase, call: { rawBody: shorter } }, {}));
  }

  /** Notes a test case that the budget did not allow. */
  spent(testCase: TestCase, why: string): void {
    this.#own.tally.skip(testCase, why);
    this.#own.log.add({ testCase, why: `not sent: ${why}` });
  }

  /** Shrinks failures. This uses requests outside the budget, because a failure is worth them. */
  async shrinkAll(): Promise<void> {
    const { campaign, baseRequests, log } = this.#own;
    for (const [fingerprint, testCase] of [...this.#failed].slice(0, SHRUNK)) {
      if (campaign.signal.aborted) return;
      const base = await baseRequests.of(testCase);
      if (!base.ready) continue;
      const schema = campaign.contract.operation(testCase.operation, testCase.version).body?.schema;
      let evidence: string | undefined;
      const smaller = await shrink(testCase, schema, SHRINKING, async (candidate) => {
        const exchange = await this.#send(renewed(candidate), base.path);
        const wrongs = this.#wrongs(candidate, ruling(candidate, exchange), exchange);
        const fails = wrongs.some((wrong) => wrong.fingerprint === fingerprint);
        if (fails) evidence = exchange.id;
        return fails;
      });
      if (evidence !== undefined) campaign.keep(evidence);
      log.shrunk(fingerprint, {
        testCase: storable(smaller.testCase),
        shrunkIn: smaller.requests,
        ...(evidence && { evidence }),
      });
    }
  }

  /** The findings of the campaign. */
  findings(): readonly Finding[] {
    return this.#own.tally.findings();
  }

  /** The failures in an answer: one about its request, and those of the rules about all answers. */
  #wrongs(testCase: TestCase, said: Ruling, exchange: Exchange): readonly Wrong[] {
    const byRules = this.#brokenBy(testCase, exchange.id);
    if (said.verdict !== "violates") return byRules;
    const { reason } = said;
    const own = {
      rule: this.#own.id,
      reason,
      fingerprint: fingerprintOf(testCase, reason),
      testCase,
      received: received(exchange),
    };
    // A fix of a server error also fixes the other broken rules.
    return reason === "server-error" ? [own] : [own, ...byRules];
  }

  /** The rules about all answers that the answer of an exchange breaks. */
  #brokenBy(testCase: TestCase, exchange: string): readonly Wrong[] {
    const { ear, campaign } = this.#own;
    const heard = ear?.broken(exchange) ?? [];
    return heard.map((one) => wrongBy(one, testCase, (text) => campaign.redacted(text)));
  }

  /** Logs a failure; true for the first of its kind. */
  #fail({ fingerprint, rule, reason, testCase, received: got }: Wrong, evidence: string, made?: MadeFirst): boolean {
    const { log, seed, campaign } = this.#own;
    const isFirst = log.fail({
      format: FAILURE_FORMAT,
      fingerprint,
      severity: severityOf(reason),
      rule,
      reason,
      testCase: storable(testCase),
      received: campaign.redacted(got),
      evidence,
      ...(made && { made }),
      count: 1,
      seed,
    });
    if (isFirst) campaign.keep(evidence);
    if (isFirst && made !== undefined) campaign.keep(made.exchange);
    return isFirst;
  }

  /**
   * The answer to a test case. A request without an answer is repeated, so that only a target that loses it every time
   * fails.
   */
  async #answered(testCase: TestCase, path: Readonly<Record<string, string>>): Promise<Exchange> {
    let exchange = await this.#send(testCase, path);
    for (const pause of PAUSES) {
      const { response } = exchange;
      if (!("fault" in response) || response.fault === "aborted" || this.#own.campaign.signal.aborted) return exchange;
      await new Promise((resolve) => setTimeout(resolve, pause));
      exchange = await this.#send(testCase, path);
      // A timeout takes long, so two attempts are enough.
      if (isSlow(exchange)) return exchange;
    }
    return exchange;
  }

  /** There may be only one permanent record of a kind: checks whether the target now also refuses the plain request. */
  async #unlessBusiness(
    testCase: TestCase,
    exchange: Exchange,
    said: Ruling,
    path: Readonly<Record<string, string>>,
  ): Promise<Ruling> {
    if (this.#own.scope.family !== "lasting" || said.reason !== "valid-refused")
      return this.#unlessNobodys(testCase, exchange, said, path);
    const { query: _query, ...call } = testCase.call;
    const rawBody = plainText(testCase.operation, this.#own.parts, testCase.version);
    const plain = { ...call, ...(rawBody !== undefined && { rawBody }) };
    const other = await this.#send(renewed({ ...testCase, call: plain }), path);
    if (!wasAccepted(other)) return { verdict: "unspecified", reason: "business" };
    // The obstacle may have disappeared between the two requests: then the target accepts the repeated request.
    const again = await this.#send(renewed(testCase), path);
    if (wasAccepted(again)) return { verdict: "conforms", reason: "accepted" };
    if (!isWriteId(testCase.operation) || WRITES[testCase.operation].effect.kind !== "starts") return said;
    // A target may run only one such process at a time, and the plain request has just started it: then the target
    // refuses a second plain request in the same way.
    const second = await this.#send(renewed({ ...testCase, call: plain }), path);
    return !wasAccepted(second) && signOf(second) === signOf(exchange)
      ? { verdict: "unspecified", reason: "business" }
      : said;
  }

  /**
   * The description does not say how the target answers for a missing name, which may look like the answer for an
   * invalid one. A missing name far from every edge decides: if it gets the same answer, the target did not refuse the
   * form of the name.
   */
  async #unlessNobodys(
    testCase: TestCase,
    exchange: Exchange,
    said: Ruling,
    path: Readonly<Record<string, string>>,
  ): Promise<Ruling> {
    const isRefused = said.reason === "valid-refused" || said.reason === "business";
    if (testCase.elsewhere !== true || !isRefused) return said;
    if (this.#own.scope.family === "removals") return this.#unlessRefusedPlain(testCase, exchange, said, path);
    const { pathParameters } = this.#own.campaign.contract.operation(testCase.operation);
    const names = pathParameters.flatMap(({ name, schema }) => {
      const nobody = Object.hasOwn(testCase.call.path ?? {}, name) ? nobodysName(schema) : undefined;
      return nobody === undefined ? [] : [[name, nobody] as const];
    });
    const other = await this.#send({ ...testCase, call: { ...testCase.call, path: Object.fromEntries(names) } }, path);
    return names.length > 0 && signOf(other) === signOf(exchange) ? { verdict: "conforms", reason: "absent" } : said;
  }

  /**
   * A missing record is always refused. If the request without its query gets the same answer, the target did not
   * refuse the query.
   */
  async #unlessRefusedPlain(
    testCase: TestCase,
    exchange: Exchange,
    said: Ruling,
    path: Readonly<Record<string, string>>,
  ): Promise<Ruling> {
    const { query: _query, ...plain } = testCase.call;
    const other = await this.#send({ ...testCase, call: plain }, path);
    return signOf(other) === signOf(exchange) ? { verdict: "conforms", reason: "absent" } : said;
  }

  #send(testCase: TestCase, path: Readonly<Record<string, string>>): Promise<Exchange> {
    const { campaign } = this.#own;
    const { operation, call } = testCase;
    const ask: Ask = campaign.ask;
    const whole = call.path === undefined ? path : { ...path, ...call.path };
    const sent = callOfCase(testCase, whole);
    // Reads, which are most requests of a campaign, create nothing that must be deleted.
    return isWriteId(operation) ? this.#givenBack(testCase, sent) : ask(sent);
  }

  async #givenBack({ aim }: TestCase, call: Call): Promise<Exchange> {
    const { campaign, readBacks } = this.#own;
    const exchange = await campaign.ask(call);
    if (aim === "accepted") await readBacks.after(call, exchange, campaign.ask);
    await campaign.giveBack(exchange);
    return exchange;
  }
}

/** Characters of the received text of a rule, which may quote the target. */
const QUOTED = 1_000;

/** A failure that one answer shows. */
interface Wrong extends Pick<Failure, "fingerprint" | "rule" | "reason" | "received"> {
  readonly testCase: TestCase;
}

function wrongBy({ rule, broken }: Heard, testCase: TestCase, redacted: (text: string) => string): Wrong {
  const expected = storedWords(redacted(broken.expected));
  return {
    rule,
    reason: "rule-broken",
    fingerprint: rulePrintOf(rule, testCase.operation, expected),
    testCase: { ...testCase, expected },
    received: redacted(broken.received).slice(0, QUOTED),
  };
}

const isSlow = ({ response }: Exchange): boolean => "fault" in response && response.fault.endsWith("-timeout");

/** The kind of a refusal: status and error code. */
const signOf = (exchange: Exchange): string =>
  `${answered(exchange) ? exchange.response.status : 0} ${String(member(jsonOf(exchange), "errorCode"))}`;

function renewed(testCase: TestCase): TestCase {
  const { rawBody } = testCase.call;
  return rawBody === undefined ? testCase : { ...testCase, call: { ...testCase.call, rawBody: fresh(rawBody) } };
}
