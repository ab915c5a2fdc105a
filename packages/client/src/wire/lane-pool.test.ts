import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../connect.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { serveHttp, serveRaw } from "../server.test-support.ts";
import { LanePool } from "./lane-pool.ts";

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}

/** The objects that are still in memory after some rounds of garbage collection. */
async function remaining(refs: readonly WeakRef<object>[]): Promise<number> {
  for (let round = 0; round < 20; round += 1) {
    await after(10);
    collectGarbage();
    if (refs.every((ref) => ref.deref() === undefined)) break;
  }
  return refs.filter((ref) => ref.deref() !== undefined).length;
}

test("a connection that requests share is forgotten with the object that they share", async () => {
  const origin = await serveHttp((_request, response) => response.end());
  const connection = connect({ origins: [origin] });
  onTestFinished(() => connection.close());
  const refs: WeakRef<object>[] = [];
  for (let number = 0; number < 20; number += 1) {
    const shared = {};
    refs.push(new WeakRef(shared));
    expect((await connection.send({ method: "GET", url: origin, connection: shared })).response).toMatchObject({
      status: 200,
    });
  }
  // The last object may still be on the stack.
  expect(await remaining(refs)).toBeLessThanOrEqual(1);
});

test("a lane of its own is kept only while its connection is open", async () => {
  const origin = await serveHttp((_request, response) => response.writeHead(200, { connection: "close" }).end());
  const pool = new LanePool(origin, 1, { limits: DEFAULT_LIMITS, tls: {} });
  onTestFinished(() => pool.close());
  const refs: WeakRef<object>[] = [];
  for (let number = 0; number < 20; number += 1) {
    const lane = pool.dedicated({});
    refs.push(new WeakRef(lane));
    const { body } = await lane.client.request({ method: "GET", path: "/" });
    await body.dump();
    while (lane.isOpen) await after(1);
    pool.release(lane);
  }
  expect(await remaining(refs)).toBeLessThanOrEqual(1);
});

test("closing also closes an idle connection that requests share", async () => {
  let [open, closed] = [0, 0];
  const origin = await serveRaw((socket) => {
    open += 1;
    socket.on("close", () => {
      closed += 1;
    });
    socket.on("data", () => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
  });
  const connection = connect({ origins: [origin] });
  await connection.send({ method: "GET", url: origin, connection: {} });
  expect([open, closed]).toEqual([1, 0]);
  connection.close();
  // Less than the 2 s after which an idle connection closes by itself.
  for (let waited = 0; closed === 0 && waited < 1_000; waited += 5) await after(5);
  expect(closed).toBe(1);
});

/** A server that resets every connection beyond `most`, and counts the connections and how many are used at a time. */
async function serveUpTo(most: number) {
  const state = { most, opened: 0, rejected: 0, atATime: 0 };
  const sockets = new Set<Socket>();
  let now = 0;
  const url = await serveRaw((socket) => {
    state.opened += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    if (sockets.size > state.most) {
      state.rejected += 1;
      // Late enough for an answer on another connection meanwhile.
      setTimeout(() => socket.resetAndDestroy(), 100);
      return;
    }
    socket.on("data", () => {
      now += 1;
      state.atATime = Math.max(state.atATime, now);
      setTimeout(() => {
        now -= 1;
        socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      }, 1);
    });
  });
  const connection = connect({ origins: [url], connections: 4 });
  onTestFinished(() => connection.close());
  let answers = 0;
  const send = async () => {
    const { response } = await connection.send({ method: "GET", url });
    if ("status" in response) answers += 1;
  };
  /** Sends from twice as many callers as there are connections, until this many more were answered. */
  const answerMore = async (count: number) => {
    const enough = answers + count;
    state.atATime = 0;
    const work = async () => {
      while (answers < enough) await send();
    };
    await Promise.all(Array.from({ length: 8 }, work));
  };
  return { state, answerMore };
}

test("a server that rejected connections for a while gets all of them again, one after another", async () => {
  const { state, answerMore } = await serveUpTo(2);
  await answerMore(50);
  expect(state).toMatchObject({ rejected: 2, atATime: 2 });
  state.most = 4;
  await answerMore(100);
  expect(state).toMatchObject({ rejected: 2, atATime: 2 });
  await answerMore(150);
  expect(state.atATime).toBe(3);
  await answerMore(300);
  expect(state.atATime).toBe(4);
  expect(state).toMatchObject({ rejected: 2, opened: 6 });
});

test("a server that stays full gets another connection less and less often", async () => {
  const { state, answerMore } = await serveUpTo(2);
  await answerMore(150);
  const { rejected } = state;
  await answerMore(3_000);
  // After 200, 400, 800 and 1,600 answers.
  expect(state.rejected - rejected).toBeGreaterThanOrEqual(2);
  expect(state.rejected - rejected).toBeLessThanOrEqual(4);
});
