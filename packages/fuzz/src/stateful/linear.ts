import { type Model, next, type Rules } from "./model.ts";
import { type Answer, type Step, sameAnswer } from "./step.ts";

/** A step that was sent concurrently with others, with its answer. */
export interface Released {
  readonly step: Step;
  readonly answer: Answer;
}

/**
 * The models that result from those orders of the steps that explain all answers; empty when no order does. Two or
 * three steps have two or six orders.
 */
export function explanations(model: Model, released: readonly Released[], rules: Rules): readonly Model[] {
  if (released.length === 0) return [model];
  return released.flatMap((first, index) => {
    const after = next(model, first.step, rules);
    if (!sameAnswer(after.answer, first.answer)) return [];
    return explanations(after.model, released.toSpliced(index, 1), rules);
  });
}
