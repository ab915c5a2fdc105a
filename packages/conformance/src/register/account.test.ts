import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OPERATION_IDS, type OperationId, operations } from "@plumbline/schemas";
import { describe, expect, it } from "vitest";
import { requirements } from "../requirements/requirements.ts";
import { operationRule } from "../rule/operation-rule.ts";
import { accountOf, EXCEPTIONS, RELIED_ON, unwritten } from "./account.ts";
import { DESCRIBED_IDS } from "./described-ids.ts";
import { interfaceAnchor } from "./interface-anchor.ts";
import { interfaceLine, readInterfaceRules } from "./interface-rules.ts";
import { UNCHECKED } from "./unchecked.ts";

const root = join(import.meta.dirname, "../../../..");
const files = readdirSync(join(root, "docs/interface")).map((name) => {
  const markdown = readFileSync(join(root, "docs/interface", name), "utf8");
  return { name, markdown, rules: readInterfaceRules(markdown) };
});
const rules = files.flatMap(({ name, rules }) => rules.map((rule) => ({ ...rule, file: name })));
const fileOf = new Map(rules.map(({ id, file }) => [id, file]));
/** The files with the heading of a section; the heading is the last part of the section's name. */
const filesWith = (section: string): readonly string[] => {
  const heading = section.split(" > ").at(-1);
  return files.filter(({ markdown }) => headingsOf(markdown).includes(heading)).map(({ name }) => name);
};
/** The file that states a rule, or that must state it. */
const homeOf = ({ id, section }: Sectioned): string | undefined => fileOf.get(id) ?? filesWith(section)[0];
interface Sectioned {
  readonly id: string;
  readonly section: string;
}
const headingsOf = (markdown: string) => [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) => match[1]);
/** The address of a rule in a link from one of the files. */
const address = (id: string, from: string): string => {
  const file = fileOf.get(id);
  return `${file === from ? "" : file}#${interfaceAnchor(id)}`;
};
const link = (id: string, from: string): string => `[${id}](${address(id, from)})`;

const index = files.find(({ name }) => name === "README.md")?.markdown ?? "";
const [, numberColumn = "", operationColumn = ""] = /^\| (No\. +) \| (Operation +) \|$/m.exec(index) ?? [];
/** The line of an operation in the README, as wide as the others. */
const indexRow = (id: OperationId): string => {
  const { number, part, title, section } = operations[id];
  const bind = operationRule(id, "BIND");
  const shown = `[${title}](${homeOf({ id: bind, section })}#${interfaceAnchor(bind)})`;
  const label = part === undefined ? `${number}` : `${number} (${part})`;
  return `| ${label.padEnd(numberColumn.length)} | ${shown.padEnd(operationColumn.length)} |`;
};
const trimmed = (row: string): string => row.replace(/ +/g, " ");
const ruleIds = new Set(rules.map(({ id }) => id));
const recordIds = new Set(requirements.map(({ id }) => id));

/** Ids that the account may rely on before their requirement is written. */
const operationRules = OPERATION_IDS.flatMap((id) =>
  (["BIND", "PARAMS", "ROLE", "RESP"] as const)
    .filter((rule) => rule !== "ROLE" || operations[id].authentication === "digest")
    .map((rule) => operationRule(id, rule)),
);

describe("the account of the description", () => {
  it("contains all 664 statements, each once", () => {
    // The list of ids is fixed: a new requirement adds none, and no change removes one.
    expect(DESCRIBED_IDS).toHaveLength(664);
    expect(new Set(DESCRIBED_IDS).size).toBe(664);
    // The extracted statements exist only next to the working copy of the developers.
    const material = join(root, "../shared/contract/requirements.json");
    if (!existsSync(material)) return;
    const worked: readonly { readonly id: string }[] = JSON.parse(readFileSync(material, "utf8"));
    expect(new Set(DESCRIBED_IDS)).toEqual(new Set(worked.map(({ id }) => id)));
  });

  it("accounts for every statement once, and for nothing else", () => {
    for (const id of DESCRIBED_IDS) expect(accountOf(id), id).toBeDefined();
    for (const id of Object.keys(EXCEPTIONS)) {
      expect(DESCRIBED_IDS, id).toContain(id);
      expect(recordIds.has(id), `${id} has a requirement of its own: take it off the exceptions`).toBe(false);
    }
    expect(accountOf("PAGE-NOTHING")).toBeUndefined();
  });

  it("merges only into rules with a requirement, and gives a reason for what cannot be verified", () => {
    const described = new Set([...DESCRIBED_IDS.filter((id) => accountOf(id)?.kind === "record"), ...operationRules]);
    for (const [id, account] of Object.entries(EXCEPTIONS)) {
      if (account.kind === "merged") {
        expect(account.into.length, id).toBeGreaterThan(0);
        for (const target of account.into) expect(described, id).toContain(target);
      }
      if (account.kind === "not-verifiable") expect(account.reason.length, id).toBeGreaterThan(20);
    }
    expect(RELIED_ON).toContain("OP48list-RESP");
    expect(RELIED_ON).not.toContain("OP48-RESP");
  });
});

describe("docs/interface", () => {
  it("states every rule once, with its own anchor", () => {
    expect(ruleIds.size).toBe(rules.length);
    expect(new Set(rules.map(({ anchor }) => anchor)).size).toBe(rules.length);
    for (const { id, anchor } of rules) expect(anchor).toBe(interfaceAnchor(id));
  });

  it("states every requirement in the words of its record, and lists every operation", () => {
    const stated = new Set(files.flatMap(({ markdown }) => markdown.split("\n")));
    const listed = new Set(index.split("\n").map(trimmed));
    const missing = [
      ...requirements
        .filter((requirement) => !stated.has(interfaceLine(requirement)))
        .map((requirement) => ({
          place: `in docs/interface/${homeOf(requirement)}, section "${requirement.section}":`,
          line: interfaceLine(requirement),
        })),
      ...OPERATION_IDS.map(indexRow)
        .filter((line) => !listed.has(trimmed(line)))
        .map((line) => ({ place: 'in docs/interface/README.md, section "Operations":', line })),
    ];
    const told = missing.map(({ place, line }, at) => (missing[at - 1]?.place === place ? line : `${place}\n${line}`));
    if (told.length > 0) expect.fail(`these lines are missing, to be pasted as they are:\n${told.join("\n")}`);
  });

  it("has a heading for the section of every requirement, in one file", () => {
    for (const section of new Set(requirements.map((requirement) => requirement.section))) {
      expect(filesWith(section), section).toHaveLength(1);
    }
  });

  it("states every described id, and no unknown one", () => {
    for (const id of DESCRIBED_IDS) expect(ruleIds, id).toContain(id);
    const known = new Set([...DESCRIBED_IDS, ...recordIds, ...operationRules]);
    for (const id of ruleIds) expect(known, `${id} is stated and unknown`).toContain(id);
  });

  it("says for every exception where it is checked, or why it cannot be", () => {
    for (const { id, text, file } of rules) {
      const account = accountOf(id);
      if (account?.kind === "not-verifiable") expect(text).toContain(`Not verifiable over HTTP: ${account.reason}.`);
      else expect(text, id).not.toContain("Not verifiable");
      if (account?.kind === "merged") {
        for (const target of account.into) expect(text).toContain(link(target, file));
      } else expect(text, id).not.toContain("Checked as");
    }
  });

  it("lists every file in its README", () => {
    for (const { name } of files) if (name !== "README.md") expect(index).toContain(`](${name})`);
  });
});

describe("readInterfaceRules, for a rule in another form", () => {
  it("throws with the line and the expected form", () => {
    expect(() => readInterfaceRules("\n- **PAGE-SHAPE** MUST: a list.")).toThrow(/line 2: expected "- \*\*ID\*\*/);
  });
});

describe("the register", () => {
  it("has a requirement for every rule that the account relies on, except for UNCHECKED", () => {
    expect([...unwritten].sort()).toEqual([...UNCHECKED].sort());
  });
});
