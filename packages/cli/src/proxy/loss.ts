/** The side that caused the loss of an exchange. */
export type Loss = "client" | "server" | "request" | "answer" | "proxy";

/** The reasons that a report counts, by cause. */
export const LOSSES: Readonly<Record<Loss, string>> = {
  client: "the client closed the connection before the end",
  server: "the server sent no complete answer",
  request: "the proxy refused the client's request, because it was malformed or ambiguous",
  answer: "the proxy could not forward the server's answer",
  proxy: "Plumbline failed while it forwarded or judged it, which is a defect of Plumbline: please report it",
};
