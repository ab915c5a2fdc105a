import { resolve } from "node:path";
import { writeOwnFile } from "../files/own-file.ts";
import { withFolder } from "../output/report-folder.ts";
import { type Forwarder, startForwarder } from "../proxy/forwarder.ts";
import type { Judging } from "../proxy/judging.ts";
import { LOSSES } from "../proxy/loss.ts";
import type { StandIn } from "../proxy/missing/stand-in.ts";
import type { OpenedTarget } from "../targets/opened-target.ts";
import { listening } from "./listening.ts";

/** The settings of a proxy. */
export interface Wished {
  readonly folder: string;
  readonly port: number | undefined;
  readonly keepHost: boolean;
  readonly tls: boolean;
  readonly mocksMissing: boolean;
}

/** The forwarders of a proxy: `forwarder` for the server, and `beside` for its metrics if they have another server. */
export interface Front {
  readonly forwarder: Forwarder;
  readonly beside: Forwarder | undefined;
  readonly standIn: StandIn | undefined;
  /** Path of the certificate that clients must trust; undefined without TLS. */
  readonly authority: string | undefined;
  /** Exchanges that the proxy left out, so that the judge never saw them: how many for each reason. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Starts the proxy and passes all exchanges to the judge; `note` prints the failures of the proxy itself. */
export async function startFront(
  opened: OpenedTarget,
  judging: Judging,
  { folder, port, keepHost, tls, mocksMissing }: Wished,
  note: (text: string) => void,
): Promise<Front> {
  const leftOut = new Map<string, number>();
  const leaveOut = (why: string): void => void leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
  const { baseUrl, metricsUrl } = opened.target;
  const { ca, rejectUnauthorized } = opened.connection;
  const standIn = mocksMissing ? await newStandIn(opened) : undefined;
  const certificate = tls ? await newCertificate() : undefined;
  const authority = certificate && saveAuthority(folder, certificate.authority);
  const forwards = (upstream: string, at: number | undefined): Promise<Forwarder> =>
    listening(
      startForwarder({
        upstream,
        keepHost,
        ...(at !== undefined && { port: at }),
        ...(certificate && { tls: certificate }),
        ...(ca !== undefined && { ca }),
        ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
        ...(standIn && { instead: standIn }),
        room: judging.room,
        onTaken: (taken) => {
          standIn?.saw(taken);
          judging.take(taken);
        },
        onLost: (loss, message, sent) => {
          if (sent !== undefined) judging.miss(sent);
          leaveOut(LOSSES[loss]);
          if (loss === "proxy") note(`plumbline: ${LOSSES.proxy}: ${message}\n`);
        },
      }),
      { host: undefined, port: at },
    );
  const forwarder = await forwards(baseUrl, port);
  // Metrics discovery may have a server of its own.
  const isApart = metricsUrl !== undefined && new URL(metricsUrl).origin !== new URL(baseUrl).origin;
  const beside = isApart ? await forwards(metricsUrl, undefined) : undefined;
  return { forwarder, beside, standIn, authority, leftOut };
}

/** Loaded only with --tls, which few users give. */
const newCertificate = async () => (await import("../proxy/throwaway-authority.ts")).throwawayCertificate();

/** Loaded only with --mock-missing, because it loads the reference too. */
const newStandIn = async (opened: OpenedTarget): Promise<StandIn> =>
  new (await import("../proxy/missing/stand-in.ts")).StandIn(opened);

/** Writes the certificate that clients must trust, and returns its path. */
function saveAuthority(folder: string, certificate: string): string {
  const path = resolve(folder, "proxy-ca.pem");
  withFolder(folder, () => writeOwnFile(path, certificate));
  return path;
}
