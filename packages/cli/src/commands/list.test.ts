import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
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
