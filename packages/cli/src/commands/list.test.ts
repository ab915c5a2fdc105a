import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { main } from "../main.ts";
import { call } from "../main-call.test-support.ts";

const program = fileURLToPath(new URL("../../bin/plumbline.mjs", import.meta.url));

it.each(["requirements", "operations", "faults", "variants"])(
  "the program lists the %s that its sources have",
  async (kind) => {
    const listed: unknown = JSON.parse(
      execFileSync(process.execPath, [program, "list", kind, "--json"], { encoding: "utf8", maxBuffer: 2 ** 24 }),
    );
    expect(listed).toEqual(JSON.parse((await call(["list", kind, "--json"])).out));
    expect(Object(listed).length).toBeGreaterThan(30);
  },
);

it.each(["requirements", "operations", "faults", "variants"])(
  "folds the list of %s where someone reads it, and hands a row a line to a pipe",
  async (kind) => {
    let out = "";
    const terminal = { note: () => undefined, interactive: true, colour: false, width: 80, environment: {} };
    await main(["list", kind], { ...terminal, out: (text) => (out += text), outWidth: 100 });
    const piped = (await call(["list", kind])).out;
    expect(out.split("\n").filter((line) => line.length > 100)).toEqual([]);
    expect(out.split("\n").length).toBeGreaterThan(piped.split("\n").length);
    const words = (text: string): readonly string[] => text.replace(/\s+/g, "").split("").sort();
    expect(words(out)).toEqual(words(piped));
  },
);
