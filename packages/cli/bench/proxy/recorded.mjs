// What a server answered in a run or a campaign, as it was on the wire.
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { conduct } from "@plumbline/conformance";
import { startReference } from "@plumbline/reference";
import { targetOfReference } from "../../dist/targets/reference.js";
import { openFront } from "../safety/front.mjs";

/** Hands each answer to `onAnswer`, which may be slower than the run: what it returns is waited for in the end. */
export async function record({ profile, variants = [], requirements, seed = 1, selection }, onAnswer) {
  const reference = await startReference({ profile, variants, seed });
  const waiting = [];
  // A client keeps the beginning of a large body only: the front sees each as it is.
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

function decoded(headers, body) {
  const coding = headers.find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
  return (coding === undefined || body.length === 0 ? body : CODINGS[coding](body)).toString("utf8");
}

const CODINGS = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  // Some servers leave out its header, which begins with 8.
  deflate: (body) => ((body[0] & 15) === 8 ? inflateSync(body) : inflateRawSync(body)),
};
