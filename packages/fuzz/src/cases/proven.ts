import type { Contract } from "@plumbline/schemas";
import { breaksExactly } from "../mutants/mutants-of.ts";
import type { TestCase } from "./test-case.ts";

/** Whether a certificate still holds for the final bytes, after placeholders were replaced. */
export function isProven(
  { certificate, call, operation, version }: Pick<TestCase, "certificate" | "call" | "operation" | "version">,
  contract: Contract,
): boolean {
  if (certificate?.location !== "body" || certificate.keyword === "json" || call.rawBody === undefined) return true;
  const schema = contract.operation(operation, version).body?.schema;
  return schema !== undefined && breaksExactly(schema, call.rawBody, certificate);
}
