/** How long a run has gone on, told every second: the server has nothing to say while it waits. */
export class Clock {
  readonly #tell: (milliseconds: number) => void;
  #began = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor(tell: (milliseconds: number) => void) {
    this.#tell = tell;
  }

  /** Starts where a run goes on, and stops where none does. */
  show(run: { readonly milliseconds: number } | undefined): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    if (run === undefined) return;
    this.set(run.milliseconds);
    this.#ticking = setInterval(() => this.#tell(performance.now() - this.#began), 1_000);
  }

  /** Takes what the server says for the time by now. */
  set(milliseconds: number): void {
    this.#began = performance.now() - milliseconds;
    this.#tell(milliseconds);
  }
}
