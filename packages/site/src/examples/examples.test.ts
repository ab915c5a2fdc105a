import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { faults } from "@plumbline/reference";
import { describe, expect, it } from "vitest";
import { excerpt } from "./excerpt.ts";
import { failingAnswers, sentRequests } from "./gather.ts";
import { lasting } from "./lasting.ts";
import { neutral } from "./neutral.ts";
import { settled } from "./settled.ts";
import { readExamples } from "./stored.ts";

/** A rule of each kind, and some about keys, pages, bodies and the token endpoint. */
const SAMPLE = [
  "PAGE-ITEMS-ACCEPT",
  "SRCH-LIST-SCOPE",
  "ALT-KEPT",
  "AUTH-DIGEST-TAMPER-REALM",
  "OP12-RESP",
  "CLU-DISK-RAM",
];
const stored = readExamples();
const entries = Object.entries(stored);

describe("examples", () => {
  it("are what the suite says of a reference with that fault", async () => {
    const found = await failingAnswers(SAMPLE);
    expect(Object.keys(found).sort()).toEqual(SAMPLE.toSorted());
    for (const [id, failing] of Object.entries(found)) {
      const kept = stored[id]?.failing;
      expect(kept && lasting(kept), `${id}: npm run docs:examples`).toBe(lasting(failing));
    }
  });

  it("say what a check sends where the rule is kept", async () => {
    const sent = await sentRequests({ only: ["PAGE-ITEMS-ACCEPT"] });
    expect(sent["PAGE-ITEMS-ACCEPT"]?.some((line) => line.endsWith("itemsPerPage=500 → 200"))).toBe(true);
    expect(stored["PAGE-ITEMS-ACCEPT"]?.sent?.length).toBe(sent["PAGE-ITEMS-ACCEPT"]?.length);
  });

  it("are there for nearly every rule that a fault breaks, by faults that break it", () => {
    const breakable = new Set(faults.flatMap(({ violates }) => violates));
    const shown = entries.flatMap(([id, { failing }]) => (failing === undefined ? [] : [{ id, failing }]));
    expect(shown.length).toBeGreaterThan(breakable.size * 0.95);
    const astray = shown.filter(({ id, failing }) =>
      faults.every((fault) => fault.id !== failing.fault || !fault.violates.includes(id)),
    );
    expect(astray.map(({ id }) => id)).toEqual([]);
  });

  it("hold no port, no key and no proof of one, and no more than a page needs", () => {
    const text = JSON.stringify(stored);
    for (const secret of [
      /127\.0\.0\.1:\d|localhost|\/(?:root|home|tmp|work)\//,
      /(?:nonce|response|username)=\\"(?!…).{20}/,
      /[Aa]uthorization: (?:Basic|Bearer) (?!…|\*).{20}/,
      /(?:access_token|client_secret|password)[\W]{1,8}(?!\*)[\w-]{12,}/,
    ])
      expect(secret.exec(text)?.[0]).toBeUndefined();
    const { size } = statSync(fileURLToPath(new URL("../../examples.json", import.meta.url)));
    expect(size).toBeLessThan(900_000);
  });

  it("stay as they were where nothing but ids, moments and figures is new", () => {
    const before = { A: { sent: ["GET /x/32b6e34b3d91647abb20e7b8 → 200"] }, B: { sent: ["GET /y → 200"] } };
    const found = { A: { sent: ["GET /x/c43a8c3ba08ff49b00006d04 → 200"] }, B: { sent: ["PUT /y → 200"] }, C: {} };
    expect(settled(before, found)).toEqual({ A: before.A, B: found.B, C: {} });
  });
});

describe("excerpt", () => {
  it("keeps the way to what decided, and says how much is left out", () => {
    const records = Array.from({ length: 9 }, (_, id) => ({ id, name: "a", status: "OPEN" }));
    expect(excerpt(JSON.stringify({ results: records, totalCount: 9 }), "/results/4/status", 40)).toMatch(
      /"results": \[[\s\S]*"status": "OPEN"[\s\S]*… 6 more[\s\S]*"totalCount": 9/,
    );
  });

  it("cuts what is no JSON, and what is very long", () => {
    expect(excerpt("x".repeat(900), "", 20)).toHaveLength(241);
    expect(excerpt(JSON.stringify(Object.fromEntries("abcdefgh".split("").map((name) => [name, {}]))), "", 3)).toMatch(
      /…$/,
    );
  });

  it("is made of what is said without addresses and proofs", () => {
    expect(neutral('http://127.0.0.1:4711/a nonce="1.x" host 127.0.0.1:80')).toBe(
      'http://127.0.0.1/a nonce="…" host 127.0.0.1',
    );
  });
});
