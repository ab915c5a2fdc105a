import type { Answer, Fields, Step } from "./step.ts";

/**
 * The state that a server must have by the rules: the fields of each created record in order, `undefined` for deleted
 * ones.
 */
export interface Model {
  readonly records: readonly (Fields | undefined)[];
}
/** The state before the first create. */
export const EMPTY: Model = { records: [] };

/** The effects of a kind's variants and switches on the fields of a record. */
export interface Rules {
  readonly variant: (number: number) => Fields;
  /** The fields of a record after it is switched on or off; `undefined` when the kind has no switch. */
  readonly switched?: (fields: Fields, on: boolean) => Fields;
  /** Set when an existing record prevents the next create. */
  readonly exclusive?: true;
}

/**
 * The index of the record of a step, counted from the newest, so that steps work on the same records; `undefined`
 * before the first create.
 */
export function recordOf({ records }: Model, of: number): number | undefined {
  return records.length === 0 ? undefined : records.length - 1 - (of % records.length);
}

/** The state rules as a function: the required answer, and the state after it. */
export function next(model: Model, step: Step, rules: Rules): { readonly model: Model; readonly answer: Answer } {
  if (step.do === "create") {
    if (rules.exclusive === true && model.records.some((fields) => fields !== undefined))
      return { model, answer: { taken: false } };
    const fields = rules.variant(step.variant);
    return { model: { records: [...model.records, fields] }, answer: { taken: true, fields } };
  }
  const index = recordOf(model, step.of);
  const fields = index === undefined ? undefined : model.records[index];
  if (index === undefined || fields === undefined) return { model, answer: { taken: false } };
  const put = (changed: Fields | undefined): Model => ({ records: model.records.with(index, changed) });
  switch (step.do) {
    case "read":
      return { model, answer: { taken: true, fields } };
    case "update": {
      const changed = rules.variant(step.variant);
      return { model: put(changed), answer: { taken: true, fields: changed } };
    }
    case "refused":
      return { model, answer: { taken: false } };
    case "toggle": {
      const changed = rules.switched?.(fields, step.on) ?? fields;
      return { model: put(changed), answer: { taken: true, fields: changed } };
    }
    case "remove":
      return { model: put(undefined), answer: { taken: true } };
    default:
      return step satisfies never;
  }
}
