import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startReference } from "@plumbline/reference";
import type { Report } from "@plumbline/report";
import { atlas, neutral } from "@plumbline/schemas";
import { describe, expect, it, onTestFinished } from "vitest";
import { noOpenssl, selfSigned } from "./certificate.test-support.ts";
import {
  belowPath,
  cutAfter,
  type Front,
  overTls,
  proxyTo,
  refusing,
  underAnyProduct,
  without,
} from "./front.test-support.ts";
import { call } from "./main-call.test-support.ts";
import { readReport } from "./output/read-report.ts";
import { readTargetFile } from "./target-file/read.ts";

const KEYS = { keys: { all: { publicKey: "public", privateKey: "private" } } };
const environment = { PLUMBLINE_PUBLIC_KEY: "public", PLUMBLINE_PRIVATE_KEY: "private" };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-way-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function served(options: Parameters<typeof startReference>[0] = {}) {
  const reference = await startReference({ secrets: KEYS, ...options });
  onTestFinished(() => reference.close());
  return reference;
}

async function opened<T extends Front>(front: Promise<T>): Promise<T> {
  const { close } = await front;
  onTestFinished(close);
  return front;
}

/** Enough of the interface to show that its paths, parameters and ids are found. */
const OPERATIONS = "listAlerts,getAlert,listAlertConfigs,getAlertConfig,getAuditing,getAccessLogsByCluster";

/** Runs the checks that only read. */
async function judged(
  folder: string,
  target: string,
  flags: readonly string[] = [],
  more: typeof environment | object = {},
) {
  const out = join(folder, "report");
  const selection = flags.includes("--only") ? [] : ["--area", "OPS,ACC", "--operation", OPERATIONS];
  const { code, note, ...printed } = await call(["run", "--target", target, "--out", out, ...selection, ...flags], {
    ...environment,
    ...more,
  });
  const report: Report = readReport(out);
  // The output is wrapped.
  return { code, said: (note + printed.out).replace(/\s+/g, " "), report };
}

const outcomes = ({ verdicts }: Report) => Object.fromEntries(verdicts.map(({ check, outcome }) => [check, outcome]));
const accused = ({ verdicts }: Report) =>
  verdicts.filter(({ outcome }) => ["fail", "warn", "flaky", "harness-error"].includes(outcome));
const portOf = (url: string): number => Number(new URL(url).port);

describe("a target is judged the same", () => {
  it("below a path of its own", async () => {
    const reference = await served();
    const group = ["--group", reference.world.projectId, "--profile", "neutral"];
    const direct = await judged(newFolder(), reference.url, group);
    const { port } = await opened(belowPath("/some/prefix", reference));
    const below = await judged(newFolder(), `http://127.0.0.1:${port}/some/prefix/`, group);
    expect(accused(below.report)).toEqual([]);
    expect(outcomes(below.report)).toEqual(outcomes(direct.report));
    expect(below.report.counts.byLevel.MUST.pass).toBeGreaterThan(10);
  });

  it("at an address of IPv6", async (context) => {
    const reference = await startReference({ secrets: KEYS, host: "::1" }).catch(() => undefined);
    if (reference === undefined) return context.skip("this machine has no IPv6");
    onTestFinished(() => reference.close());
    expect(reference.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    const { code, report } = await judged(newFolder(), reference.url, ["--group", reference.world.projectId]);
    expect([code, accused(report)]).toEqual([3, []]);
    expect(report.counts.byLevel.MUST.pass).toBeGreaterThan(10);
  });
});

describe("a server that is known by its product alone", () => {
  it("is not accused of paths that the description does not state, until somebody states them", async () => {
    const folder = newFolder();
    const elsewhere = { "1.0": null, "2": { method: "GET", path: "/groups/{groupId}/alarms" } } as const;
    const profile = { ...neutral, product: "clusters", routes: { listAlerts: elsewhere } };
    const reference = await served({ profile });
    const file = join(folder, "target.yml");
    const run = (stated: string) => {
      const main = "{ public: PLUMBLINE_PUBLIC_KEY, private: PLUMBLINE_PRIVATE_KEY }";
      writeFileSync(file, `baseUrl: ${reference.url}\nprofile: ${stated}\ncredentials: { main: ${main} }\n`);
      return judged(folder, file);
    };
    const lenient = await run("{ product: clusters }");
    expect(accused(lenient.report)).toEqual([]);
    expect(lenient.report.counts.byLevel.MUST.pass).toBeGreaterThan(10);
    const waiting = lenient.report.verdicts.filter(({ operation }) => operation === "listAlerts");
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.every(({ outcome }) => ["could-not-run", "not-applicable"].includes(outcome))).toBe(true);

    const strict = await run("{ base: neutral, product: clusters }");
    expect([strict.code, accused(strict.report).map(({ operation }) => operation)]).toEqual([
      1,
      expect.arrayContaining(["listAlerts"]),
    ]);
    expect(new Set(accused(strict.report).map(({ operation }) => operation))).toEqual(new Set(["listAlerts"]));
  });

  it("has its value named after it, in what is sent and in what is taken", async () => {
    const folder = newFolder();
    const reference = await served({ profile: { ...neutral, product: "clusters" } });
    const file = join(folder, "target.yml");
    const run = (more: string) => {
      const main = "{ public: PLUMBLINE_PUBLIC_KEY, private: PLUMBLINE_PRIVATE_KEY }";
      const text = `baseUrl: ${reference.url}\ncredentials: { main: ${main} }\nallow: [create, costly, irreversible]\n`;
      writeFileSync(
        file,
        `${text}fixtures: { groupId: ${reference.world.projectId} }\nprofile:\n  product: clusters\n${more}`,
      );
      return judged(folder, file, ["--only", "CLU-ENUM-CONFIGSERVERMANAGEMENTMODE"]);
    };
    const right = await run("");
    expect(accused(right.report)).toEqual([]);
    expect(right.report.verdicts.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(0);
    const wrong = await run("  values: { configServerManagementMode: { PRODUCT_MANAGED: OTHERS_MANAGED } }\n");
    expect(accused(wrong.report).length).toBeGreaterThan(0);
  });
});

describe.skipIf(noOpenssl)("a certificate that has signed itself (needs openssl)", () => {
  it("is trusted with --ca and with tls.ca, and without either the message says so", async () => {
    const folder = newFolder();
    const reference = await served();
    const certificate = selfSigned(folder);
    const { port } = await opened(overTls(portOf(reference.url), certificate));
    const url = `https://localhost:${port}`;
    const flags = ["--group", reference.world.projectId, "--profile", "neutral"];

    const refused = await judged(folder, url, flags);
    expect([refused.code, refused.report.outcome]).toEqual([4, "unreachable"]);
    expect(refused.said).toMatch(
      /trust its certificate, .*--ca FILE, tls\.ca in the target file, or NODE_EXTRA_CA_CERTS/,
    );
    expect(refused.report.verdicts).toEqual([]);

    const trusted = await judged(folder, url, [...flags, "--ca", certificate.certFile]);
    expect(accused(trusted.report)).toEqual([]);
    expect(trusted.report.counts.byLevel.MUST.pass).toBeGreaterThan(10);

    const file = join(folder, "target.yml");
    const main = "{ public: PLUMBLINE_PUBLIC_KEY, private: PLUMBLINE_PRIVATE_KEY }";
    const text = `baseUrl: ${url}\nprofile: neutral\ncredentials: { main: ${main} }\nfixtures: { groupId: ${reference.world.projectId} }\n`;
    writeFileSync(file, `${text}tls: { ca: cert.pem }\n`);
    expect(outcomes((await judged(folder, file)).report)).toEqual(outcomes(trusted.report));
  });

  it("is trusted by the line that asks for tokens of a service account too", async () => {
    const folder = newFolder();
    const reference = await served();
    const certificate = selfSigned(folder);
    const { port } = await opened(overTls(portOf(reference.url), certificate));
    const { clientId: ID, clientSecret: SECRET } = reference.serviceAccount;
    const file = join(folder, "target.yml");
    writeFileSync(
      file,
      `baseUrl: https://127.0.0.1:${port}\nprofile: neutral\ncredentials: { main: { id: ID, secret: SECRET } }\n`,
    );
    const { report } = await judged(folder, file, ["--ca", certificate.certFile], { ID, SECRET });
    expect(report.doctor).toContainEqual({
      subject: "credentials",
      state: "ok",
      text: "the target accepts the main token: 200",
    });
  });
});

describe("plumbline init --probe", () => {
  const init = (folder: string, url: string, flags: readonly string[] = [], more: object = {}) =>
    call(["init", "--url", url, "--probe", "--out", join(folder, "begun.yml"), ...flags], { ...environment, ...more });
  const begun = (folder: string) => readTargetFile(join(folder, "begun.yml")).file;

  it.skipIf(noOpenssl)("trusts what --ca names, and has the file name it too (needs openssl)", async () => {
    const folder = newFolder();
    const reference = await served();
    const certificate = selfSigned(folder);
    const { port } = await opened(overTls(portOf(reference.url), certificate));
    const url = `https://127.0.0.1:${port}`;

    const refused = await init(folder, url);
    expect([refused.code, refused.note]).toEqual([4, expect.stringMatching(/trust its certificate.*--ca FILE/)]);
    expect(existsSync(join(folder, "begun.yml"))).toBe(false);

    expect(await init(folder, url, ["--ca", certificate.certFile])).toMatchObject({ code: 0 });
    expect(begun(folder)).toMatchObject({
      tls: { ca: "cert.pem" },
      profile: "neutral",
      fixtures: { groupId: reference.world.projectId },
    });
    // Each run finds ids in the lists again; in the file they would outlive their records.
    expect(Object.keys(begun(folder).fixtures ?? {})).toEqual(["groupId"]);
    expect(readFileSync(join(folder, "begun.yml"), "utf8")).toContain("  # alertConfigId: ");
    const { report } = await judged(folder, join(folder, "begun.yml"));
    expect([accused(report), report.counts.byLevel.MUST.pass > 10]).toEqual([[], true]);
  });

  it("goes through the proxy that a run goes through", async () => {
    const folder = newFolder();
    const reference = await served();
    const proxy = await opened(proxyTo(portOf(reference.url)));
    const through = { http_proxy: `http://127.0.0.1:${proxy.port}` };
    const { code } = await init(folder, "http://target.example:8080", [], through);
    expect([code, begun(folder).fixtures?.["groupId"]]).toEqual([0, reference.world.projectId]);
    expect(new Set(proxy.asked)).toEqual(new Set(["CONNECT target.example:8080"]));
    const direct = await init(newFolder(), "http://target.invalid:8080");
    expect([direct.code, direct.note]).toEqual([4, expect.stringContaining("cannot be reached")]);
  });

  it.skipIf(noOpenssl)("goes through the proxy of https targets with a key (needs openssl)", async () => {
    const folder = newFolder();
    const reference = await served();
    const certificate = selfSigned(folder);
    const { port } = await opened(overTls(portOf(reference.url), certificate));
    const proxy = await opened(proxyTo(port));
    const through = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { code } = await init(folder, "https://target.example", ["--ca", certificate.certFile], through);
    expect([code, new Set(proxy.asked)]).toEqual([0, new Set(["CONNECT target.example:443"])]);
    expect(begun(folder)).toMatchObject({
      baseUrl: "https://target.example",
      fixtures: { groupId: reference.world.projectId },
    });
  });

  it("asks under the product that --product names, and writes it into the file", async () => {
    const folder = newFolder();
    const reference = await served({ profile: { ...atlas, product: "nimbus" } });
    const without = await init(folder, reference.url);
    expect([without.code, without.note]).toEqual([2, expect.stringContaining("name it with --product")]);
    const odd = await init(folder, reference.url, ["--product", "/api/nimbus/v2"]);
    expect([odd.code, odd.note]).toEqual([2, expect.stringMatching(/^plumbline: --product .*did you mean nimbus\?/)]);
    expect(await init(folder, reference.url, ["--product", "nimbus"])).toMatchObject({ code: 0 });
    expect(begun(folder)).toMatchObject({
      profile: { base: "atlas", product: "nimbus" },
      fixtures: { groupId: reference.world.projectId },
    });
    const { report } = await judged(folder, join(folder, "begun.yml"));
    expect([accused(report), report.counts.byLevel.MUST.pass > 10]).toEqual([[], true]);
  });

  it("tries every profile that comes along, and says which product an address has in it", async () => {
    const folder = newFolder();
    const theirs = await served({ profile: atlas });
    expect(await init(folder, theirs.url)).toMatchObject({ code: 0 });
    expect(begun(folder)).toMatchObject({ profile: "atlas", fixtures: { groupId: theirs.world.projectId } });
    rmSync(join(folder, "begun.yml"));
    const { url } = await served({ profile: { ...neutral, product: "clusters" } });
    const none = await init(folder, url);
    expect(none.code).toBe(2);
    expect(none.note).toMatch(
      /below .*\/api\/product\/v2; the server answers no operation below .*\/api\/atlas\/v2; .*--product/,
    );
    const long = await init(folder, `${url}/api/clusters/v2`);
    expect([long.code, long.note]).toEqual([
      2,
      expect.stringMatching(/leave out \/api\/clusters\/v2, and state "profile: \{ product: clusters \}"/),
    ]);
    expect(existsSync(join(folder, "begun.yml"))).toBe(false);
  });

  it("takes the profile in which a server that ignores the product has most operations", async () => {
    const folder = newFolder();
    const reference = await served({ profile: atlas });
    const { port } = await opened(underAnyProduct(reference));
    expect(await init(folder, `http://127.0.0.1:${port}`)).toMatchObject({ code: 0 });
    expect(begun(folder).profile).toBe("atlas");
    expect(readFileSync(join(folder, "begun.yml"), "utf8")).toContain("# init did not find: discoverMetricsTargets\n");
  });

  /** In the first answers and later; PLUMBLINE_FULL cuts at more of them. */
  it.each(process.env["PLUMBLINE_FULL"] === undefined ? [0, 5, 40] : [0, 1, 5, 20, 40])(
    "of a server that answers %d requests and no more writes nothing, and ends with 4",
    async (most) => {
      const folder = newFolder();
      const { port } = await opened(cutAfter(most, await served()));
      const { code, note } = await init(folder, `http://127.0.0.1:${port}`);
      expect([code, note]).toEqual([4, expect.stringContaining("cannot be reached")]);
      expect(existsSync(join(folder, "begun.yml"))).toBe(false);
    },
  );

  it("asks with a service account or a token if no key is set, and writes that credential into the file", async () => {
    const reference = await served();
    const { clientId, clientSecret } = reference.serviceAccount;
    const noKey = { PLUMBLINE_PUBLIC_KEY: "", PLUMBLINE_PRIVATE_KEY: "" };
    const account = { ...noKey, PLUMBLINE_CLIENT_ID: clientId, PLUMBLINE_CLIENT_SECRET: clientSecret };
    const folder = newFolder();
    const { code, out } = await init(folder, reference.url, [], account);
    expect([code, out]).toEqual([0, expect.stringContaining("Set PLUMBLINE_CLIENT_ID and PLUMBLINE_CLIENT_SECRET")]);
    expect(begun(folder)).toMatchObject({
      credentials: { main: { id: "PLUMBLINE_CLIENT_ID", secret: "PLUMBLINE_CLIENT_SECRET" } },
      fixtures: { groupId: reference.world.projectId },
    });
    const { report } = await judged(folder, join(folder, "begun.yml"), [], account);
    expect([accused(report), report.counts.byLevel.MUST.pass > 10]).toEqual([[], true]);

    const half = await init(newFolder(), reference.url, [], { ...noKey, PLUMBLINE_CLIENT_ID: clientId });
    expect([half.code, half.note]).toEqual([2, expect.stringContaining("a service account needs both")]);
    const [tokens] = reference.contract.operation("issueServiceToken").routes;
    const answer = await fetch(`${reference.url}${tokens?.path}`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    });
    const { access_token: PLUMBLINE_TOKEN = "" } = (await answer.json()) as { readonly access_token?: string };
    const other = newFolder();
    expect(await init(other, reference.url, [], { ...noKey, PLUMBLINE_TOKEN })).toMatchObject({ code: 0 });
    expect(begun(other).credentials).toMatchObject({ main: { token: "PLUMBLINE_TOKEN" } });
  });

  it("names the scheme of a server that offers no digest", async () => {
    const { port } = await opened(refusing('Basic realm="api"'));
    const { code, note } = await init(newFolder(), `http://127.0.0.1:${port}`);
    expect([code, note.replace(/\s+/g, " ")]).toEqual([
      2,
      expect.stringContaining("offers Basic and no Digest, which the description demands for keys"),
    ]);
  });

  it("notices that a server asks for credentials although it answers 404 to what it lacks", async () => {
    const folder = newFolder();
    const { port } = await opened(without("/fieldNames", await served()));
    const { code, note } = await init(folder, `http://127.0.0.1:${port}`, [], {
      PLUMBLINE_PUBLIC_KEY: "",
      PLUMBLINE_PRIVATE_KEY: "",
    });
    expect([code, note]).toEqual([2, expect.stringContaining("this server asks for credentials")]);
    expect(existsSync(join(folder, "begun.yml"))).toBe(false);
  });

  it("says which versions are served, and offers what is there in these", async () => {
    const folder = newFolder();
    const routes = { listAlerts: { "1.0": null, "2": null } };
    const all = (await served()).contract.operations.map(({ id }) => [id, { "1.0": null }] as const);
    const { url } = await served({ profile: { ...neutral, routes: { ...Object.fromEntries(all), ...routes } } });
    expect(await init(folder, url)).toMatchObject({ code: 0 });
    const { versions, offers } = begun(folder);
    expect(versions).toEqual(["2"]);
    expect(offers).toContain("getAlert");
    expect(offers).not.toContain("listAlerts");
    expect(offers).not.toContain("alerts");
  });
});
