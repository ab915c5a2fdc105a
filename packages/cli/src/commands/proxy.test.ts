import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createRaw } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "@plumbline/report";
import { neutral } from "@plumbline/schemas";
import { expect, it, onTestFinished } from "vitest";
import { call } from "../main-call.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-proxy-"));

/** Runs the proxy around a client that requests these paths. */
async function around(name: string, paths: readonly string[], ...flags: readonly string[]) {
  const out = join(folder, name);
  // A word before a path is the method.
  const script = `for (const asked of ${JSON.stringify(paths).replaceAll('"', "'")}) { const [path, method = 'GET'] = asked.split(' ').reverse(); const answer = await fetch(process.env.PLUMBLINE_PROXY_URL + path, { method }); await answer.text(); }`;
  const command = `"${process.execPath}" --input-type=module -e "${script}"`;
  const done = await call(
    ["proxy", "--out", out, "--format", "json", "--exec", command, ...flags],
    process.env as Record<string, string>,
  );
  const report = JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as Report;
  return { ...done, report, text: saidOf(report) };
}

const saidOf = ({ doctor }: Report): string =>
  doctor.flatMap(({ subject, text }) => (subject === "traffic" ? text : [])).join("\n");

const ALERTS = `/api/${neutral.product}/v1.0/groups/${"0".repeat(24)}/alerts`;

it("judges what a client is answered, and counts what is none of the interface", async () => {
  const { code, out, report, text } = await around("honest", [ALERTS, "/favicon.ico"], "--target", "reference");
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+ forwards to http/);
  expect(text).toBe(
    "1 exchange was judged\n1 of 2 exchanges was left out\n1 left out: the target offers no such operation",
  );
  expect(report.verdicts.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(5);
  expect(report.verdicts.filter(({ outcome }) => outcome === "fail")).toEqual([]);
  expect(code).toBe(0);
});

it("compares nothing across a write that the server did not answer", async () => {
  const configs = `/api/${neutral.product}/v1.0/groups/${"a".repeat(24)}/alertConfigs`;
  const server = createServer((request, answer) => {
    if (request.method === "DELETE") request.socket.resetAndDestroy();
    else answer.writeHead(200, { "content-type": "application/json" }).end('{"results":[],"totalCount":0}');
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rejects = async (name: string, ...between: readonly string[]): Promise<string | undefined> => {
    const paths = [configs, ...between, `${configs}?itemsPerPage=0`];
    const { report } = await around(name, paths, "--target", url);
    return report.verdicts.find(({ check }) => check === "PAGE-ITEMS-REJECT@listAlertConfigs/v1.0")?.outcome;
  };
  expect(await rejects("together")).toBe("fail");
  expect(await rejects("apart", `DELETE ${configs}/${"b".repeat(24)}`)).toBe("not-applicable");
});

it("ends with 1 where an answer breaks a MUST", async () => {
  const { code, report } = await around("faulty", [ALERTS], "--target", "reference", "--fault", "AU-03");
  const broken = report.verdicts.filter(({ outcome }) => outcome === "fail");
  expect(broken.map(({ check }) => check)).toEqual(["AUTH-CHALLENGE-QOP@listAlerts/v1.0"]);
  expect(broken[0]?.evidence).toEqual(["1"]);
  expect(code).toBe(1);
});

it("is reached with https by clients that trust its certificate authority, and by no others", async () => {
  const { code, out, text } = await around("tls", [ALERTS], "--target", "reference", "--tls");
  expect(out).toMatch(/^https:\/\/127\.0\.0\.1:\d+ forwards to http:/);
  expect(out).toContain(`--cacert ${join(folder, "tls", "proxy-ca.pem")}`);
  expect(readFileSync(join(folder, "tls", "proxy-ca.pem"), "utf8")).not.toContain("PRIVATE");
  expect(text).toBe("1 exchange was judged");
  expect(code).toBe(0);
  const doubting = `process.env.NODE_EXTRA_CA_CERTS = ''; await fetch(process.env.PLUMBLINE_PROXY_URL).catch((e) => process.exit(e.cause.code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' ? 9 : 8))`;
  const command = `NODE_EXTRA_CA_CERTS= "${process.execPath}" --input-type=module -e "${doubting}"`;
  const args = ["proxy", "--target", "reference", "--tls", "--out", join(folder, "doubt"), "--exec", command];
  expect((await call(args, process.env as Record<string, string>)).code).toBe(9);
});

it("ends as its command did where nothing is broken", async () => {
  const done = await call([
    ...["proxy", "--target", "reference", "--out", join(folder, "command"), "--format", "json", "--quiet"],
    ...["--exec", `"${process.execPath}" -e "process.exit(7)"`],
  ]);
  expect(done.code).toBe(7);
  expect(done.note).toContain("the command of --exec ended with 7");
});

it("says what is wrong with what it is given", async () => {
  expect(await call(["proxy", "npm", "test"])).toMatchObject({ code: 2, note: expect.stringContaining("--exec") });
  expect(await call(["proxy", "--target", "reference", "--port", "70000"])).toMatchObject({ code: 2 });
});

it("keeps all that passes without secrets, which is judged the same from the file", async () => {
  const out = join(folder, "recorded");
  const { report } = await around("direct", [ALERTS, `${ALERTS}?pageNum=0`], "--target", "reference", "--record", out);
  const recording = join(out, "traffic.har");
  const again = await call(
    ["judge", recording, "--out", out, "--format", "json", "--target", report.target.url],
    process.env as Record<string, string>,
  );
  expect(again.code).toBe(0);
  const judged = JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as Report;
  const outcomes = ({ verdicts }: Report) =>
    verdicts.filter(({ outcome }) => outcome !== "not-applicable").map(({ check, outcome }) => `${check} ${outcome}`);
  expect(outcomes(judged)).toEqual(outcomes(report));
});

/** A server that answers every request with a list of this many records. */
async function listing(count: number): Promise<string> {
  const record = { id: "b".repeat(24), groupId: "0".repeat(24), status: "OPEN", note: "n".repeat(100) };
  const results = Array.from({ length: count }, () => record);
  const server = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "application/json" });
    answer.end(JSON.stringify({ links: [], results, totalCount: count }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("records the whole of a large body, and judges what a run would keep of it", async () => {
  const out = join(folder, "large");
  const { text } = await around("large", [ALERTS], "--target", await listing(2_000), "--record", out);
  expect(text).toBe("1 exchange was judged");
  const [entry] = JSON.parse(readFileSync(join(out, "traffic.har"), "utf8")).log.entries;
  expect(JSON.parse(entry.response.content.text).results).toHaveLength(2_000);
  expect(readFileSync(join(folder, "large", "exchanges.ndjson"), "utf8")).toContain('"truncated":true');
});

it("goes on where an answer cannot be passed on, and says so in report, terminal and summary", async () => {
  const server = createRaw((socket) => {
    socket
      .on("error", () => undefined)
      .once("data", () => socket.end("HTTP/1.1 099 \u0007\r\nContent-Length: 0\r\n\r\n"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const said = "2 left out: the proxy could not forward the server's answer";
  const { code, out, text } = await around("unpassable", [ALERTS, ALERTS], "--target", target, "--format", "markdown");
  expect(code).toBe(3);
  expect(text).toContain(said);
  expect(out).toContain(said);
  expect(readFileSync(join(folder, "unpassable", "summary.md"), "utf8")).toContain(said);
});

it("leaves out an answer that is more than anybody looks at, and says so", async () => {
  const { code, text } = await around("too-large", [ALERTS], "--target", await listing(5_001));
  expect(text).toContain("1 left out: an answer is too large to judge: more than 5000 items in one list");
  expect(code).toBe(3);
});
