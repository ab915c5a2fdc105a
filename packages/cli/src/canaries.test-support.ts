import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** Secrets that contain every character with a special meaning in some format, and words that occur nowhere else. */
export const CANARIES = {
  main: `qz7"&<>\\%41'wk é😀 \${HOME} /+=~#?;:|ZQv9`,
  other: "%2541&#65;&amp;\\u0041\\n<!--]]>qWv8\u2028zKj5",
  client: "cl13nt%3Cs%22cr3t&quot;<b>'x'QvZ8--wK7",
  metrics: `m3tr1c5: "p\\\\ss" %%41 {{x}} [zQv](wk)`,
  /** Secrets sent in headers, which allow no other characters than these. */
  bearer: `tkn.${"aZ09-_~+/".repeat(12)}QvK7zW9==`,
  given: `eyJ${"kQ7vW-zX_".repeat(10)}%41.sig+Zq9/wV`,
  cookie: `sid-QvZw7k%41&'|${"Zq8".repeat(8)}`,
} as const;

const bytesOf = (text: string): readonly string[] =>
  Array.from(Buffer.from(text), (byte) => byte.toString(16).padStart(2, "0"));
const NAMES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const html = (text: string): string => text.replace(/[&<>"']/g, (one) => `&${NAMES[one]};`);
const units = (text: string): string =>
  text.replace(/[\s\S]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The encodings in which a server may repeat a text. */
export const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
  (text) =>
    bytesOf(text)
      .map((byte) => `%${byte}`)
      .join(""),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  json,
  (text) => json(json(text)),
  units,
  html,
  (text) => text.replace(/[^\w ]/gu, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
  (text) => html(json(text)),
  (text) => json(html(text)),
  (text) => bytesOf(text).join(""),
  (text) => bytesOf(text).join("").toUpperCase(),
  (text) => Buffer.from(text).toString("base64"),
  (text) => Buffer.from(`:${text}`).toString("base64"),
  (text) => Buffer.from(`::${text}`).toString("base64"),
  (text) => Buffer.from(`user:${text}`).toString("base64url"),
  (text) => new URLSearchParams({ x: text }).toString(),
];

/** A text in the form in which a header, reason phrase or trailer can carry it: in UTF-8, and on one line. */
const inHeader = (text: string): string => Buffer.from(text.replace(/[\n\r]/g, "")).toString("latin1");

/**
 * A server that repeats secrets in every place that it can write to: names, ids, members, headers and their names,
 * reason phrase, cookies, locations, links, trailers and errors. Each answer uses another encoding, with another length
 * of text before it. Its token endpoint issues a token, which it repeats from then on.
 */
export async function parrot(known: readonly string[], given: string) {
  const secrets = [...known];
  let turn = 0;
  const repeats = (request: IncomingMessage, response: ServerResponse): void => {
    turn += 1;
    const secret = secrets[turn % secrets.length] ?? "";
    const encode = ENCODINGS[Math.floor(turn / secrets.length) % ENCODINGS.length] ?? json;
    const said = encode(secret);
    const own = request.headers.authorization ?? "";
    if (request.url?.endsWith("/oauth/token") && own.startsWith("Basic ")) {
      if (!secrets.includes(given)) secrets.push(given);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ access_token: given, token_type: "Bearer", expires_in: 3600 }));
      return;
    }
    const padded = `${"-".repeat((turn * 7) % 130)}${said}`;
    const isMade = request.method === "POST";
    const status = own === "" ? 401 : turn % 5 === 0 ? 400 : turn % 11 === 0 ? 302 : isMade ? 201 : 200;
    const name = bytesOf(secret).join("");
    const record = { id: turn % 2 === 0 ? said : secret, name: padded, groupId: said, status: padded, [said]: said };
    const body = JSON.stringify({
      ...record,
      results: [record, { ...record, eventTypeName: padded, typeName: padded, links: [{ rel: said, href: padded }] }],
      totalCount: said,
      error: status,
      errorCode: padded,
      detail: `${padded} ${own}`,
      parameters: [said],
      links: [{ rel: "self", href: `http://h/${said}` }],
      // A truncated body must not end inside a secret, because the rest of that secret would be another text.
      end: "-".repeat(30),
    });
    response.writeHead(status, inHeader(padded), [
      ...["content-type", turn % 13 === 0 ? "text/html" : "application/json"],
      ...["trailer", "x-last"],
      ...[
        "www-authenticate",
        `Digest realm="r ${inHeader(encodeURIComponent(secret))}", nonce="n", algorithm=MD5, qop="auth"`,
      ],
      ...["set-cookie", `s=${inHeader(encodeURIComponent(secret))}`],
      ...["location", `/x/${inHeader(said)}`],
      ...["link", `<${inHeader(said)}>; rel=next`],
      ...["retry-after", "0"],
      ...["x-echo", inHeader(padded)],
      ...[`x-${name}`, inHeader(said)],
    ]);
    response.write(turn % 17 === 0 ? body.slice(0, -30) : body);
    response.addTrailers([["x-last", inHeader(said)]]);
    response.end();
  };
  const server = createServer((request, response) => {
    request.resume().on("end", () => repeats(request, response));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, turns: () => turn, close };
}

/**
 * Characters of a secret that may appear in a text: by chance, or because base64 encodes them together with their
 * neighbours.
 */
export const LEFT = 7;

/** The secrets that can be read from a text, each with the part that was found. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  const packed: string[] = [];
  // Compressed data is unpacked, and only the result is searched.
  const plain = text.replaceAll(/(?<=id="exchange-data">)[^<]*(?=<)/gu, (data) => {
    packed.push(gunzipSync(Buffer.from(data, "base64")).toString());
    return "";
  });
  const whole = [...new Set([plain, ...packed].flatMap(readings))].join("\n\n");
  return secrets.flatMap((secret) => {
    // Each run of more than LEFT characters contains one of these pieces completely.
    for (let at = 0; at + PIECE <= secret.length; at += PIECE) {
      const piece = secret.slice(at, at + PIECE);
      for (let found = whole.indexOf(piece); found >= 0; found = whole.indexOf(piece, found + 1)) {
        const run = runAt(whole, found, secret, at);
        if (run.length > LEFT) return [`${run} of ${secret}: ${whole.slice(Math.max(0, found - 60), found + 60)}`];
      }
    }
    return [];
  });
}

const PIECE = (LEFT + 1) / 2;

/** The longest part of a secret that agrees with a text around a match. */
function runAt(text: string, found: number, secret: string, at: number): string {
  let [from, to] = [0, PIECE];
  while (from < at && text[found - from - 1] === secret[at - from - 1]) from += 1;
  while (at + to < secret.length && text[found + to] === secret[at + to]) to += 1;
  return secret.slice(at - from, at + to);
}

/** The texts that result from undoing the encodings, up to three times. */
function readings(text: string): readonly string[] {
  const layers = [text];
  for (let depth = 0; depth < 3; depth += 1) layers.push(undone(layers.at(-1) ?? ""));
  return layers.flatMap((layer) => [layer, layer.replaceAll("+", " "), bytesIn(layer)]);
}

const undone = (text: string): string =>
  text
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString())
    .replace(/\\+u([0-9a-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
    .replace(/&#x([0-9a-f]{1,5});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(amp|lt|gt|quot|apos|#34|#39|#38|#60|#62);/g, (whole, name: string) => characterOf(name) ?? whole)
    .replace(/\\(["\\/])/g, "$1");

const characterOf = (name: string): string | undefined =>
  name.startsWith("#")
    ? String.fromCharCode(Number(name.slice(1)))
    : Object.entries(NAMES).find(([, one]) => one === name)?.[0];

function bytesIn(text: string): string {
  const matching = (pattern: RegExp): readonly string[] => [...new Set(text.match(pattern))];
  const words = matching(/[A-Za-z0-9+/_-]{12,}/g).flatMap((word) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(word.slice(skip), "base64").toString()),
  );
  const digits = matching(/[0-9a-f]{16,}/gi).flatMap((word) =>
    [0, 1].map((skip) => Buffer.from(word.slice(skip), "hex").toString()),
  );
  return [...words, ...digits].join("\n");
}
