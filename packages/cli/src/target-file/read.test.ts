import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFlags } from "../flags.ts";
import { openFile } from "../targets/file.ts";
import { TARGET_FLAGS } from "../targets/open-target.ts";
import { readTargetFile } from "./read.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-target-"));
let count = 0;
function file(text: string): string {
  count += 1;
  const path = join(folder, `target-${count}.yml`);
  writeFileSync(path, text);
  return path;
}
const open = (text: string, environment: Record<string, string> = {}) =>
  openFile(file(text), readFlags("run", TARGET_FLAGS, []), {
    environment,
    out: () => undefined,
    note: () => undefined,
    interactive: false,
    colour: false,
    width: 80,
  });

const COMPLETE = `
name: staging
baseUrl: http://127.0.0.1:8080/
metricsUrl: http://127.0.0.1:8080/metrics/v1.0
versions: ["2"]
profile:
  base: neutral
  product: clusters
  fields: { monitoringApiKey: watchKey }
operations:
  getAccessLogsByHost: { path: "/groups/{groupId}/dbAccessHistory/hosts/{hostname}" }
  listAlerts: absent
  discoverMetricsTargets: { path: "/projects/{groupId}/targets" }
credentials:
  main: { public: MAIN_PUBLIC, private: MAIN_PRIVATE }
  roles:
    Project Read Only: { public: RO_PUBLIC, private: RO_PRIVATE }
  serviceAccount: { id: SA_ID, secret: SA_SECRET }
  metrics: { username: METRICS_USER, password: METRICS_PASSWORD }
fixtures: { groupId: 32b6e34b3d91647abb20e7b8, clusterName: Cluster0 }
allow: [create, update, delete]
rate: 120/min
timeouts: { head: 2000 }
`;
const ENVIRONMENT = {
  MAIN_PUBLIC: "a",
  MAIN_PRIVATE: "b",
  RO_PUBLIC: "c",
  RO_PRIVATE: "d",
  SA_ID: "e",
  SA_SECRET: "f",
  METRICS_USER: "g",
  METRICS_PASSWORD: "h",
};

describe("a target file", () => {
  it("says everything a server needs", () => {
    const { target, connection } = open(COMPLETE, ENVIRONMENT);
    expect(target).toMatchObject({
      name: "staging",
      baseUrl: "http://127.0.0.1:8080",
      versions: ["2"],
      bindingStated: true,
    });
    expect(target.credentials.main).toMatchObject({
      scheme: "digest",
      username: "a",
      password: "b",
      secretVariable: "MAIN_PRIVATE",
    });
    expect(target.credentials.byRole?.["Project Read Only"]).toMatchObject({ username: "c" });
    expect(target.credentials.metrics).toMatchObject({ scheme: "basic", password: "h" });
    expect(target.contract.route("getAccessLogsByHost", "2")?.path).toBe(
      "/api/clusters/v2/groups/{groupId}/dbAccessHistory/hosts/{hostname}",
    );
    expect(target.contract.operation("listAlerts").routes).toEqual([]);
    expect(target.contract.operation("discoverMetricsTargets").routes[0]?.path).toBe("/projects/{groupId}/targets");
    expect(target.contract.field("monitoringApiKey")).toBe("watchKey");
    expect([...target.allow].sort()).toEqual(["create", "delete", "read", "update"]);
    expect(connection).toMatchObject({ rate: 2, limits: { headMs: 2000 } });
  });

  it.each([
    [
      "a misspelt name",
      "baseUrl: http://x\nfixtures:\n  gruopId: abc\n",
      /:3: unknown name "gruopId".*did you mean "groupId"\?/,
    ],
    [
      "a misspelt operation",
      "baseUrl: http://x\noperations:\n  listAlrets: absent\n",
      /:3: unknown name "listAlrets".*did you mean "listAlerts"\?/,
    ],
    [
      "a name nested in an alternative",
      "baseUrl: http://x\nprofile:\n  base: neutral\n  prodcut: y\n",
      /:4: unknown name "prodcut".*did you mean "product"\?/,
    ],
    ["a missing address", "name: x\n", /baseUrl/],
    [
      "an address without scheme",
      "baseUrl: localhost:80\n",
      /:1: baseUrl is not a URL.*did you mean http:\/\/localhost:80\?/,
    ],
    ["credentials in the address", "baseUrl: http://a:b@127.0.0.1\n", /contains credentials/],
    ["half a key", "baseUrl: http://x\ncredentials:\n  main: { public: A }\n", /:3: credentials\.main lacks private/],
    [
      "an unknown permission",
      "baseUrl: http://x\nallow: [craete]\n",
      /allow: .*received "craete": did you mean create\?/,
    ],
    [
      "an unknown area",
      "baseUrl: http://x\noffers: [alerts, quux]\n",
      /:2: offers: expected an area or the id of an operation.*received "quux"/,
    ],
    ["a slip in an operation", "baseUrl: http://x\noffers: [listAlertz]\n", /:2: offers: .*did you mean listAlerts\?/],
    [
      "a path without its parameter",
      "baseUrl: http://x\noperations:\n  listAlerts: { path: /alerts }\n",
      /:3: .*expected the parameters \{groupId\}/,
    ],
    [
      "a path that would end a line",
      'baseUrl: http://x\noperations:\n  listAlerts: { path: "/groups/{groupId}/a\\r\\nX: y" }\n',
      /:3: operations\.listAlerts\.path: expected only characters that a path allows \(RFC 3986, section 3\.3\), received "\\r": .*%0D/,
    ],
    [
      "a path with half an escape",
      'baseUrl: http://x\noperations:\n  listAlerts: { path: "/groups/{groupId}/a%2" }\n',
      /:3: .*received "%": .*%25/,
    ],
    ["an address with a line break", 'baseUrl: "http://x/a\\nb"\n', /:1: baseUrl contains a space or a line break/],
    ["an address beyond all bounds", `baseUrl: http://x/${"/".repeat(9_000)}y\n`, /:1: baseUrl is too long/],
    ["no YAML", "baseUrl: [\n", /not readable as YAML/],
    ["a name twice", "baseUrl: http://x\nbaseUrl: http://y\n", /:2: not readable as YAML: .*twice/],
    [
      "merge keys by the thousand",
      `base: &x { a: 1 }\nbaseUrl: http://x\nc:\n  <<: [${"*x, ".repeat(3_000)}*x]\n`,
      /:4: not readable as YAML: expected at most 100 aliases/,
    ],
    [
      "names by the thousand",
      `baseUrl: http://x\n${Array.from({ length: 9_000 }, (_, index) => `k${index}: 1\n`).join("")}`,
      /^(.*unknown name "k\d+" at the top level.*\n?){5}$/,
    ],
    [
      "more than anybody writes",
      `baseUrl: http://x\n#${" ".repeat(300_000)}\n`,
      /too long: expected at most 262144 bytes/,
    ],
    ["a device for certificates", "baseUrl: http://x\ntls: { ca: /dev/zero }\n", /:2: tls\.ca is not a regular file/],
    [
      "a bad body",
      "baseUrl: http://x\nalertConfiguration: { eventTypeName: X }\n",
      /alertConfiguration\/notifications breaks the contract/,
    ],
    ["an unknown profile", "baseUrl: http://x\nprofile: atlsa\n", /did you mean "atlas"\?/],
  ])("with %s is refused with the place and the remedy", (_what, text, message) => {
    expect(() => open(text, ENVIRONMENT)).toThrow(message);
  });

  it("names the variable that is not set, and never its value", () => {
    expect(() => open("baseUrl: http://x\ncredentials:\n  main: { public: A, private: B }\n", { A: "secret" })).toThrow(
      /:3: credentials\.main\.private names the environment variable B, which is not set/,
    );
  });

  it("that does not exist is named", () => {
    expect(() => readTargetFile(join(folder, "none.yml"))).toThrow(/none\.yml cannot be read/);
  });
});
