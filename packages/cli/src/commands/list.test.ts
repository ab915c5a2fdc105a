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
    const terminal = { note: () => undefined, interactive: true, colour: false, width: 80, environment: {} };
    const ids = JSON.parse((await call(["list", kind, "--json"])).out).map(({ id }: { id: string }) => id);
    const piped = (await call(["list", kind])).out.trimEnd().split("\n");
    expect(piped).toHaveLength(ids.length);
    expect(piped.filter((line) => / {41}/.test(line))).toEqual([]);
    for (const width of [60, 100]) {
      let out = "";
      await main(["list", kind], { ...terminal, out: (text) => (out += text), outWidth: width });
      const lines = out.split("\n");
      expect(lines.filter((line) => line.length > width)).toEqual([]);
      expect(lines.length).toBeGreaterThan(piped.length);
      // A user may want to copy an id, so no id is split.
      const words = new Set(out.split(/\s+/));
      expect(ids.filter((id: string) => !words.has(id))).toEqual([]);
    }
  },
);
