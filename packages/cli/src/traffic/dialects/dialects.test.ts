import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exchange } from "@plumbline/client";
import { harEntry, type Report } from "@plumbline/report";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../../main-call.test-support.ts";
import { chromium, cypress, firefox, playwright, safari } from "./browsers.test-support.ts";
import { axiosHarTracker, insomnia, postman } from "./clients.test-support.ts";
import { type Parts, partsOf } from "./parts.test-support.ts";
import { charles, fiddler, httpToolkit, mitmproxy } from "./proxies.test-support.ts";
import { type Session, session } from "./session.test-support.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-dialects-"));

/** Outcomes of the checks that this traffic shows. */
type Outcomes = ReadonlyMap<string, string>;

interface Judged {
  readonly outcomes: Outcomes;
  /** The number of passed checks of MUST rules. */
  readonly passed: number;
  /** Rules that compare several exchanges. */
  readonly asking: ReadonlySet<string>;
  /** The findings of the report about the file. */
  readonly told: string;
}

async function judged(file: string, url: string): Promise<Judged> {
  const out = `${file}.d`;
  const { code, note } = await call(["judge", file, "--target", url, "--out", out, "--format", "json", "--quiet"]);
  expect([0, 1], note).toContain(code);
  const { verdicts, doctor, counts, requirements } = JSON.parse(
    readFileSync(join(out, "report.json"), "utf8"),
  ) as Report;
  return {
    outcomes: new Map(
      verdicts.flatMap(({ check, outcome }) => (outcome === "not-applicable" ? [] : [[check, outcome] as const])),
    ),
    asking: new Set(requirements.flatMap(({ id, kind }) => (kind === "probe" || kind === "story" ? [id] : []))),
    passed: counts.byLevel.MUST.pass,
    told: doctor.flatMap(({ subject, text }) => (subject === "traffic" ? text : [])).join("; "),
  };
}

/** The archive of Plumbline's own proxy, which leaves out nothing. */
function own(exchanges: readonly Exchange[]): object {
  const entries = exchanges.flatMap(({ id, request, response, startedAt, milliseconds }) =>
    "status" in response
      ? harEntry({ id, at: 0, milliseconds, request, response: { ...response, truncated: false } }, startedAt)
      : [],
  );
  return { log: { version: "1.2", creator: { name: "Plumbline", version: "0" }, entries } };
}

type Writing = (session: readonly Parts[]) => object;
/** Proxies between client and server, which record everything. */
const WHOLE: Readonly<Record<string, Writing>> = { charles, fiddler, mitmproxy, httpToolkit };
/** Clients or parts of them: they record a handshake as one request with its last answer, without a credential. */
const HIDING: Readonly<Record<string, Writing>> = {
  chromium,
  firefox,
  safari,
  playwright,
  cypress,
  axiosHarTracker,
};
/** Writers without the time of an exchange. Nothing is compared if a write may lie between two reads. */
const TIMELESS: Readonly<Record<string, Writing>> = { insomnia, postman };

/**
 * Rules that cannot be seen if the client answers challenges itself and does not show credentials. A recorder between
 * client and server sees them.
 */
const UNSEEN: ReadonlySet<string> = new Set([
  "AUTH-CHALLENGE-AGAIN",
  "AUTH-CHALLENGE-ALGORITHM",
  "AUTH-CHALLENGE-NONCE",
  "AUTH-CHALLENGE-QOP",
  "AUTH-CHALLENGE-REALM",
  "AUTH-CHALLENGE-SCHEME",
  "AUTH-CHALLENGE-STALE",
  "AUTH-DIGEST-REQUIRED",
  "AUTH-DIGEST-REQUIRED-WRITES",
]);

/**
 * A session with a reference whose lists and limits are wrong; PLUMBLINE_FULL also judges one with the correct
 * reference.
 */
const SESSIONS: Readonly<Record<string, readonly string[]>> = {
  faulty: ["PG-04", "PG-16"],
  ...(process.env["PLUMBLINE_FULL"] !== undefined && { honest: [] }),
};
const WRONG = ["PAGE-INCLUDECOUNT-DEFAULT", "PAGE-ITEMS-REJECT", "PAGE-SHAPE", "TRAFFIC-LIMITS"];

describe.each(Object.entries(SESSIONS))("one %s session in each dialect", (name, faults) => {
  let said: Session;
  let expected: Judged;
  const written = (dialect: string, archive: object): Promise<Judged> => {
    const file = join(folder, `${name}-${dialect}.har`);
    const mark = dialect === "fiddler" ? "\uFEFF" : "";
    writeFileSync(file, mark + JSON.stringify(archive, undefined, dialect === "mitmproxy" ? 2 : undefined));
    return judged(file, said.url);
  };
  beforeAll(async () => {
    said = await session(...faults);
    expected = await written("own", own(said.exchanges));
  });

  it("has verdicts of many rules", () => {
    expect(said.exchanges.length).toBeGreaterThan(50);
    expect(expected.passed).toBeGreaterThan(30);
    expect(rulesOf(expected.outcomes, "fail")).toEqual(faults.length === 0 ? [] : WRONG);
  });

  it.each(Object.entries(WHOLE))("is judged equally in that of %s", async (dialect, write) => {
    const { outcomes, told } = await written(dialect, write(said.exchanges.flatMap(partsOf)));
    expect(told).toBe(`${said.exchanges.length} exchanges were judged`);
    expect(outcomes).toEqual(expected.outcomes);
  });

  it.each(Object.entries(HIDING))("is judged equally in that of %s, but for who asks", async (dialect, write) => {
    const { outcomes, told } = await written(dialect, write(said.exchanges.flatMap(partsOf)));
    expect(told).toMatch(/^\d+ exchanges were judged$/);
    expect(outcomes).toEqual(seenIn(outcomes, expected, (rule) => UNSEEN.has(rule)));
    expect(rulesOf(outcomes, "fail")).toEqual(faults.length === 0 ? [] : WRONG);
  });

  describe.each(Object.entries(TIMELESS))("in that of %s", (dialect, write) => {
    it("is judged equally, but for who asks and for what is compared", async () => {
      const { outcomes, told } = await written(dialect, write(said.exchanges.flatMap(partsOf)));
      expect(told).toMatch(/^\d+ exchanges were judged$/);
      expect(outcomes).toEqual(seenIn(outcomes, expected, (rule) => UNSEEN.has(rule) || expected.asking.has(rule)));
      const wrong = WRONG.filter((rule) => !expected.asking.has(rule));
      expect(wrong.length).toBeGreaterThan(0);
      expect(rulesOf(outcomes, "fail")).toEqual(faults.length === 0 ? [] : wrong);
    });

    it("is judged equally where it only reads, but for who asks", async () => {
      const reads = said.exchanges.filter(({ request }) => request.method === "GET");
      const whole = await written("own-reads", own(reads));
      const { outcomes } = await written(`${dialect}-reads`, write(reads.flatMap(partsOf)));
      expect(outcomes).toEqual(seenIn(outcomes, whole, (rule) => UNSEEN.has(rule)));
      expect(rulesOf(outcomes, "fail")).toEqual(faults.length === 0 ? [] : WRONG);
    });
  });
});

/** The expected outcomes of a dialect, without those that it does not show and may miss. */
const seenIn = (outcomes: Outcomes, { outcomes: expected }: Judged, mayMiss: (rule: string) => boolean): Outcomes =>
  new Map([...expected].filter(([check]) => outcomes.has(check) || !mayMiss(ruleOf(check))));

const ruleOf = (check: string): string => check.split("@")[0] ?? check;

const rulesOf = (outcomes: Outcomes, wanted: string): readonly string[] =>
  [...new Set([...outcomes].flatMap(([check, outcome]) => (outcome === wanted ? [ruleOf(check)] : [])))].toSorted();
