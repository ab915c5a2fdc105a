import { expect, onTestFinished, test } from "vitest";
import { connect } from "../connect.ts";
import { serveRaw } from "../server.test-support.ts";

const REFUSED = "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 5\r\n\r\nnope!";
const OPENED = "HTTP/1.1 200 Connection Established\r\n\r\n";
const ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** A proxy that answers CONNECT with these pieces, one packet each, and then every request with `later`. */
async function proxyThatSends(pieces: readonly string[], later = "") {
  const heard: string[] = [];
  const url = await serveRaw(async (socket) => {
    socket.setNoDelay(true).on("data", (chunk) => {
      heard.push(chunk.toString("latin1"));
      if (heard.length > 1 && later !== "") socket.write(later);
    });
    socket.once("data", async () => {
      for (const piece of pieces) {
        socket.write(Buffer.from(piece, "latin1"));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
  });
  return { url, heard };
}

async function askThrough(proxy: string, url = "http://target.example") {
  const connection = connect({ origins: [url], proxies: { http: proxy, https: proxy } });
  onTestFinished(() => connection.close());
  return (await connection.send({ method: "GET", url: `${url}/api` })).response;
}

test.each([
  ["in one packet", [REFUSED]],
  ["byte by byte", [...REFUSED]],
])("a refusal of CONNECT with a body, sent %s, ends the request with a fault", async (_how, pieces) => {
  const { url, heard } = await proxyThatSends(pieces);
  expect(await askThrough(url)).toMatchObject({
    fault: "refused",
    reach: "unsent",
    message: expect.stringContaining("it answered HTTP/1.1 407 Proxy Authentication Required"),
  });
  expect(heard).toHaveLength(1);
});

test("a proxy without an end of its head is refused, and not read for ever", async () => {
  const { url } = await proxyThatSends([`HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}`]);
  expect(await askThrough(url)).toMatchObject({ fault: "refused", reach: "unsent" });
});

test.each([
  ["all of it early", [OPENED + ANSWER]],
  ["its first bytes early", [OPENED + ANSWER.slice(0, 9), ANSWER.slice(9)]],
  ["a packet of its own", [OPENED, ANSWER]],
])("bytes of the target that follow the opened tunnel reach the request: %s", async (_how, pieces) => {
  const { url } = await proxyThatSends(pieces);
  expect(await askThrough(url)).toMatchObject({ status: 200, body: "ok" });
});

test("early bytes of a tunnel for TLS reach the TLS handshake", async () => {
  const { url } = await proxyThatSends([`${OPENED}no handshake of TLS`]);
  expect(await askThrough(url, "https://target.example")).toMatchObject({ fault: "tls", reach: "unsent" });
});

test("early bytes beyond ASCII stay as they are", async () => {
  const text = "schlüssel";
  const length = Buffer.byteLength(text);
  const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${Buffer.from(text).toString("latin1")}`;
  const { url } = await proxyThatSends([OPENED + answer]);
  expect(await askThrough(url)).toMatchObject({ status: 200, body: text });
});

test.each([
  ["me:p%40ss", "me:p@ss"],
  ["me:50%off", "me:50%off"],
  ["me:100%", "me:100%"],
  ["m%C3%BC:%ff", Buffer.from([0x6d, 0xc3, 0xbc, 0x3a, 0xff])],
  ["me", "me:"],
])("%s in the proxy's URL is sent decoded, with any other % as it is", async (user, pair) => {
  const { url, heard } = await proxyThatSends([OPENED], ANSWER);
  expect(await askThrough(url.replace("//", `//${user}@`))).toMatchObject({ status: 200 });
  expect(heard[0]).toContain(`Proxy-Authorization: Basic ${Buffer.from(pair).toString("base64")}\r\n`);
});

test("a proxy's URL without a user sends no Proxy-Authorization", async () => {
  const { url, heard } = await proxyThatSends([OPENED], ANSWER);
  await askThrough(url);
  expect(heard[0]).toBe("CONNECT target.example:80 HTTP/1.1\r\nHost: target.example:80\r\n\r\n");
});
