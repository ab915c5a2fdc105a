import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import type { JsonSchema } from "../json-schema.ts";
import { singleViolations } from "../mutants.test-support.ts";
import { neutral } from "../profiles/neutral.ts";
import { MOST_OF_A_KIND } from "../validate/capped-errors.ts";
import { createCompiler } from "../validate/compiler.ts";
import { loadValidator, validatorFile } from "../validate/precompiled.ts";
import type { Mode } from "../validate/support.ts";
import { violation } from "../validate/violation.ts";
import { BUNDLED_PROFILES } from "./outputs.ts";
import { validators } from "./validators.ts";
import { writeFiles } from "./write-files.ts";

const load = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "plumbline-validators-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("validators compiled ahead of time", () => {
  const files = validators();
  writeFiles(folder, files);

  it("require only modules that the package provides", () => {
    const asked = [...files.values()].flatMap((code) =>
      [...code.matchAll(/require\("([^"]+)"\)/g)].map((found) => found[1]),
    );
    expect([...new Set(asked)].sort()).toEqual(["ajv/dist/runtime/ucs2length", "boundedRegExp", "formats"]);
  });

  it("contain only the error fields that the package reads", () => {
    for (const [path, code] of files) expect(code.match(/parentSchema|schemaPath|"examples"|"x-/g), path).toBe(null);
  });

  it("cap the errors of each kind, and still refuse a value with more", () => {
    const results = bindContract(neutral).operation("listAlerts", "2").result;
    if (!("schema" in results)) throw new Error("expected the schema of a list");
    const ahead = loadValidator(
      load(join(folder, `validators/${validatorFile(results.schema, "answers")}`)),
      "answers",
    );
    for (const check of [ahead, createCompiler("answers").compile(results.schema)]) {
      const wrong = { results: Array.from({ length: 100_000 }, () => ({ id: 1 })), totalCount: 100_000 };
      expect(check(wrong)).toBe(false);
      expect(check.errors?.length).toBe(MOST_OF_A_KIND);
      expect(check({ results: [], totalCount: 0 })).toBe(true);
      expect(check({ results: [{}], totalCount: 0 })).toBe(false);
      expect(check.errors?.length).toBeLessThan(MOST_OF_A_KIND);
    }
  });

  it.each(BUNDLED_PROFILES)(
    "give the same verdicts as validators compiled at run time, under profile $name",
    (profile) => {
      const compilers = { requests: createCompiler("requests"), answers: createCompiler("answers") };
      const judged = new Set<JsonSchema>();
      const compare = (schema: JsonSchema, mode: Mode): void => {
        if (judged.has(schema)) return;
        judged.add(schema);
        const path = `validators/${validatorFile(schema, mode)}`;
        expect([...files.keys()]).toContain(path);
        const [ahead, now] = [loadValidator(load(join(folder, path)), mode), compilers[mode].compile(schema)];
        const mutants = [...singleViolations(schema, exampleOf(schema))].filter((_, index) => index % 5 === 0);
        for (const value of [exampleOf(schema), ...mutants.map((mutant) => mutant.value)]) {
          expect(ahead(value)).toBe(now(value));
          expect((ahead.errors ?? []).map(violation)).toEqual((now.errors ?? []).map(violation));
        }
      };
      for (const { body, result } of bindContract(profile).operations.flatMap(({ routes }) => routes)) {
        if (body) compare(body.schema, "requests");
        if (result && "schema" in result) compare(result.schema, "answers");
      }
      expect(judged.size).toBeGreaterThan(40);
    },
  );
});
