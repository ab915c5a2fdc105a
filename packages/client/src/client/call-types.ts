import type { Operation, Parameter, Static } from "@plumbline/schemas";

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type PathIn<R> = R extends { readonly path: infer Path extends string } ? Path : never;
type PathOf<O extends Operation> = PathIn<O["routes"][keyof O["routes"]] | O["standalone"]>;
/** The forms of an operation: its own and those of the versions that differ. */
type FormsOf<O> = O | (O extends { readonly inVersion: infer Versions } ? Versions[keyof Versions] : never);
type ParameterIn<F> = F extends { readonly query: readonly (infer P extends Parameter)[] } ? P : never;
type QueryOf<O extends Operation> = { readonly [P in ParameterIn<FormsOf<O>> as P["name"]]?: ValueOf<P["schema"]> };
type ValueOf<S> = unknown extends Static<S> ? string | number | boolean : Static<S>;
type BodyIn<F> = F extends { readonly body: { readonly schema: infer S } } ? Static<S> : never;
type BodyOf<O extends Operation> = [BodyIn<FormsOf<O>>] extends [never] ? unknown : BodyIn<FormsOf<O>>;

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
