/** Shows the duration of a run and updates it every second, because the server sends nothing while it waits. */
export class Clock {
  readonly #tell: (milliseconds: number) => void;
  #began = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor(tell: (milliseconds: number) => void) {
    this.#tell = tell;
  }

  /** Starts for a running run, and stops for `undefined`. */
  show(run: { readonly milliseconds: number } | undefined): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    if (run === undefined) return;
    this.set(run.milliseconds);
    this.#ticking = setInterval(() => this.#tell(performance.now() - this.#began), 1_000);
  }

  /** Sets the duration to the server's value, in milliseconds. */
  set(milliseconds: number): void {
    this.#began = performance.now() - milliseconds;
    this.#tell(milliseconds);
  }
}
