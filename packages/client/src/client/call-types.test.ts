import type { Operation, Schema } from "@plumbline/schemas";
import { expectTypeOf, test } from "vitest";
import type { CallArguments } from "./call-types.ts";

interface Exact extends Operation {
  readonly routes: { readonly "2": { readonly method: "PATCH"; readonly path: "/groups/{groupId}/clusters/{name}" } };
  readonly query: readonly [{ readonly name: "pretty"; readonly schema: Schema<boolean> }];
  readonly body: { readonly schema: Schema<{ readonly size: number }>; readonly mediaType: "application/json" };
}

test("an exact declaration makes exact arguments", () => {
  type Call = CallArguments<Exact & { readonly standalone?: never }>;
  expectTypeOf<Call["path"]>().toEqualTypeOf<Readonly<Record<"groupId" | "name", string>>>();
  expectTypeOf<Call["query"]>().toEqualTypeOf<{ readonly pretty?: boolean } | undefined>();
  expectTypeOf<Call["body"]>().toEqualTypeOf<{ readonly size: number } | undefined>();
});

test("a version that differs may be sent its own body and query as well", () => {
  type Versioned = Exact & {
    readonly standalone?: never;
    readonly inVersion: {
      readonly "1.0": {
        readonly body: { readonly schema: Schema<string>; readonly mediaType: "application/json" };
        readonly query: readonly [{ readonly name: "old"; readonly schema: Schema<number> }];
      };
    };
  };
  expectTypeOf<CallArguments<Versioned>["body"]>().toEqualTypeOf<{ readonly size: number } | string | undefined>();
  expectTypeOf<keyof NonNullable<CallArguments<Versioned>["query"]>>().toEqualTypeOf<"pretty" | "old">();
});

test("a widened declaration leaves names and values to run time", () => {
  type Call = CallArguments<Operation>;
  expectTypeOf<Call["path"]>().toEqualTypeOf<Readonly<Record<string, string>> | undefined>();
  expectTypeOf<NonNullable<Call["query"]>[string]>().toEqualTypeOf<string | number | boolean | undefined>();
  expectTypeOf<Call["body"]>().toBeUnknown();
});
