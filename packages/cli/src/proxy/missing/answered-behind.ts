import { adviceOn, type Recognised, type Subject, type Target } from "@plumbline/conformance";
import type { DoctorFinding } from "@plumbline/report";
import type { LeftOut } from "../proxy-judge.ts";

/** Counts the requests that the reference answered in place of a target, for the report. */
export class AnsweredBehind {
  /** Its contract has all operations, including those that the target lacks. */
  readonly #target: Target;
  readonly #times = new Map<string, number>();
  readonly #found = new Map<string, Subject>();
  #tooLong = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** @param isFound the proxy found out that the target lacks the operation; the target file does not say so */
  count(recognised: Recognised, isFound: boolean): void {
    const { operation: id, route } = recognised;
    this.#times.set(id, (this.#times.get(id) ?? 0) + 1);
    if (!isFound) return;
    const operation = this.#target.contract.operation(id, route.version);
    this.#found.set(keyOf(recognised), { operation, version: route.version });
  }

  /** Counts a request that could not be sent to the reference, because it was longer than the part that was kept. */
  countTooLong(): void {
    this.#tooLong += 1;
  }

  /** Notes that the target has the operation after all. */
  had(recognised: Recognised): void {
    this.#found.delete(keyOf(recognised));
  }

  /** The exchanges that are not judged; the operations with most answers come first. */
  get leftOut(): LeftOut {
    const all = [...this.#times].toSorted(([, one], [, other]) => other - one);
    const count = all.reduce((sum, [, times]) => sum + times, 0);
    const named = all.map(([id, times]) => `${id} (${times})`).join(", ");
    return new Map([
      ...(count === 0
        ? []
        : [[`the reference answered these operations, and the proxy did not judge them: ${named}`, count] as const]),
      ...(this.#tooLong === 0 ? [] : [[TOO_LONG, this.#tooLong] as const]),
    ]);
  }

  get findings(): readonly DoctorFinding[] {
    const found = [...this.#found.values()];
    return found.length === 0 ? [] : [{ subject: "traffic", state: "advice", text: adviceOn(found, this.#target) }];
  }
}

const TOO_LONG = "the reference did not answer it, because the request was too long to send again";
const keyOf = ({ operation, route }: Recognised): string => `${operation}/${route.version}`;
