import { adviceOn, type Recognised, type Subject, type Target } from "@plumbline/conformance";
import type { DoctorFinding } from "@plumbline/report";
import type { LeftOut } from "../desk.ts";

/** What the reference answered in place of a target, as the report tells it. */
export class AnsweredBehind {
  /** With all operations, whatever it has. */
  readonly #target: Target;
  readonly #times = new Map<string, number>();
  readonly #found = new Map<string, Subject>();
  #tooLong = 0;

  constructor(target: Target) {
    this.#target = target;
  }

  /** @param isFound that the target does not have it was found out, and not said */
  count(recognised: Recognised, isFound: boolean): void {
    const { operation: id, route } = recognised;
    this.#times.set(id, (this.#times.get(id) ?? 0) + 1);
    if (!isFound) return;
    const operation = this.#target.contract.operation(id, route.version);
    this.#found.set(keyOf(recognised), { operation, version: route.version });
  }

  /** Counts what could not be answered, as more was sent than was kept. */
  countTooLong(): void {
    this.#tooLong += 1;
  }

  /** Hears that the target has an operation after all. */
  had(recognised: Recognised): void {
    this.#found.delete(keyOf(recognised));
  }

  /** What nobody judges, with the operations that were answered most first. */
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
