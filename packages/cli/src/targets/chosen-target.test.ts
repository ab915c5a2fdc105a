import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readFlags } from "../flags.ts";
import { withChosenTarget } from "./chosen-target.ts";
import { TARGET_FLAGS } from "./open-target.ts";

const root = mkdtempSync(join(tmpdir(), "plumbline-chosen-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folderWith(...names: readonly string[]): string {
  const folder = join(root, names.join("+") || "empty");
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), "baseUrl: http://127.0.0.1:1\n");
  return folder;
}

function chosen(
  args: readonly string[],
  environment: Record<string, string>,
  folder: string,
  otherwise: "or-reference" | "named" = "or-reference",
) {
  let note = "";
  const terminal = {
    out: () => undefined,
    note: (text: string) => (note += text),
    interactive: false,
    colour: false,
    width: 80,
    environment,
  };
  const given = withChosenTarget(
    readFlags("run", { ...TARGET_FLAGS, quiet: { help: "" } }, args),
    terminal,
    otherwise,
    folder,
  );
  return { target: given.one("target"), has: given.has("target"), all: given.all("target"), note };
}

describe("the target that is meant", () => {
  const folder = folderWith("target.yml");

  it("is that of the flag, then of the variable, then of the folder, and is named", () => {
    const environment = { PLUMBLINE_TARGET: "http://127.0.0.1:2" };
    expect(chosen(["--target", "reference"], environment, folder)).toMatchObject({ target: "reference", note: "" });
    expect(chosen([], environment, folder)).toMatchObject({
      target: "http://127.0.0.1:2",
      note: "target: the value of PLUMBLINE_TARGET\n",
    });
    const file = join(folder, "target.yml");
    expect(chosen([], {}, folder)).toEqual({
      target: file,
      has: true,
      all: [file],
      note: "target: target.yml of this folder (--target names another)\n",
    });
    expect(chosen([], { CI: "true" }, folder)).toMatchObject({ target: file });
    expect(chosen(["--quiet"], {}, folder).note).toBe("");
  });

  it.each(["plumbline.yml", "plumbline.yaml", "target.yaml"])("is what %s of the folder says", (name) => {
    const own = folderWith(name);
    expect(chosen([], {}, own).target).toBe(join(own, name));
  });

  it("is not guessed among several files", () => {
    const both = folderWith("plumbline.yml", "target.yml");
    expect(() => chosen([], {}, both)).toThrow(
      "this folder has several target files (plumbline.yml, target.yml): name one with --target",
    );
    expect(chosen(["--target", "reference"], {}, both).target).toBe("reference");
  });

  it.each(["1", "true", "yes"])("has to be named where CI is %s", (CI) => {
    expect(() => chosen([], { CI }, folderWith())).toThrow(
      /no target is named, and in CI .*--target .*PLUMBLINE_TARGET/,
    );
    expect(chosen(["--target", "reference"], { CI }, folderWith()).target).toBe("reference");
  });

  it.each([{}, { CI: "" }, { CI: "false" }, { CI: "0" }])(
    "stays open with %j and nothing that names one",
    (environment) => {
      const note = "target: the bundled reference (no --target, no PLUMBLINE_TARGET, no target.yml here)\n";
      expect(chosen([], environment, folderWith())).toMatchObject({ target: undefined, has: false, note });
      expect(chosen([], environment, folderWith(), "named")).toMatchObject({ target: undefined, note: "" });
    },
  );
});
