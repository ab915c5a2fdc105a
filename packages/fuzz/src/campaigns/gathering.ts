/**
 * Collects the campaigns that start at the same moment, so that their requests are sent in one common order. Later
 * campaigns form a new group.
 */
export class Gathering<Member, Result> {
  readonly #work: (members: readonly Member[]) => Promise<readonly (Result | Error)[]>;
  #waiting: { readonly member: Member; readonly settle: (result: Result | Error) => void }[] = [];

  /** `work` returns a result for each member, in their order; an error for a campaign that itself fails. */
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
