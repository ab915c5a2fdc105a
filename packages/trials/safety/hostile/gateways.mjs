/* Faults of a gateway before a correct server. */
const page = (status, reason) => ({
  status,
  reason,
  rawHeaders: [["Content-Type", "text/html"]],
  body: Buffer.from(`<html><head><title>${status} ${reason}</title></head><body><h1>${reason}</h1></body></html>\n`),
});

const isRead = ({ method }) => method === "GET" || method === "HEAD";
const isToken = ({ operation }) => operation === "issueServiceToken";

/** The requests that a gateway may spoil. */
export const SCOPES = {
  reads: isRead,
  writes: (request) => !isRead(request) && !isToken(request),
  removals: ({ method }) => method === "DELETE",
  creates: ({ method, operation }) => method === "POST" && /^(create|take|start|validate)/.test(operation ?? ""),
  all: () => true,
};

/** Ends the connection in the middle of the body. */
const cut =
  ({ status, rawHeaders, body }) =>
  (outgoing) => {
    const kept = rawHeaders.filter(([name]) => !/^(content-length|transfer-encoding|connection)$/i.test(name));
    outgoing.writeHead(status, [...kept, ["Content-Length", String(body.length)]].flat());
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
  };

const after = (make) => async (request, pass) => make(await pass(request));

/** The effect on a request, and whether the server still carries it out. */
export const TROUBLES = {
  "503-page": { scopes: ["reads", "writes", "removals", "all"], spoil: () => page(503, "Service Unavailable") },
  "504-page": { scopes: ["reads", "writes", "all"], spoil: () => page(504, "Gateway Timeout") },
  "504-after": { scopes: ["writes", "removals"], spoil: after(() => page(504, "Gateway Timeout")) },
  "502-after": { scopes: ["writes", "removals", "creates"], spoil: after(() => page(502, "Bad Gateway")) },
  "reset-before": { scopes: ["reads", "writes", "removals", "all"], spoil: () => undefined },
  "reset-after": { scopes: ["writes", "removals", "creates"], spoil: after(() => undefined) },
  "cut-after": { scopes: ["creates", "writes"], spoil: after(cut) },
};
