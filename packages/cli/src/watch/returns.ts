import { connect } from "node:net";

/** Milliseconds between two attempts to connect. */
const LOOK = 100;

/** Resolves when a server listens at an address again after there was none; `gone` is called when it stops. */
export async function onReturn(url: string, signal: AbortSignal, gone: () => void): Promise<void> {
  let wasGone = false;
  while (!signal.aborted) {
    const isThere = await listens(url);
    if (isThere && wasGone) return;
    if (!isThere && !wasGone && !signal.aborted) gone();
    wasGone = !isThere;
    await new Promise((resolve) => setTimeout(resolve, LOOK).unref());
  }
  await new Promise(() => undefined);
}

function listens(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || (protocol === "https:" ? 443 : 80)),
    });
    const say = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(2_000, () => say(false));
    socket.once("connect", () => say(true));
    socket.once("error", () => say(false));
  });
}
