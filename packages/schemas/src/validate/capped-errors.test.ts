import { createRequire } from "node:module";
import type * as ajv2020 from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../json-schema.ts";
import { MOST_OF_A_KIND } from "./capped-errors.ts";
import { createCompiler } from "./compiler.ts";
import { createValidator } from "./validator.ts";

const require = createRequire(import.meta.url);
const { Ajv2020 } = require("ajv/dist/2020.js") as typeof ajv2020;

/** Each item is a text or an object, so branches fail although the item as a whole is valid. */
const item: JsonSchema = {
  type: ["string", "object"],
  properties: { id: { type: "string", pattern: "^[a-f]+$" }, size: { type: "integer" }, kind: { type: "string" } },
  anyOf: [
    { type: "string" },
    { type: "object", properties: { kind: { const: "a" } }, required: ["kind"] },
    { type: "object", properties: { kind: { const: "b" } }, required: ["kind"] },
  ],
};
const list: JsonSchema = { type: "array", items: item };

const answers = createValidator({ answers: true });
const capped = createCompiler("answers").compile(list);
const plain = new Ajv2020({ allErrors: true, strictTypes: false, verbose: true }).compile(list);

const MANY = 3_000;
const many = (made: (at: number) => unknown): readonly unknown[] => Array.from({ length: MANY }, (_, at) => made(at));

describe("the errors of a capped validator", () => {
  it.each([
    ["no errors", [{ kind: "b" }, "text"]],
    ["one error of each kind", [{ kind: "c" }, { kind: "b", id: "X" }, { kind: "a", size: "1" }, 7]],
    ["errors in irrelevant branches", [{ kind: "b", id: "X" }, { kind: "b" }, { kind: "b", id: "Y" }, {}]],
  ])("equal those of Ajv while they are few: %s", (_, value) => {
    expect(capped(value)).toBe(plain(value));
    expect(capped.errors ?? []).toEqual(plain.errors ?? []);
  });

  it("never hide an error of another kind, in any position", () => {
    const wrongIds = many((at) => (at === MANY - 1 ? { kind: "a", id: "a", size: "1" } : { kind: "b", id: "X" }));
    const { violations, more } = answers.findings(list, wrongIds);
    const last = violations.filter(({ pointer }) => pointer === `/${MANY - 1}/size`);
    expect(last).toMatchObject([{ keyword: "type" }]);
    expect(violations.length).toBe(MOST_OF_A_KIND + 1);
    expect(more).toBe(MANY - 1 - MOST_OF_A_KIND);
  });

  it("of irrelevant branches do not use up the cap", () => {
    const value = many((at) => (at === MANY - 1 ? { kind: "c" } : { kind: "b" }));
    const { violations, more } = answers.findings(list, value);
    expect(violations.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining([`/${MANY - 1}/kind`]));
    expect(violations.every(({ pointer }) => pointer.startsWith(`/${MANY - 1}`))).toBe(true);
    expect(more).toBe(0);
    expect(answers.accepts(list, value.slice(0, -1))).toBe(true);
  });

  it("are counted beyond the cap", () => {
    const { violations, more } = answers.findings(
      list,
      many(() => 7),
    );
    expect(violations.length + more).toBe(plainErrors(many(() => 7)));
    expect(
      answers.accepts(
        list,
        many(() => 7),
      ),
    ).toBe(false);
  });
});

function plainErrors(value: unknown): number {
  plain(value);
  return plain.errors?.length ?? 0;
}
