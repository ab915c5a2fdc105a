import type { Call } from "@plumbline/conformance";
import type { TestCase } from "../cases/test-case.ts";

/** The call of a test case for the record at `path`. */
export function callOfCase(
  { operation, version, call }: Pick<TestCase, "operation" | "version" | "call">,
  path: Readonly<Record<string, string>>,
): Call {
  const { invalid, open, ...rest } = call;
  const due = open ? "any" : invalid ? "refusal" : undefined;
  return { ...rest, ...(due && { due }), operation, version, path, send: "again" };
}
