import { agree } from "./json.ts";
import { type Asked, isSameView, type Moment } from "./observation.ts";

/** Milliseconds after which another value says nothing: the member may have moved on meanwhile. */
const APART = 10_000;

/** A value that a read showed of a member which may move. */
interface Step {
  readonly value: unknown;
  readonly view: Asked;
  readonly moment: Moment;
}

/** A member of which two views show different values at nearly one time. */
export interface Disagreement {
  readonly name: string;
  readonly value: unknown;
  readonly known: Step;
}

/**
 * What one record last showed of members that move on by themselves: one view may show another value later; two views that go
 * on to differ, each by itself the same, contradict each other.
 */
export class Steps {
  readonly #known = new Map<string, Step>();
  /** A view has shown another value of a member than before, since this was last asked. */
  #moved = false;

  /** Where a read differs from another view; `isWritten` says whether a write may lie between it and a moment. */
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

  /** Whether something has moved since this was asked last. */
  takeMoved(): boolean {
    const moved = this.#moved;
    this.#moved = false;
    return moved;
  }
}

const isNear = (one: Moment, other: Moment): boolean =>
  other.began - one.ended < APART && one.began - other.ended < APART;
