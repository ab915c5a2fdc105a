import type { Exchange, WireRequest } from "@plumbline/client";
import { describe, expect, it } from "vitest";
import { exchangeOf, exchangeWith, faultOf } from "../expect/scripted.test-support.ts";
import { NotSentError } from "../ground/not-sent-error.ts";
import { Pulse, type PulseParts } from "./pulse.ts";

const GREETING: WireRequest = { method: "GET", url: "http://127.0.0.1/" };
const READ: WireRequest = { method: "GET", url: "http://127.0.0.1/read", credential: { scheme: "none" } };
const INTERRUPTED = new NotSentError("the run was interrupted");

/** An answer that asks the run to wait for this many seconds. */
const limited = (seconds: number, status = 429): Exchange => exchangeWith(status, [["retry-after", `${seconds}`]]);
const taking = (milliseconds: number): Exchange => ({ ...exchangeOf(200), milliseconds });

/** The pulse of a target that answers each look by a rule; waits are only recorded. */
function pulseOf(look: (index: number) => Exchange | Promise<Exchange>, change: Partial<PulseParts> = {}) {
  const looks: WireRequest[] = [];
  const events: string[] = [];
  const pulse = new Pulse({
    send: async (request) => {
      looks.push(request);
      return look(looks.length - 1);
    },
    greeting: GREETING,
    pass: async (milliseconds) => void events.push(`pass ${milliseconds}`),
    wait: async (milliseconds) => void events.push(`wait ${milliseconds}`),
    rest: async (milliseconds) => void events.push(`rest ${milliseconds}`),
    interrupted: () => false,
    patience: 100_000,
    requests: () => 7,
    onWait: (text) => events.push(text),
    ...change,
  });
  return { pulse, looks, events };
}

/** The error that was thrown; `undefined` if there was none. */
const thrownBy = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

/** The pulse of a target that has stopped, after its first answer or before it. */
async function stopped(answeredBefore = false) {
  const made = pulseOf(() => faultOf("refused"));
  if (answeredBefore) made.pulse.heard(READ, exchangeOf(200));
  await thrownBy(made.pulse.doubt(faultOf("reset")));
  return made;
}

describe("Pulse.doubt, for an exchange", () => {
  it("accepts an exchange that is no trouble without a look", async () => {
    const { pulse, looks } = pulseOf(() => exchangeOf(200));
    for (const exchange of [exchangeOf(200), exchangeOf(404), faultOf("body-too-large")]) await pulse.doubt(exchange);
    expect(looks).toEqual([]);
  });

  it("rejects an exchange that the interrupt aborted, without a look", async () => {
    const { pulse, looks } = pulseOf(() => exchangeOf(200));
    expect(await thrownBy(pulse.doubt(faultOf("aborted")))).toEqual(INTERRUPTED);
    expect([looks, pulse.stopped]).toEqual([[], undefined]);
  });

  it("accepts a failed exchange once a look shows that the target works, and looks once per exchange", async () => {
    const { pulse, looks, events } = pulseOf(() => exchangeOf(200));
    const trouble = exchangeOf(500);
    await pulse.doubt(trouble);
    await pulse.doubt(trouble);
    expect([looks.length, events, pulse.stopped, pulse.died.aborted]).toEqual([1, [], undefined, false]);
    await pulse.doubt(exchangeOf(500));
    expect(looks).toHaveLength(2);
  });

  it("rejects the same exchange again if the target has stopped since", async () => {
    const trouble = exchangeOf(500);
    const { pulse } = pulseOf((index) => (index === 0 ? exchangeOf(200) : faultOf("refused")));
    await pulse.doubt(trouble);
    await thrownBy(pulse.doubt(exchangeOf(502)));
    expect(await thrownBy(pulse.doubt(trouble))).toBeInstanceOf(NotSentError);
  });
});

describe("Pulse, for its look", () => {
  it("requests the greeting while no read is known to succeed, urgently and on a new connection", async () => {
    const { pulse, looks } = pulseOf(() => exchangeOf(404));
    await pulse.doubt(faultOf("reset"));
    const own = { check: "pulse", freshConnection: true, urgent: true, withinMs: 3_000 };
    expect(looks).toEqual([{ ...GREETING, ...own }]);
  });

  it("repeats the first plain read that succeeded, without that request's own settings", async () => {
    const { pulse, looks } = pulseOf(() => exchangeOf(200));
    const { signal } = new AbortController();
    pulse.heard({ ...READ, signal, check: "A", freshConnection: false, urgent: false, withinMs: 1 }, exchangeOf(200));
    pulse.heard({ ...READ, url: "http://127.0.0.1/another" }, exchangeOf(200));
    await pulse.doubt(faultOf("reset"));
    expect(looks).toEqual([{ ...READ, check: "pulse", freshConnection: true, urgent: true, withinMs: 3_000 }]);
    expect(looks[0]).not.toHaveProperty("signal");
  });

  it.each<readonly [string, WireRequest, Exchange]>([
    ["a write", { ...READ, method: "POST" }, exchangeOf(200)],
    ["a read that was refused", READ, exchangeOf(404)],
    ["a read that was answered 204", READ, exchangeOf(204)],
    [
      "a read with a large answer",
      READ,
      { ...exchangeOf(200), response: { ...exchangeOf(200).response, bodyBytes: 65_536 } },
    ],
    ["a read without credentials", GREETING, exchangeOf(200)],
    ["a read with too large an answer", READ, faultOf("body-too-large")],
  ])("does not repeat %s", async (_what, request, exchange) => {
    const { pulse, looks } = pulseOf(() => exchangeOf(200));
    pulse.heard(request, exchange);
    await pulse.doubt(faultOf("reset"));
    expect(looks).toMatchObject([{ url: GREETING.url }]);
    expect(pulse.everAnswered).toBe(true);
  });

  it("may repeat a read whose answer is just below the size limit", async () => {
    const { pulse, looks } = pulseOf(() => exchangeOf(200));
    pulse.heard(READ, { ...exchangeOf(200), response: { ...exchangeOf(200).response, bodyBytes: 65_535 } });
    await pulse.doubt(faultOf("reset"));
    expect(looks).toMatchObject([{ url: READ.url }]);
  });

  it("waits four times as long as the slowest useful answer, if that exceeds the default", async () => {
    const within = async (...answers: readonly Exchange[]) => {
      const { pulse, looks } = pulseOf(() => exchangeOf(200));
      for (const answer of answers) pulse.heard(READ, answer);
      await pulse.doubt(faultOf("reset"));
      return looks[0]?.withinMs;
    };
    expect(await within(taking(2_000), taking(10))).toBe(8_000);
    expect(await within(taking(700))).toBe(3_000);
    expect(await within({ ...exchangeOf(500), milliseconds: 2_000 })).toBe(3_000);
  });

  it("waits at most a quarter of the patience, but always longer than the slowest useful answer", async () => {
    const within = async (milliseconds: number) => {
      const { pulse, looks } = pulseOf(() => exchangeOf(200), { patience: 20_000 });
      pulse.heard(READ, taking(milliseconds));
      await pulse.doubt(faultOf("reset"));
      return looks[0]?.withinMs;
    };
    expect(await within(1_000)).toBe(4_000);
    expect(await within(2_000)).toBe(5_000);
    expect(await within(8_000)).toBe(10_000);
  });

  it("waits for the rest of the patience after a failed look, but at least the default", async () => {
    const within = async (patience: number) => {
      const silent = (index: number): Exchange => ({
        ...faultOf("head-timeout"),
        milliseconds: index === 0 ? 6_000 : 0,
      });
      const { pulse, looks } = pulseOf(silent, { patience });
      pulse.heard(READ, taking(5_000));
      await thrownBy(pulse.doubt(faultOf("head-timeout")));
      return looks.map(({ withinMs }) => withinMs);
    };
    expect(await within(100_000)).toEqual([20_000, 20_000]);
    expect(await within(10_000)).toEqual([6_250, 4_000]);
    expect(await within(8_000)).toEqual([6_250, 3_000]);
  });

  it("counts its own answer as useful", async () => {
    const { pulse, looks } = pulseOf(() => taking(1_000));
    await pulse.doubt(faultOf("reset"));
    expect(pulse.everAnswered).toBe(true);
    await pulse.doubt(faultOf("reset"));
    expect(looks.map(({ withinMs }) => withinMs)).toEqual([3_000, 4_000]);
  });

  it("makes one look for all current doubts, and holds other requests back meanwhile", async () => {
    let answer = (_exchange: Exchange): void => undefined;
    const { pulse, looks } = pulseOf(
      () =>
        new Promise<Exchange>((resolve) => {
          answer = resolve;
        }),
    );
    const told: string[] = [];
    const doubts = [exchangeOf(500), faultOf("reset")].map((one) => pulse.doubt(one).then(() => told.push("believed")));
    await Promise.resolve();
    const ready = pulse.ready(false).then(() => told.push("sent"));
    await new Promise(setImmediate);
    expect([told, looks.length]).toEqual([[], 1]);
    answer(exchangeOf(200));
    // An exchange that ended during the first look waits for a look that began later.
    await new Promise(setImmediate);
    answer(exchangeOf(200));
    await Promise.all([...doubts, ready]);
    expect(told.toSorted()).toEqual(["believed", "believed", "sent"]);
    expect(looks).toHaveLength(2);
  });
});

describe("Pulse.doubt, for a target that fails", () => {
  it("gives up after three failed looks, and aborts everything", async () => {
    const { pulse, looks, events } = pulseOf(() => faultOf("refused"));
    const thrown = await thrownBy(pulse.doubt(faultOf("reset")));
    expect(thrown).toEqual(new NotSentError("it ended as refused"));
    expect([looks.length, events, pulse.died.aborted]).toEqual([3, ["wait 300", "wait 1000"], true]);
    expect(await thrownBy(pulse.ready(false))).toEqual(thrown);
    expect(await thrownBy(pulse.doubt(exchangeOf(500)))).toEqual(thrown);
    expect(looks).toHaveLength(3);
  });

  it("states the number of answered requests if there were any", async () => {
    expect((await stopped()).pulse).toMatchObject({ stopped: "it ended as refused", everAnswered: false });
    expect((await stopped(true)).pulse).toMatchObject({
      stopped: "The target stopped working after 7 requests: it ended as refused",
      everAnswered: true,
    });
    const { pulse } = pulseOf(() => faultOf("refused"), { requests: () => 0 });
    pulse.heard(READ, exchangeOf(200));
    await thrownBy(pulse.doubt(faultOf("reset")));
    expect(pulse.stopped).toContain("after 1 requests");
  });

  it("continues if the second or third look succeeds", async () => {
    for (const failures of [1, 2]) {
      const { pulse, looks } = pulseOf((index) => (index < failures ? exchangeOf(503) : exchangeOf(404)));
      await pulse.doubt(faultOf("reset"));
      expect([looks.length, pulse.stopped]).toEqual([failures + 1, undefined]);
    }
  });

  it("gives up after two silent looks, and states the first failure", async () => {
    const { pulse, looks } = pulseOf((index) => faultOf(index === 0 ? "head-timeout" : "total-timeout"));
    expect(await thrownBy(pulse.doubt(faultOf("reset")))).toEqual(new NotSentError("it ended as reset"));
    expect(looks).toHaveLength(2);
  });

  it("makes all three looks if only one of them is silent", async () => {
    const { pulse, looks } = pulseOf((index) => faultOf(index === 1 ? "head-timeout" : "refused"));
    expect(await thrownBy(pulse.doubt(faultOf("reset")))).toEqual(new NotSentError("it ended as refused"));
    expect(looks).toHaveLength(3);
  });

  it("accepts 500 from a target that never answered a read, but no other failure", async () => {
    const always = pulseOf(() => exchangeOf(500));
    await always.pulse.doubt(exchangeOf(500));
    expect([always.looks.length, always.pulse.stopped, always.pulse.everAnswered]).toEqual([1, undefined, false]);
    const now = pulseOf(() => exchangeOf(500));
    now.pulse.heard(READ, exchangeOf(200));
    expect(await thrownBy(now.pulse.doubt(exchangeOf(500)))).toBeInstanceOf(NotSentError);
    const down = pulseOf(() => exchangeOf(502));
    expect(await thrownBy(down.pulse.doubt(exchangeOf(500)))).toBeInstanceOf(NotSentError);
  });

  it("does not give up if the run is interrupted during a look", async () => {
    const { pulse, looks } = pulseOf(() => faultOf("aborted"), { interrupted: () => true });
    await pulse.doubt(exchangeOf(500));
    expect([looks.length, pulse.stopped]).toEqual([1, undefined]);
  });
});

describe("Pulse.doubt, for a target that asks for a pause", () => {
  it("announces the pause and waits", async () => {
    const { pulse, looks, events } = pulseOf((index) => (index === 0 ? limited(20, 503) : exchangeOf(200)));
    await pulse.doubt(exchangeOf(503));
    expect(events).toEqual(["waiting 20 s: the target answers 503", "pass 20000"]);
    expect([looks.length, pulse.stopped]).toEqual([2, undefined]);
  });

  it("looks less and less often if the target states no duration", async () => {
    const { pulse, events } = pulseOf((index) => exchangeOf(index < 6 ? 429 : 200));
    await pulse.doubt(exchangeOf(429));
    expect(events.filter((event) => event.startsWith("pass"))).toEqual(
      [1_000, 2_000, 4_000, 8_000, 15_000, 15_000].map((milliseconds) => `pass ${milliseconds}`),
    );
  });

  it("gives up if the pause exceeds the patience, and names --patience", async () => {
    const just = pulseOf((index) => (index === 0 ? limited(10) : exchangeOf(200)), { patience: 10_000 });
    await just.pulse.doubt(exchangeOf(429));
    const { pulse, events } = pulseOf(() => limited(11), { patience: 10_000 });
    expect(await thrownBy(pulse.doubt(exchangeOf(429)))).toEqual(
      new NotSentError("it answers 429 and asks for a pause of 11 seconds (to wait longer, use --patience)"),
    );
    expect([events, pulse.died.aborted]).toEqual([[], true]);
  });

  it("renews the patience after each useful answer, up to ten times", async () => {
    const { pulse, events } = pulseOf((index) => (index % 2 === 0 ? limited(10) : exchangeOf(200)), {
      patience: 10_000,
    });
    for (let time = 1; time <= 10; time += 1) await pulse.doubt(exchangeOf(429));
    expect(events.filter((event) => event === "pass 10000")).toHaveLength(10);
    expect(await thrownBy(pulse.doubt(exchangeOf(429)))).toBeInstanceOf(NotSentError);
  });

  it("waits its whole time, whatever others wait meanwhile", async () => {
    let answerLook = (): void => undefined;
    const looking = new Promise<void>((resolve) => {
      answerLook = resolve;
    });
    const { pulse, events } = pulseOf(async () => {
      await looking;
      return exchangeOf(200);
    });
    const both = [pulse.waits(limited(3)), pulse.waits(limited(3))];
    answerLook();
    await Promise.all(both);
    expect(events.filter((event) => event === "pass 3000")).toHaveLength(2);
  });

  it("counts waits that go on at the same time once", async () => {
    const { pulse } = pulseOf(() => exchangeOf(200), {
      patience: 1_000,
      pass: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 20)),
    });
    const all = await Promise.all(Array.from({ length: 30 }, () => pulse.waits(limited(1))));
    expect(all).toEqual(all.map(() => true));
  });

  it("announces only some of many short pauses", async () => {
    const { pulse, events } = pulseOf(() => exchangeOf(200));
    for (let time = 1; time <= 250; time += 1) await pulse.waits(limited(1));
    const announced = events.filter((event) => event.startsWith("waiting"));
    expect(announced).toHaveLength(22);
    expect(announced.at(-1)).toBe("waiting 1 s: the target answers 429, for the 200th time");
    await pulse.waits(limited(30));
    expect(events).toContain("waiting 30 s: the target answers 429");
  });

  it("does not renew the patience without a useful answer", async () => {
    const { pulse, events } = pulseOf(() => limited(6), { patience: 10_000 });
    expect(await thrownBy(pulse.doubt(exchangeOf(429)))).toBeInstanceOf(NotSentError);
    expect(events.filter((event) => event.startsWith("pass"))).toEqual(["pass 6000"]);
  });
});

describe("Pulse.waits, for the answer of a rate limiter", () => {
  it("waits at least a second, after a look whether the limit concerns all requests", async () => {
    for (const [exchange, passed] of [
      [limited(20), "pass 20000"],
      [exchangeOf(429), "pass 1000"],
      [limited(0), "pass 1000"],
    ] as const) {
      const { pulse, looks, events } = pulseOf(() => exchangeOf(200));
      expect(await pulse.waits(exchange)).toBe(true);
      expect([looks.length, events.at(-1)]).toEqual([1, passed]);
    }
  });

  it("subtracts the time that the look itself had to wait", async () => {
    const waited = async (seconds: number) => {
      const { pulse, events } = pulseOf((index) => (index === 0 ? limited(5) : exchangeOf(200)));
      expect(await pulse.waits(limited(seconds))).toBe(true);
      return events.filter((event) => event.startsWith("pass"));
    };
    expect(await waited(20)).toEqual(["pass 5000", "pass 15000"]);
    expect(await waited(5)).toEqual(["pass 5000"]);
    expect(await waited(3)).toEqual(["pass 5000"]);
  });

  it("returns false if the pause exceeds the patience, and does not stop the target", async () => {
    const { pulse, events } = pulseOf(() => exchangeOf(200), { patience: 10_000 });
    expect(await pulse.waits(limited(10))).toBe(true);
    expect(await pulse.waits(limited(11))).toBe(false);
    expect([events.length, pulse.stopped]).toEqual([2, undefined]);
  });

  it("returns true if the look's own wait used the last of the patience", async () => {
    const { pulse } = pulseOf((index) => (index % 2 === 0 ? limited(5) : exchangeOf(200)), { patience: 5_000 });
    for (let time = 1; time <= 10; time += 1) expect(await pulse.waits(limited(5))).toBe(true);
    expect(pulse.stopped).toBeUndefined();
  });

  it("shares one patience between waits without a useful answer in between", async () => {
    const { pulse } = pulseOf(() => exchangeOf(500), { patience: 10_000 });
    expect([await pulse.waits(limited(6)), await pulse.waits(limited(6))]).toEqual([true, false]);
  });

  it("returns false if the target has stopped or the run was interrupted", async () => {
    const gone = pulseOf(() => faultOf("refused"));
    expect(await gone.pulse.waits(limited(1))).toBe(false);
    expect(await gone.pulse.waits(limited(1))).toBe(false);
    expect(gone.looks).toHaveLength(3);
    const interrupted = pulseOf(() => exchangeOf(200), { interrupted: () => true });
    expect(await interrupted.pulse.waits(limited(1))).toBe(false);
    expect([...gone.events, ...interrupted.events].filter((event) => event.startsWith("pass"))).toEqual([]);
  });
});

describe("Pulse.isSuspicious", () => {
  const suspicion = (...heard: readonly Exchange[]): boolean => {
    const { pulse } = pulseOf(() => exchangeOf(200));
    for (const exchange of heard) pulse.heard(READ, exchange);
    return pulse.isSuspicious;
  };
  const failures = [exchangeOf(500), faultOf("reset"), faultOf("refused"), faultOf("aborted")];

  it("is true from the fourth failure in a row", () => {
    expect([suspicion(), suspicion(...failures.slice(1)), suspicion(...failures)]).toEqual([false, false, true]);
  });

  it("is false if a useful answer came in between", () => {
    expect(suspicion(...failures.slice(1), exchangeOf(404), ...failures.slice(1))).toBe(false);
  });
});

describe("Pulse.ready, for cleanup on a target that has stopped", () => {
  it("allows cleanup requests as long as they are answered, and no other request", async () => {
    const { pulse } = await stopped();
    for (let time = 1; time <= 100; time += 1) {
      expect(await thrownBy(pulse.ready(false))).toBeInstanceOf(NotSentError);
      await pulse.ready(true);
      pulse.heard(READ, exchangeOf(200));
    }
  });

  it("waits for a limiter again, with a patience of its own, and cuts off no write", async () => {
    const { pulse, events } = pulseOf(() => limited(11), { patience: 10_000 });
    await thrownBy(pulse.doubt(exchangeOf(429)));
    expect([pulse.isLimiting, pulse.died.aborted, pulse.gone.aborted]).toEqual([true, true, false]);
    for (let time = 1; time <= 5; time += 1) {
      await pulse.ready(true);
      pulse.heard(READ, limited(2));
      expect(await pulse.waits(limited(2), true)).toBe(true);
    }
    expect(await pulse.waits(limited(2), true)).toBe(false);
    expect(events.filter((event) => event === "rest 2000")).toHaveLength(5);
    pulse.heard(READ, exchangeOf(204));
    expect([await pulse.waits(limited(2), true), await pulse.waits(limited(2))]).toEqual([true, false]);
  });

  it("allows cleanup until three requests in a row have failed", async () => {
    const { pulse } = await stopped();
    for (const exchange of [faultOf("refused"), exchangeOf(503), exchangeOf(204), exchangeOf(500), faultOf("reset")]) {
      await pulse.ready(true);
      pulse.heard(READ, exchange);
    }
    await pulse.ready(true);
    pulse.heard(READ, exchangeOf(502));
    expect(await thrownBy(pulse.ready(true))).toBeInstanceOf(NotSentError);
  });

  it("keeps the target stopped even if cleanup gets an answer", async () => {
    const { pulse } = await stopped();
    pulse.heard(READ, exchangeOf(200));
    expect([pulse.everAnswered, pulse.stopped]).toEqual([false, "it ended as refused"]);
  });
});
