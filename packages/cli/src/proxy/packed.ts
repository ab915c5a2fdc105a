import type { Message, Taken } from "./taken.ts";

/**
 * Exchanges as they go to another thread: all heads as one text, and all bodies as one buffer that is transferred.
 * Copying each field separately would cost the forwarding thread more than the forwarding.
 */
export interface Packed {
  readonly heads: string;
  readonly bodies: Uint8Array<ArrayBuffer>;
}

type Head = Omit<Message, "body"> & { readonly length: number };

/** Packs exchanges into one block, which another thread receives without a copy. */
export function packed(all: readonly Taken[]): Packed {
  const bodies = new Uint8Array(
    all.reduce((sum, { request, response }) => sum + request.body.length + response.body.length, 0),
  );
  let at = 0;
  const headOf = ({ body, ...head }: Message): Head => {
    bodies.set(body, at);
    at += body.length;
    return { ...head, length: body.length };
  };
  const heads = all.map((taken) => ({ ...taken, request: headOf(taken.request), response: headOf(taken.response) }));
  return { heads: JSON.stringify(heads), bodies };
}

/** Unpacks the exchanges of a block. */
export function unpacked({ heads, bodies }: Packed): readonly Taken[] {
  const all = JSON.parse(heads) as readonly (Omit<Taken, "request" | "response"> &
    Record<"request" | "response", Head>)[];
  let at = 0;
  const messageOf = ({ length, ...head }: Head): Message => {
    const body = Buffer.from(bodies.buffer, at, length);
    at += length;
    return { ...head, body };
  };
  return all.map((taken) => ({ ...taken, request: messageOf(taken.request), response: messageOf(taken.response) }));
}
