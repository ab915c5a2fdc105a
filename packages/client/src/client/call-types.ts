import type { Operation, Static } from "@plumbline/schemas";

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type PathIn<R> = R extends { readonly path: infer Path extends string } ? Path : never;
type PathOf<O extends Operation> = PathIn<O["routes"][keyof O["routes"]] | O["standalone"]>;
type QueryOf<O extends Operation> = { readonly [P in O["query"][number] as P["name"]]?: ValueOf<P["schema"]> };
type ValueOf<S> = unknown extends Static<S> ? string | number | boolean : Static<S>;
type BodyOf<O extends Operation> = O extends { readonly body: { readonly schema: infer S } } ? Static<S> : unknown;

/** How an operation is called, apart from what it is called with. */
export interface CallSettings {
  /** "1.0" or "2". @default the client's version, or else the newest that has the operation */
  readonly version?: "1.0" | "2";
  readonly signal?: AbortSignal;
}

/**
 * Arguments of one operation, read off its declaration: they are as exact as the declaration's own type, so a catalogue
 * that widens its entries to `Operation` leaves names and values to be checked when the call is made.
 */
export type CallArguments<O extends Operation> = CallSettings & {
  readonly query?: QueryOf<O>;
  /** In the neutral words of the contract; the profile's names are put in on the way out. */
  readonly body?: BodyOf<O>;
} & (string extends PathOf<O>
    ? { readonly path?: Readonly<Record<string, string>> }
    : [Names<PathOf<O>>] extends [never]
      ? { readonly path?: Readonly<Record<string, never>> }
      : { readonly path: Readonly<Record<Names<PathOf<O>>, string>> });
