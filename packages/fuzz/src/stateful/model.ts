import type { Answer, Fields, Step } from "./step.ts";

/** What the rules say that a server holds: the fields of each record made, in order; removed ones are `undefined`. */
export interface Model {
  readonly records: readonly (Fields | undefined)[];
}
/** Nothing was made yet. */
export const EMPTY: Model = { records: [] };

/** What a kind's variants and switches mean for the fields of a record. */
export interface Rules {
  readonly variant: (number: number) => Fields;
  /** The fields of a record that is switched on or off; undefined when the kind has no switch. */
  readonly switched?: (fields: Fields, on: boolean) => Fields;
  /** Set when a record keeps the next one from being made. */
  readonly exclusive?: true;
}

/** Which record a step is about, counted from the newest, so that steps meet; undefined before the first is made. */
export function recordOf({ records }: Model, of: number): number | undefined {
  return records.length === 0 ? undefined : records.length - 1 - (of % records.length);
}

/** The rules of the states, as a function: what must be answered, and what the server holds then. */
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
