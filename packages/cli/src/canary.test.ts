import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./main-call.test-support.ts";
import { FORMATS } from "./output/formats.ts";

const SECRET = "canary/private+key";

/** Sends back every form of the secret that it knows of, in head and body, and makes members of answers up with it. */
const server = createServer((request, response) => {
  const repeated = `${SECRET} ${encodeURIComponent(SECRET)} ${btoa(`canary-user:${SECRET}`)}`;
  response.writeHead(request.headers.authorization ? 200 : 401, {
    "content-type": "application/json",
    "www-authenticate": 'Digest realm="r", nonce="n", algorithm=MD5, qop="auth", stale=false',
    "x-echo": repeated,
  });
  response.end(JSON.stringify({ results: [{ [`name-${SECRET}`]: repeated }], totalCount: repeated, colour: repeated }));
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

describe("a secret that the target repeats", () => {
  it("is in no file of a run, whatever its format, nor in what is printed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-canary-"));
    const { port } = server.address() as AddressInfo;
    const args = ["run", "--target", `http://127.0.0.1:${port}`, "--group", "32b6e34b3d91647abb20e7b8"];
    const more = ["--area", "ALT,ERR", "--verbose", "--format", Object.keys(FORMATS).join(","), "--out", folder];
    const environment = { PLUMBLINE_PUBLIC_KEY: "canary-user", PLUMBLINE_PRIVATE_KEY: SECRET };
    const { out, note, code } = await call([...args, ...more], environment);
    expect(code).toBe(1);
    const files = readdirSync(folder);
    expect(files.sort()).toEqual([...Object.values(FORMATS).map(({ file }) => file), "journal.ndjson"].sort());
    const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
    const packed = /id="exchange-data">([^<]*)</u.exec(texts.get("index.html") ?? "")?.[1] ?? "";
    texts.set("exchanges of index.html", gunzipSync(Buffer.from(packed, "base64")).toString());
    texts.set("what is printed", out + note);
    expect(texts.get("exchanges of index.html")).toContain("x-echo");
    const forms = [SECRET, SECRET.replace("/", "\\/"), encodeURIComponent(SECRET), btoa(`canary-user:${SECRET}`)];
    for (const [name, text] of texts) for (const form of forms) expect(text.includes(form), name).toBe(false);
  }, 60_000);
});
