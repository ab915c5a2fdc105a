import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { started } from "../../cli/src/process.test-support.ts";
import { callHostile, type Served } from "../gate/served.mjs";

/*
 * The named attacks of `gate.mjs` on the project's own servers: each must get a correct answer, and so must a valid
 * request after it.
 */

async function wrongWith(name: "ui" | "control" | "serve", served: Served): Promise<readonly string[]> {
  const wrong: string[] = [];
  await callHostile(name, served, ({ name: attack, outcome, problems }) => {
    if (problems.length > 0) wrong.push(`${attack}: ${outcome}; ${problems.join("; ")}`);
  });
  return wrong;
}

it("the live page answers hostile callers and stands", async () => {
  const { child, printed } = await started(
    "ui",
    "--target",
    "reference",
    "--out",
    mkdtempSync(join(tmpdir(), "plumbline-called-")),
  );
  const url = printed.trim();
  const token = new URL(url).pathname.replaceAll("/", "");
  const stands = (): boolean => child.exitCode === null;
  expect(await wrongWith("ui", { url, token, good: `/${token}/`, stands })).toEqual([]);
});

it("the reference and its control server answer hostile callers and stand", async () => {
  const { child, printed } = await started("serve", "--control", "0", "--json");
  const { url, controlUrl, controlToken: token } = JSON.parse(printed) as Readonly<Record<string, string>>;
  if (url === undefined || controlUrl === undefined || token === undefined) throw new Error(`it printed ${printed}`);
  const stands = (): boolean => child.exitCode === null;
  const headers = { authorization: `Bearer ${token}` };
  expect(await wrongWith("serve", { url, token, good: `${controlUrl}/health`, stands })).toEqual([]);
  expect(await wrongWith("control", { url: controlUrl, token, good: "/world", headers, stands })).toEqual([]);
});
