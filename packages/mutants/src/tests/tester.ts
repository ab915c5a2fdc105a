import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import type { Finding } from "../finding.ts";
import type { SourceFile } from "../instrument.ts";
import type { Hits } from "../switch.ts";
import type {} from "./provided.ts";

const SETUP = fileURLToPath(new URL("./setup.js", import.meta.url));

/**
 * Instrumented code is ten times as slow. With a shorter limit, tests of the growth of run time would end too early.
 */
const LONGEST_TEST = 60_000;

/** The instrumented package to test. */
export interface Tested {
  readonly folder: string;
  /** A file that contains the instrumented sources. */
  readonly texts: string;
}

/** One run of tests, with at most one active mutant. */
export interface TestRun {
  /** Paths below `src`. */
  readonly tests: readonly string[];
  /** The key of the active mutant; empty for none. */
  readonly mutant: string;
  readonly most: number;
}

/** Runs test files of one package repeatedly, with the instrumented sources in place of its own. */
export class Tester {
  readonly #tested: Tested;
  #vitest: Promise<Vitest> | undefined;

  constructor(tested: Tested) {
    this.#tested = tested;
  }

  /** How often each test file reaches each mutant while none is active; `undefined` for one that does not pass. */
  async reach(tests: readonly string[]): Promise<Readonly<Record<string, Hits | undefined>>> {
    const { modules, errors } = await this.#run({ tests, mutant: "", most: 0 });
    const found = modules.map((module) => {
      const isGreen = errors.length === 0 && module.state() === "passed";
      return [this.#below(module.moduleId), isGreen ? (module.meta().reached ?? {}) : undefined] as const;
    });
    return Object.fromEntries(found);
  }

  /** The result of the tests with one active mutant. */
  async judge(run: TestRun): Promise<Finding> {
    const { modules, errors } = await this.#run(run);
    for (const module of modules) {
      const [failed] = module.children.allTests("failed");
      if (failed !== undefined) return { kind: "killed", by: `${this.#below(module.moduleId)} > ${failed.fullName}` };
      if (module.state() === "failed") return { kind: "killed", by: this.#below(module.moduleId) };
    }
    if (errors.length > 0) return { kind: "killed", by: "an error that no test handled" };
    return { kind: "survived" };
  }

  async #run({ tests, mutant, most }: TestRun): Promise<{
    readonly modules: readonly TestModule[];
    readonly errors: readonly unknown[];
  }> {
    this.#vitest ??= this.#start();
    const vitest = await this.#vitest;
    vitest.provide("mutant", mutant);
    vitest.provide("most", most);
    const wanted = new Set(tests.map((test) => join(this.#tested.folder, "src", test)));
    const all = await vitest.globTestSpecifications();
    const own = all.filter(({ moduleId }) => wanted.has(moduleId));
    vitest.state.clearErrors();
    // Failures of an earlier run would count towards `bail` and be reported again.
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(own);
    return { modules: testModules, errors: unhandledErrors };
  }

  async #start(): Promise<Vitest> {
    const { folder, texts } = this.#tested;
    const read: unknown = JSON.parse(readFileSync(texts, "utf8"));
    const files = new Map((read as readonly SourceFile[]).map(({ file, text }) => [file, text]));
    const src = join(folder, "src");
    return createVitest(
      "test",
      {
        root: folder,
        watch: false,
        pool: "threads",
        isolate: true,
        maxWorkers: 1,
        bail: 1,
        // A test that fails once on a busy machine shows nothing about the mutant.
        retry: 1,
        testTimeout: LONGEST_TEST,
        silent: true,
        reporters: [{}],
        setupFiles: [SETUP],
      },
      {
        plugins: [
          {
            name: "instrumented",
            enforce: "pre",
            load: (id) => files.get(relative(src, id).split(sep).join("/")) ?? null,
          },
        ],
      },
    );
  }

  #below(path: string): string {
    return relative(join(this.#tested.folder, "src"), path).split(sep).join("/");
  }
}
