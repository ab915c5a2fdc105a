import type { Judging } from "../proxy/judging.ts";
import { REWRITE, type Terminal } from "../terminal.ts";
import type { Front } from "./proxy-front.ts";

/** Prints where the proxy listens, to which server it forwards, and which certificate clients must trust. */
export function announce(
  { forwarder, beside, standIn, authority }: Front,
  target: Announced,
  terminal: Terminal,
): void {
  terminal.out(`${forwarder.url} forwards to ${target.baseUrl}\n`);
  if (beside !== undefined) terminal.out(`${beside.url} forwards to ${target.metricsUrl}\n`);
  if (standIn !== undefined) terminal.out(STANDS_IN);
  if (authority !== undefined) terminal.out(trustedBy(authority));
}

interface Announced {
  readonly baseUrl: string;
  readonly metricsUrl?: string;
}

const STANDS_IN =
  "the reference answers the operations that the server lacks, with the header plumbline-answered-by: reference\n";

const trustedBy = (path: string): string => `
Clients must trust the certificate authority of this session, which signs only this proxy's certificate:
  curl     --cacert ${path}
  Node     NODE_EXTRA_CA_CERTS=${path}
  others   SSL_CERT_FILE=${path}
`;

/** Shows the progress of a proxy if a person watches. Returns a function that ends this. */
export function shows(judging: Judging, terminal: Terminal, quiet: boolean): () => void {
  if (quiet || !terminal.interactive) return () => undefined;
  const timer = setInterval(() => {
    const { passed, broken } = judging.progress;
    const { judged, elsewhere, unknown, trouble } = passed;
    const all = judged + elsewhere + unknown + trouble;
    terminal.note(`${REWRITE}${all} exchanges, ${judged} judged, ${broken} broken rules; Ctrl-C writes the report`);
  }, 250);
  return () => {
    clearInterval(timer);
    terminal.note(REWRITE);
  };
}
