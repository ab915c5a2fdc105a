import { member } from "@plumbline/conformance";
import { type Variables, withVariables } from "./variables.ts";

/** An answer that was saved, with the request of its item and the variables that hold there. */
export interface SavedAnswer {
  readonly answer: unknown;
  readonly request: unknown;
  readonly variables: Variables;
}

/** All saved answers of a collection, in its order; folders may hold folders. */
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
