import { member } from "@plumbline/conformance";
import { type Variables, withVariables } from "./variables.ts";

/** A saved answer, with the request of its item and the variables that apply to it. */
export interface SavedAnswer {
  readonly answer: unknown;
  readonly request: unknown;
  readonly variables: Variables;
}

/** All saved answers of a collection, in order; folders may be nested. */
export function* savedAnswers(collection: unknown): Generator<SavedAnswer> {
  const open: { readonly item: unknown; readonly variables: Variables }[] = [
    { item: collection, variables: new Map() },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { item, variables: outer } = next;
    const variables = withVariables(outer, member(item, "variable"));
    const request = member(item, "request");
    for (const answer of listOf(member(item, "response"))) yield { answer, request, variables };
    for (const inner of listOf(member(item, "item")).toReversed()) open.push({ item: inner, variables });
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
