import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { bindContract } from "../bind.ts";
import { exampleOf } from "../example.ts";
import { singleViolations } from "../mutants.test-support.ts";
import { neutral } from "../profiles/neutral.ts";
import { openApiDocument } from "./openapi.ts";
import { BUNDLED_PROFILES, outputs } from "./outputs.ts";
import { plain } from "./plain.ts";

/* Uses the exported files in other languages: patterns have the same meaning there, and the examples work. */

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumbline-languages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runs = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;
const python = runs("python3", "-c", "import json");
const java = runs("java", "--version");
const word = (there: boolean, program: string): string => (there ? "" : ` (skipped: there is no ${program} here)`);

/** Every pattern in the exported files. */
const patterns = [
  ...new Set(
    [...outputs().values()].flatMap((text) =>
      [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, literal = '""']) => String(JSON.parse(literal))),
    ),
  ),
];

/** Texts of valid and invalid bodies, and texts that a language may interpret differently. */
function texts(): readonly string[] {
  const found = new Set([
    "",
    "\n",
    "Cluster0\n",
    "Cluster0\r",
    "Cluster0\u2028",
    "a\nb",
    "1.2.3\n",
    "\u0661.\u0662.\u0663",
    "1.2.3",
  ]);
  const gather = (value: unknown): void => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(gather);
  };
  for (const profile of BUNDLED_PROFILES)
    for (const { routes } of bindContract(profile).operations)
      for (const { body } of routes) {
        if (body === undefined) continue;
        const example = exampleOf(body.schema);
        gather(example);
        for (const { value, keyword } of singleViolations(body.schema, example))
          if (["pattern", "minLength", "maxLength"].includes(keyword)) gather(value);
      }
  for (const id of ["32b6e34b3d91647abb20e7b8", "Cluster0"])
    for (const letter of ["\n", " ", "\u00e9", "\u{1f600}", "-", "\\", "$"]) {
      found
        .add(id + letter)
        .add(letter + id)
        .add(id.slice(0, -1) + letter);
    }
  return [...found];
}

const pairs = patterns.flatMap((pattern) => texts().map((text) => ({ pattern, text })));
const here = pairs.map(({ pattern, text }) => new RegExp(pattern, "u").test(text));

describe("patterns in other languages", () => {
  it("are several, with texts that match and texts that do not", () => {
    expect(patterns.length).toBeGreaterThan(2);
    for (const verdict of [true, false]) expect(here.filter((one) => one === verdict).length).toBeGreaterThan(50);
  });

  it.skipIf(!python)(`match the same texts in Python${word(python, "python3")}`, () => {
    const program =
      "import json, sys; sys.path.insert(0, sys.argv[1]); from limits import matches; print(json.dumps([matches(p['pattern'], p['text']) for p in json.load(sys.stdin)]))";
    const args = ["-B", "-c", program, join(examples, "python")];
    const { stdout, stderr } = spawnSync("python3", args, { input: JSON.stringify(pairs), encoding: "utf8" });
    expect(stderr).toBe("");
    expect(different(JSON.parse(stdout))).toEqual([]);
  });

  it.skipIf(!java)(`match the same texts in Java${word(java, "java")}`, () => {
    const base64 = (text: string): string => Buffer.from(text).toString("base64");
    const input = pairs.map(({ pattern, text }) => `${base64(pattern)} ${base64(text)}\n`).join("");
    const { stdout, stderr } = spawnSync("java", [join(examples, "java/Matches.java")], { input, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(
      different(
        stdout
          .trim()
          .split("\n")
          .map((line) => line === "true"),
      ),
    ).toEqual([]);
  });
});

const different = (there: readonly boolean[]): readonly object[] => {
  expect(there).toHaveLength(pairs.length);
  return pairs.filter((_, index) => there[index] !== here[index]);
};

describe.skipIf(!python)(`the example in Python${word(python, "python3")}`, () => {
  const file = join(folder, "openapi.json");
  const document = plain(openApiDocument(bindContract(neutral), { versions: ["2"] }));
  writeFileSync(file, JSON.stringify(document));
  const limits = (...args: readonly string[]) =>
    spawnSync("python3", ["-B", join(examples, "python/limits.py"), file, ...args], { encoding: "utf8" });

  it("lists every operation", () => {
    const { stdout, status } = limits();
    expect(status).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(Object.values(document.paths).flatMap(Object.keys).length);
    expect(stdout).toMatch(/^getAlertV2 +GET +\/api\/product\/v2\/groups\/\{groupId\}\/alerts\/\{alertId\}$/m);
  });

  it("builds a URL, and names the limits that values break", () => {
    const id = "32b6e34b3d91647abb20e7b8";
    const right = limits("listAlertsV2", `groupId=${id}`, "itemsPerPage=500", "status=OPEN");
    expect(right.stdout).toBe(`GET /api/product/v2/groups/${id}/alerts?itemsPerPage=500&status=OPEN\n`);
    const wrong = limits("listAlertsV2", "groupId=none", "itemsPerPage=501");
    expect(wrong.status).toBe(1);
    expect(wrong.stdout.split("\n").slice(1, -1)).toEqual([
      "  groupId breaks minLength",
      "  groupId breaks pattern",
      "  itemsPerPage breaks maximum",
    ]);
    expect(limits("listAlertsV2").stdout).toContain("  groupId is missing\n");
  });
});
