import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "@plumbline/report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Copy } from "./copy.test-support.ts";

const RECORDS = "packages/schemas/src/operations/clusters.ts";
const HANDLERS = "packages/reference/src/handlers/clusters.ts";

/** Each walk builds and runs a copy of the whole repository, which takes minutes, so only PLUMBLINE_FULL does it. */
const full = process.env["PLUMBLINE_FULL"] !== undefined;

describe.runIf(full)("whoever follows CONTRIBUTING.md", () => {
  let copy: Copy;
  beforeAll(() => {
    copy = new Copy();
  });
  afterAll(() => copy.remove());

  it("adds a requirement in its record and the line that a test prints, and its fault in one place", async () => {
    copy.insert(
      "packages/conformance/src/requirements/conventions/error-bodies.ts",
      "export const errors: readonly Requirement[] = [",
      `
  watch({
    id: "ERR-NO-TEAPOT",
    level: "SHOULD",
    basis: "derived:RFC9110",
    text: "No refusal speaks of teapots.",
    section: SECTION,
    on: mainApi,
    examine: ({ answer }) =>
      answer.status < 400 ? undefined : expects(!answer.body.includes("teapot"), "no teapot", "one"),
  }),`,
    );
    const [red, said] = await copy.tests("conformance", "account");
    expect(red).toBe(1);
    copy.paste(said);
    expect(await copy.tests("conformance", "account")).toMatchObject([0, expect.anything()]);
    expect(copy.touched()).toEqual([
      "docs/interface/errors.md",
      "packages/conformance/src/requirements/conventions/error-bodies.ts",
    ]);

    copy.insert(
      "packages/reference/src/faults/error-body.ts",
      'layer("error body", [',
      `
  {
    id: "EB-99",
    text: "Refusals speak of teapots.",
    violates: ["ERR-NO-TEAPOT"],
    change: () => ({ errorBody: (error) => ({ ...error, detail: "I'm a teapot" }) }),
    probe: readsHistoryOf("nowhere"),
  },`,
    );
    const [code, printed] = await copy.runs("faults", "--only", "EB-99");
    expect([code, printed]).toEqual([0, expect.stringContaining("1 of 1 faults make exactly")]);
    expect(copy.touched()).toEqual(["packages/reference/src/faults/error-body.ts"]);
  });

  it("adds an output format in its file and a line of the table", async () => {
    copy.write(
      "packages/report/src/render/outcome-word.ts",
      `import type { Report } from "../report.ts";

/** The outcome and nothing else. */
export const renderOutcomeWord = ({ outcome }: Report): string => \`\${outcome}\\n\`;
`,
    );
    const table = "packages/report/src/render/formats.ts";
    copy.insert(
      table,
      'import { renderSarif } from "./sarif.ts";',
      '\nimport { renderOutcomeWord } from "./outcome-word.ts";',
    );
    copy.insert(
      table,
      "export const FORMATS = {",
      '\n  word: { file: "outcome.txt", usual: false, render: renderOutcomeWord },',
    );
    const out = join(copy.folder, "reports/word");
    const [code, printed] = await copy.runs(
      "run",
      "--target",
      "reference",
      "--only",
      "PAGE-SHAPE",
      "--format",
      "word",
      "--out",
      out,
    );
    expect([code, printed]).toEqual([0, expect.stringContaining("outcome.txt")]);
    expect(readFileSync(join(out, "outcome.txt"), "utf8")).toBe("passed\n");
    expect((await copy.runs("run", "--help"))[1]).toContain("word");
    expect(copy.touched()).toHaveLength(2);
  });

  it("adds a read operation in its record and its handler, a write in its write record too, and the lines that a test prints", async () => {
    copy.insert(RECORDS, "import { area", ", both, record");
    copy.insert(
      RECORDS,
      'import { projectClusters } from "../resources/project-clusters.ts";',
      '\nimport { boolean, object } from "../build.ts";',
    );
    copy.insert(
      RECORDS,
      'area("clusters", "Clusters (version 1.0)");',
      '\nconst protection = object({ enabled: boolean() }, {}, { title: "TerminationProtection" });',
    );
    copy.insert(
      RECORDS,
      "export const clusters = {",
      `
  getTerminationProtection: operation({
    number: 73,
    title: "Get termination protection of a cluster",
    roles: ["Project Read Only"],
    routes: both("GET", "/groups/{groupId}/clusters/{clusterName}/terminationProtection"),
    query: [...COMMON],
    result: record(protection),
  }),`,
    );
    copy.insert(HANDLERS, 'import { showPage } from "./page.ts";', '\nimport { inCluster } from "./in-cluster.ts";');
    copy.insert(
      HANDLERS,
      "export const clusterHandlers = {",
      `
  getTerminationProtection: inCluster((_call, { settings }) =>
    shows({ enabled: settings["terminationProtectionEnabled"] === true }),
  ),`,
    );
    expect(copy.touched()).toEqual([HANDLERS, RECORDS]);

    copy.insert(
      RECORDS,
      "export const clusters = {",
      `
  updateTerminationProtection: operation({
    number: 74,
    title: "Update termination protection of a cluster",
    roles: ["Project Owner"],
    risk: "update",
    routes: both("PATCH", "/groups/{groupId}/clusters/{clusterName}/terminationProtection"),
    query: [...COMMON],
    body: { schema: protection, mediaType: "application/json" },
    result: record(protection),
  }),`,
    );
    copy.insert(HANDLERS, "import { listMember", ", fieldsOf");
    copy.insert(
      HANDLERS,
      "export const clusterHandlers = {",
      `
  updateTerminationProtection: inCluster(({ body, service }, cluster) => {
    const { enabled } = fieldsOf(body);
    const settings = { ...cluster.settings, terminationProtectionEnabled: enabled };
    service.state.clusters.put({ ...cluster, settings });
    return shows({ enabled });
  }),`,
    );
    const writes = "packages/conformance/src/writes/clusters.ts";
    copy.insert(writes, "import { type Fields", ", fieldsOf");
    copy.insert(
      writes,
      "export const clusterWrites = {",
      `
  updateTerminationProtection: {
    kind: "cluster",
    lane: "cluster",
    body: () => ({ enabled: false }),
    effect: {
      kind: "changes",
      read: "getTerminationProtection",
      restore: "updateTerminationProtection",
      of: ["groupId", "clusterName"],
      before: fieldsOf,
    },
  },`,
    );
    expect(copy.touched()).toEqual([writes, HANDLERS, RECORDS]);
    await pastesWhatIsMissing();
    await areHeld(
      new Map([
        ["getTerminationProtection", "73"],
        ["updateTerminationProtection", "74"],
      ]),
    );
  });

  it("finds what both operations are proven with where nobody wrote it", async () => {
    const faults = ["73", "74"].flatMap((number) => [`RO-${number}`, `QP-${number}`, `RS-${number}`]);
    const [code, printed] = await copy.runs("faults", "--only", faults.join());
    expect([code, printed]).toEqual([0, expect.stringContaining("6 of 6 faults make exactly")]);
    for (const name of ["schemas", "reference"]) {
      expect(await copy.tests(name, "src/operations.test")).toMatchObject([0, expect.anything()]);
    }
  });

  /** Follows the message of the test that checks `docs/interface`. */
  async function pastesWhatIsMissing(): Promise<void> {
    copy.paste((await copy.tests("conformance", "account"))[1]);
    expect(await copy.tests("conformance", "account")).toMatchObject([0, expect.anything()]);
    expect(copy.touched()).toEqual(["docs/interface/README.md", "docs/interface/clusters.md"]);
  }

  /** Runs the copied program on its own reference: the four rules of each operation are examined, and all pass. */
  async function areHeld(operations: ReadonlyMap<string, string>): Promise<void> {
    const out = join(copy.folder, "reports/held");
    const names = [...operations.keys()].join();
    const [code, printed] = await copy.runs("run", "--target", "reference", "--operation", names, "--out", out);
    expect([code, printed]).toEqual([0, expect.stringContaining("Every MUST requirement that applies")]);
    const { verdicts }: Report = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
    for (const number of operations.values()) {
      const own = verdicts
        .filter(({ requirement }) => requirement.startsWith(`OP${number}-`))
        .map(({ requirement, outcome }) => `${requirement.slice(5)} ${outcome}`);
      expect(new Set(own)).toEqual(new Set(["BIND observed", "PARAMS pass", "ROLE pass", "RESP pass"]));
    }
  }
});
