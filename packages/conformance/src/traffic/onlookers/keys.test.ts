import type { Credential } from "@plumbline/client";
import { expect, it } from "vitest";
import { GROUP, traffic } from "../exchange.test-support.ts";
import { outcomesIn, target } from "../outcomes.test-support.ts";

const outcomesOf = outcomesIn("AUTH");

const signedBy = (name: string): string => `Digest username="${name}", realm="r", nonce="n", uri="/", response="x"`;
const key = (username: string): Credential => ({ scheme: "digest", label: username, username, password: "none" });
const lent = {
  ...target,
  credentials: {
    ...target.credentials,
    byRole: {
      "Organization Member": key("member"),
      "Project Cluster Admin": key("clusters"),
      "Project Data Access Read Write": key("writer"),
    },
  },
};

/** The outcome if the server carries out a write with this key. */
async function carriedOutFor(name: string, method: string, path: string): Promise<string | undefined> {
  const outcomes = await outcomesOf([traffic()(method, path, 200, { body: [], authorization: signedBy(name) })], lent);
  const found = Object.entries(outcomes).filter(([check]) => check.startsWith("AUTH-ROLES-LOWER-WRITES@"));
  return found.find(([, outcome]) => outcome !== "not-applicable")?.[1];
}

it("AUTH-ROLES-LOWER-WRITES fails for roles that the description orders, and warns for others", async () => {
  const config = `/api/product/v1.0/groups/${GROUP}/alertConfigs/bbbbbbbbbbbbbbbbbbbbbbbb`;
  expect(await carriedOutFor("member", "DELETE", config)).toBe("fail");
  expect(await carriedOutFor("clusters", "DELETE", config)).toBe("warn");
  expect(await carriedOutFor("writer", "DELETE", config)).toBe("warn");
  expect(await carriedOutFor("mainkey", "DELETE", config)).toBeUndefined();
});

it("AUTH-ROLES-LOWER-WRITES fails for read/write if the operation lists only the admin of the same data", async () => {
  const analyzers = `/api/product/v1.0/groups/${GROUP}/clusters/c/fts/analyzers`;
  expect(await carriedOutFor("writer", "PUT", analyzers)).toBe("fail");
  expect(await carriedOutFor("clusters", "PUT", analyzers)).toBeUndefined();
});
