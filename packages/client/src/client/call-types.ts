import type { Operation, Parameter, Static } from "@plumbline/schemas";

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type PathIn<R> = R extends { readonly path: infer Path extends string } ? Path : never;
type PathOf<O extends Operation> = PathIn<O["routes"][keyof O["routes"]] | O["standalone"]>;
/** The forms of an operation: its own, and those of versions that differ. */
type FormsOf<O> = O | (O extends { readonly inVersion: infer Versions } ? Versions[keyof Versions] : never);
type ParameterIn<F> = F extends { readonly query: readonly (infer P extends Parameter)[] } ? P : never;
type QueryOf<O extends Operation> = { readonly [P in ParameterIn<FormsOf<O>> as P["name"]]?: ValueOf<P["schema"]> };
type ValueOf<S> = unknown extends Static<S> ? string | number | boolean : Static<S>;
type BodyIn<F> = F extends { readonly body: { readonly schema: infer S } } ? Static<S> : never;
type BodyOf<O extends Operation> = [BodyIn<FormsOf<O>>] extends [never] ? unknown : BodyIn<FormsOf<O>>;

/** Settings of a call, apart from its arguments. */
export interface CallSettings {
  /** "1.0" or "2". @default the client's version, or else the newest that has the operation */
  readonly version?: "1.0" | "2";
  readonly signal?: AbortSignal;
}

/**
 * Arguments of one operation, derived from the type of its declaration. If a catalogue widens its entries to
 * `Operation`, the client checks names and values only when the call is made.
 */
export type CallArguments<O extends Operation> = CallSettings & {
  readonly query?: QueryOf<O>;
  /** In the neutral names of the contract; the client replaces them with the profile's names before it sends. */
  readonly body?: BodyOf<O>;
} & (string extends PathOf<O>
    ? { readonly path?: Readonly<Record<string, string>> }
    : [Names<PathOf<O>>] extends [never]
      ? { readonly path?: Readonly<Record<string, never>> }
      : { readonly path: Readonly<Record<Names<PathOf<O>>, string>> });
