import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { main } from "../main.ts";
import { readTargetFile } from "../target-file/read.ts";
import { OF_FLAG } from "./completion-values.ts";

async function call(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  let text = "";
  const note = (piece: string): void => {
    text += piece;
  };
  const terminal = { out: note, note, interactive: false, colour: false, width: 80, environment: {} };
  return { code: await main(args, terminal), text };
}

describe("plumbline init", () => {
  const file = join(mkdtempSync(join(tmpdir(), "plumbline-init-")), "own.yml");
  const flags = ["--url", "http://127.0.0.1:8080/", "--group", "32b6e34b3d91647abb20e7b8", "--prefix", "OWN"];

  it("writes a target file that can be read, with names of variables and no secret", async () => {
    const { code, text } = await call("init", ...flags, "--profile", "atlas", "--out", file);
    expect([code, text]).toEqual([0, expect.stringContaining(`plumbline run --target ${file}`)]);
    expect(readTargetFile(file).file).toMatchObject({
      name: "127.0.0.1:8080",
      baseUrl: "http://127.0.0.1:8080",
      profile: "atlas",
      credentials: { main: { public: "OWN_PUBLIC_KEY", private: "OWN_PRIVATE_KEY" } },
      fixtures: { groupId: "32b6e34b3d91647abb20e7b8" },
      allow: [],
    });
  });

  it("takes up everything that stands there as a comment", async () => {
    const all = readFileSync(file, "utf8")
      .replaceAll(/^(\s*)# (\w+: [{\d]|roles:|clusterName: |metricsUrl: )/gm, "$1$2")
      .replaceAll(/^(\s*)# {3}(Project Read Only)/gm, "$1  $2")
      .replace(/^profile: atlas$/m, "");
    const { file: read } = readTargetFile(write(all));
    expect(Object.keys(read.credentials ?? {})).toHaveLength(6);
    expect(read).toMatchObject({ rate: 50, fixtures: { clusterName: "Cluster0" }, profile: { base: "neutral" } });
  });

  it("writes the name of a cluster, for a server that lists none", async () => {
    const path = `${file}.cluster.yml`;
    expect(await call("init", ...flags, "--cluster", "Mine-1", "--out", path)).toMatchObject({ code: 0 });
    expect(readTargetFile(path).file.fixtures).toEqual({ groupId: "32b6e34b3d91647abb20e7b8", clusterName: "Mine-1" });
    const wrong = await call("init", ...flags, "--cluster", "Mine 1", "--out", `${file}.4`);
    expect([wrong.code, wrong.text]).toEqual([2, expect.stringContaining("--cluster: expected the name of a cluster")]);
    expect(wrong.text).toContain('did you mean "Mine-1"?');
  });

  it("writes over nothing, and says what is missing", async () => {
    expect((await call("init", ...flags, "--out", file)).text).toMatch(/exists already.*--force/);
    expect((await call("init", "--out", `${file}.2`)).text).toContain("needs --url");
    expect(await call("init", ...flags, "--prefix", "a b", "--out", `${file}.3`)).toMatchObject({ code: 2 });
  });

  function write(text: string): string {
    const path = `${file}.all.yml`;
    writeFileSync(path, text);
    return path;
  }
});

/** A command line, the index of the word to complete, and words that are offered. */
const VALUES: readonly (readonly [string, number, string])[] = [
  ["plumbline run --level MU", 3, "MUST"],
  ["plumbline run --level = S", 4, "SHOULD"],
  ["plumbline run --area PAGE,AL", 3, "PAGE,ALC PAGE,ALT"],
  ["plumbline run --only PAGE-ITEMS-R", 3, "PAGE-ITEMS-REJECT"],
  ["plumbline fuzz --operation listAlerts", 3, "listAlerts"],
  ["plumbline plan --allow irr", 3, "irreversible"],
  ["plumbline serve --profile at", 3, "atlas"],
  ["plumbline run --target ref", 3, "reference"],
  ["plumbline run --target package.j", 3, "package.json"],
  ["plumbline run --format sa", 3, "sarif"],
  ["plumbline run --fault PG-03", 3, "PG-03"],
  ["plumbline run --limit createCl", 3, "createCluster= createCloudAccessRole="],
  ["plumbline explain PAGE-ITEMS-R", 2, "PAGE-ITEMS-REJECT"],
  ["plumbline list op", 2, "operations"],
  ["plumbline help ex", 2, "explain export"],
  ["plumbline completion f", 2, "fish"],
  // Files are left to the shell.
  ["plumbline run --out pack", 3, ""],
];

describe("plumbline completion", () => {
  it("prints what bash takes, and completes commands and flags", async () => {
    const { text } = await call("completion", "bash");
    const ask = (line: string, word: number): string =>
      spawnSync(
        "bash",
        ["-c", `${text}\nCOMP_WORDS=(${line}); COMP_CWORD=${word}; _plumbline; echo "\${COMPREPLY[@]}"`],
        {
          encoding: "utf8",
        },
      ).stdout.trim();
    expect(ask("plumbline ex", 1).split(" ")).toContain("explain");
    expect(ask("plumbline run --ar", 2)).toBe("--area");
    expect(ask("plumbline serve --po", 2)).toBe("--port");
    expect(ask("plumbline he", 1).split(" ")).toContain("help");
  });

  it("completes the values of flags and of commands", async () => {
    const { text } = await call("completion", "bash");
    const asks = VALUES.map(
      ([line, word]) => `COMP_WORDS=(${line}); COMP_CWORD=${word}; COMPREPLY=(); _plumbline; echo "\${COMPREPLY[@]}"`,
    );
    const { stdout } = spawnSync("bash", ["-c", [text, ...asks].join("\n")], { encoding: "utf8" });
    const answers = stdout.split("\n");
    expect(answers).toHaveLength(VALUES.length + 1);
    for (const [index, [line, , expected]] of VALUES.entries()) {
      const found = answers[index]?.trim().split(" ") ?? [];
      expect(found.toSorted(), line).toEqual(expect.arrayContaining(expected.split(" ")));
      const begun = expected === "" ? "" : line.split(" ").at(-1);
      for (const one of found) expect(one.startsWith(begun ?? ""), line).toBe(true);
    }
  });

  it("knows of each flag in every command alike whether it takes a value", async () => {
    const { text } = await call("completion", "fish");
    const takes = new Map<string, boolean>();
    for (const [, flag = "", rest = ""] of text.matchAll(/ -l ([\w-]+)(.*)$/gm)) {
      const isValue = / -[xr]\b/.test(rest);
      expect([flag, takes.get(flag) ?? isValue]).toEqual([flag, isValue]);
      takes.set(flag, isValue);
    }
    for (const flag of Object.keys(OF_FLAG)) expect([flag, takes.get(flag)]).toEqual([flag, true]);
  });

  it("refuses a shell that it does not know", async () => {
    expect(await call("completion", "tcsh")).toMatchObject({
      code: 2,
      text: expect.stringContaining("bash, zsh, fish"),
    });
    expect((await call("completion", "fish")).text).toContain(
      'complete -c plumbline -n "__fish_seen_subcommand_from run" -l area',
    );
  });
});
