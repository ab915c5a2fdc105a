import { bindContract, INTERFACE_VERSIONS, neutral } from "@plumbline/schemas";
import type { Target } from "./target.ts";

/** A target for tests of the kernel, with the changes that a test needs. */
export function testTarget(baseUrl: string, change: Partial<Target> = {}): Target {
  return {
    name: "test",
    kind: "url",
    baseUrl,
    contract: bindContract(neutral),
    versions: INTERFACE_VERSIONS,
    credentials: { main: { scheme: "digest", label: "main", username: "public", password: "canary-private-key" } },
    fixtures: { groupId: "32b6e34b3d91647abb20e7b8" },
    allow: new Set(["read"]),
    bindingStated: true,
    mock: false,
    selfConsistency: false,
    ...change,
  };
}
