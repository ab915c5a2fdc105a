// Records the answers of a server in a run or a campaign as they are on the wire.
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { conduct } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { targetOfReference } from "../../cli/dist/targets/reference.js";
import { openFront } from "../safety/front.mjs";
import { startProxy } from "./prism.mjs";

/** Passes each answer to `onAnswer`, which may be slower than the run: all its promises are awaited at the end. */
export async function record({ profile, variants = [], requirements, seed = 1, selection }, onAnswer) {
  const reference = await startReference({ profile, variants, seed });
  const waiting = [];
  // A client keeps only the beginning of a large body; the front sees all of it.
  const front = await openFront(reference.url, async (request, pass) => {
    const answer = await pass(request);
    const { status, rawHeaders: headers, body } = answer;
    const { method, path } = request;
    waiting.push(onAnswer({ method, path, status, headers, body: decoded(headers, body) }));
    return answer;
  });
  const target = targetOfReference(reference, []);
  const metricsUrl = front.url + new URL(target.metricsUrl).pathname;
  try {
    await conduct(
      { ...target, baseUrl: front.url, metricsUrl },
      { requirements, selection, seed, command: "proxy", runId: "proxy", toolVersion: "0.0.0", keepExchanges: 100 },
    );
  } finally {
    await front.close();
    await reference.close();
  }
  await Promise.all(waiting);
  return waiting.length;
}

/**
 * A run through a Prism between suite and server, which forwards digests, addresses and bodies unchanged. Passes on
 * each request with Prism's judgement of its answer, and returns the number of answers and the requirements that turned
 * red.
 */
export async function runThrough({ profile, document, requirements, selection }, onTold) {
  const reference = await startReference({ profile, seed: 1 });
  const prism = await startProxy(document, reference.url);
  const target = targetOfReference(reference, []);
  const metricsUrl = prism.url + new URL(target.metricsUrl).pathname;
  let answered = 0;
  try {
    const { verdicts } = await conduct(
      { ...target, baseUrl: prism.url, metricsUrl },
      {
        requirements,
        selection,
        seed: 1,
        command: "proxy",
        runId: "proxy",
        toolVersion: "0.0.0",
        keepExchanges: 100,
        onWire: ({ request: { method, url }, response }) => {
          if ("fault" in response) return;
          answered += 1;
          const { status, headers, body } = response;
          const told = headers.find(([name]) => name.toLowerCase() === "sl-violations")?.[1];
          if (told !== undefined) onTold({ method, path: new URL(url).pathname, status, headers, body }, told);
        },
      },
    );
    const red = verdicts.filter(({ outcome }) => ["fail", "warn", "flaky", "harness-error"].includes(outcome));
    return { answered, red: [...new Set(red.map(({ requirement }) => requirement))].sort() };
  } finally {
    await prism.close();
    await reference.close();
  }
}

function decoded(headers, body) {
  const coding = headers.find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
  return (coding === undefined || body.length === 0 ? body : CODINGS[coding](body)).toString("utf8");
}

const CODINGS = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  // Some servers omit the zlib header, whose first byte has 8 in its low four bits.
  deflate: (body) => ((body[0] & 15) === 8 ? inflateSync(body) : inflateRawSync(body)),
};
