import { expect, it } from "vitest";
import { missing } from "../rule/need.ts";
import { emptyWorld } from "./empty-world.ts";
import { secretsOf } from "./secrets-of.ts";
import { testTarget } from "./target.test-support.ts";
import type { Target } from "./target.ts";
import { withheld, withheldAdvice } from "./withheld.ts";

const account = { clientId: "id", clientSecret: "a client secret" };
const metrics = { scheme: "basic", label: "metrics", username: "user", password: "a password" } as const;
const HTTP = "http://staging.example";
const HTTPS = "https://staging.example";

const held = (baseUrl: string, rest: Partial<Target> = {}): Target =>
  withheld(
    testTarget(baseUrl, {
      credentials: { serviceAccount: account, blockedServiceAccount: account, metrics },
      ...rest,
    }),
  );

it.each([
  ["https", HTTPS, {}],
  ["a loopback address", "http://127.0.0.1:8080", {}],
  ["http that the target file permits", HTTP, { cleartext: true }],
])("withheld keeps every credential over %s", (_how, baseUrl, rest) => {
  const target = held(baseUrl, rest);
  expect(target.credentials).toEqual({ serviceAccount: account, blockedServiceAccount: account, metrics });
  expect(withheldAdvice(target)).toBeUndefined();
});

it("withheld removes Basic credentials over http, but still masks them and says why", () => {
  const target = held(HTTP);
  const { serviceAccount, blockedServiceAccount, metrics: discovery } = target.credentials;
  expect([serviceAccount, blockedServiceAccount, discovery]).toEqual([undefined, undefined, undefined]);
  expect(secretsOf(target)).toEqual(
    expect.arrayContaining([
      ["a client secret", "id"],
      ["a password", "user"],
    ]),
  );
  expect(withheldAdvice(target)).toContain("credentials.metrics as Basic over http");
  expect(missing({ kind: "credential", name: "metrics" }, target, emptyWorld(target))).toContain("cleartext: true");
  expect(withheld(target)).toBe(target);
});

it("withheld judges the address of metrics discovery separately", () => {
  expect(held(HTTP, { metricsUrl: HTTPS }).credentials).toMatchObject({
    metrics,
    withheld: { serviceAccount: account },
  });
  const target = held(HTTPS, { metricsUrl: HTTP });
  expect(target.credentials).toMatchObject({ serviceAccount: account, withheld: { metrics } });
  expect(withheldAdvice(target)).toMatch(/^the run does not send the password of credentials.metrics as Basic/);
});
