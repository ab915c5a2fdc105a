/** How an exchange ended that did not come to its end. */
export type Loss = "client" | "server" | "request" | "answer" | "proxy";

/** How a report counts them. */
export const LOSSES: Readonly<Record<Loss, string>> = {
  client: "the client hung up before the end",
  server: "the server gave no whole answer",
  request: "the client's request was malformed or ambiguous, and was refused",
  answer: "the server's answer could not be passed on",
  proxy: "Plumbline failed at it, which is a defect of Plumbline: please report it",
};
