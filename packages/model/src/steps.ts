import { agree } from "./json.ts";
import { type Asked, isSameView, type Moment } from "./observation.ts";

/** Milliseconds after which another value proves nothing, because the member may have moved meanwhile. */
const APART = 10_000;

/** A value of a moving member, as a read showed it. */
interface Step {
  readonly value: unknown;
  readonly view: Asked;
  readonly moment: Moment;
}

/** A member for which two views show different values at nearly the same time. */
export interface Disagreement {
  readonly name: string;
  readonly value: unknown;
  readonly known: Step;
}

/**
 * The last shown values of one record's moving members. One view may show another value later. Two views that keep
 * differing, each with a constant value, contradict each other.
 */
export class Steps {
  readonly #known = new Map<string, Step>();
  /** Whether a view has shown another value of a member than before, since the last call of `takeMoved`. */
  #moved = false;

  /**
   * The members in which a read differs from another view. `isWritten` says whether a write may lie between the read
   * and a moment.
   */
  see(
    values: ReadonlyMap<string, unknown>,
    view: Asked,
    moment: Moment,
    isWritten: (before: Moment) => boolean,
  ): readonly Disagreement[] {
    return [...values].flatMap(([name, value]) => {
      const known = this.#known.get(name);
      const isSame = known !== undefined && agree(known.value, value);
      const isAnother = known !== undefined && !isSameView(known.view, view);
      if (isSame && isAnother) return [];
      if (known !== undefined && !isSame && isAnother && isNear(known.moment, moment) && !isWritten(known.moment))
        return [{ name, value, known }];
      if (known !== undefined && !isSame) this.#moved = true;
      this.#known.set(name, { value, view, moment });
      return [];
    });
  }

  /** Whether a member has moved since the last call. */
  takeMoved(): boolean {
    const moved = this.#moved;
    this.#moved = false;
    return moved;
  }
}

const isNear = (one: Moment, other: Moment): boolean =>
  other.began - one.ended < APART && one.began - other.ended < APART;
