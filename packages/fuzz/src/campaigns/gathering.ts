/**
 * Brings together the campaigns that begin at the same moment, so that they are worked off in one order. Those that come
 * later are gathered anew.
 */
export class Gathering<Member, Result> {
  readonly #work: (members: readonly Member[]) => Promise<readonly (Result | Error)[]>;
  #waiting: { readonly member: Member; readonly settle: (result: Result | Error) => void }[] = [];

  /** `work` gives a result for each member, in their order; an error where that one's campaign is broken. */
  constructor(work: (members: readonly Member[]) => Promise<readonly (Result | Error)[]>) {
    this.#work = work;
  }

  async join(member: Member): Promise<Result> {
    if (this.#waiting.length === 0) setImmediate(() => void this.#begin());
    const result = await new Promise<Result | Error>((settle) => this.#waiting.push({ member, settle }));
    if (result instanceof Error) throw result;
    return result;
  }

  async #begin(): Promise<void> {
    const gathered = this.#waiting;
    this.#waiting = [];
    const results = await this.#work(gathered.map(({ member }) => member)).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    for (const [index, { settle }] of gathered.entries())
      settle(results instanceof Error ? results : (results[index] ?? new Error("a campaign has no result")));
  }
}
