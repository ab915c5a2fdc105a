import { BodyReader, ContentDecoder } from "@plumbline/client";
import {
  type JournalEntry,
  jsonBounds,
  type Missed,
  type Passing,
  requirements,
  type Selection,
  type Target,
  TrafficJudge,
} from "@plumbline/conformance";
import type { DoctorFinding, Report } from "@plumbline/report";
import { bindContract, type Profile } from "@plumbline/schemas";
import { trafficFindings } from "../traffic/traffic-findings.ts";
import { wordsOf } from "./crossing.ts";
import { HarRecording, RECORDING_FAULT } from "./har-recording.ts";
import { LOSSES } from "./loss.ts";
import type { Taken } from "./taken.ts";
import { decodedBody, takenExchange, wholeExchange } from "./taken-exchange.ts";

/** Limit in bytes of a decoded body; a larger one is not judged. */
const MOST = 32 * 2 ** 20;

/**
 * The settings of the judging, in a form that another thread can receive: that thread binds the contract again from its
 * profile.
 */
export interface Commission {
  readonly target: Omit<Target, "contract" | "advanceClock">;
  readonly profile: Profile;
  readonly selection: Selection;
  readonly command: string;
  readonly toolVersion: string;
  readonly runId: string;
  /** The folder of the recording. */
  readonly record?: string;
}

/** Exchanges that were left out before they could be judged: how many for each reason. */
export type LeftOut = ReadonlyMap<string, number>;

/** How far the judging has come. */
export interface Progress {
  readonly passed: Readonly<Record<Passing, number>>;
  readonly broken: number;
}

/** Judges the exchanges of a proxy one after the other, and records them if asked to. */
export class ProxyJudge {
  readonly #judge: TrafficJudge;
  readonly #recording: HarRecording | undefined;
  readonly #decoder = new ContentDecoder();
  readonly #reader: BodyReader;
  readonly #partial = new Map<string, number>();
  #count = 0;
  #unrecorded = 0;

  /** `tell` receives the journal entries. */
  constructor({ target: known, profile, record, ...how }: Commission, tell: (entry: JournalEntry) => void) {
    const target: Target = { ...known, contract: bindContract(profile) };
    this.#reader = new BodyReader(jsonBounds(target.contract));
    this.#judge = new TrafficJudge(target, { ...how, requirements, journal: { append: tell } });
    this.#recording = record === undefined ? undefined : new HarRecording(record, target);
  }

  get progress(): Progress {
    return { passed: this.#judge.passed, broken: this.#judge.broken };
  }

  /** Records an exchange and judges it. If Plumbline itself fails at one, it is counted and the next one is judged. */
  async look(taken: Taken): Promise<void> {
    this.#count += 1;
    const id = String(this.#count);
    try {
      const bytes = await decodedBody(taken, this.#decoder, MOST);
      if ("why" in bytes) {
        this.#unrecorded += 1;
        this.#leaveOut(bytes.why, taken);
        return;
      }
      this.#recording?.add(wholeExchange(taken, id, bytes), bytes);
      if (taken.isUnjudged) return;
      const recorded = takenExchange(taken, id, bytes, this.#reader);
      if (recorded.kind === "whole") this.#judge.see(recorded.exchange);
      else this.#leaveOut(recorded.why, taken);
    } catch (error) {
      // Any other part of the exchange may have caused the failure.
      const { method, url, startedAt, milliseconds } = taken;
      this.#leaveOut(`${LOSSES.proxy}: ${wordsOf(error)}`, { method, url, startedAt, milliseconds });
    }
  }

  /** Notes a request without a known answer. */
  miss(missed: Missed): void {
    this.#judge.miss(missed);
  }

  /** Writes the buffered part of the recording. */
  flush(): void {
    this.#recording?.flush();
  }

  /** Ends the judging with the report; `findings` are further facts about the traffic. */
  async finish(leftOut: LeftOut, findings: readonly DoctorFinding[] = []): Promise<Report> {
    this.#recording?.close();
    await this.#recording?.mask();
    const all = new Map([...this.#partial, ...leftOut]);
    return this.#judge.finish([...trafficFindings(this.#judge, all), ...findings, ...this.#aboutRecording()]);
  }

  #aboutRecording(): readonly DoctorFinding[] {
    if (this.#recording === undefined) return [];
    const { failure } = this.#recording;
    if (failure !== undefined) return [{ subject: RECORDING_FAULT, state: "problem", text: failure }];
    if (this.#unrecorded === 0) return [];
    const text = `${this.#unrecorded === 1 ? "1 exchange is" : `${this.#unrecorded} exchanges are`} not in the recording, because the body could not be kept or decoded`;
    return [{ subject: RECORDING_FAULT, state: "advice", text }];
  }

  #leaveOut(why: string, taken: Missed): void {
    this.#judge.miss(taken);
    this.#partial.set(why, (this.#partial.get(why) ?? 0) + 1);
  }
}
