import { UsageError } from "../usage-error.ts";

/** What a server on this machine needs to be spoken to by TLS, all PEM. */
export interface ThrowawayCertificate {
  /** Whoever trusts this certificate trusts the server. */
  readonly authority: string;
  readonly key: string;
  readonly cert: string;
}

/** Milliseconds of a week: it is for one session. */
const LIFE = 7 * 86_400_000;
/** Milliseconds by which the clock of a client may be behind. */
const BEFORE = 3_600_000;

/**
 * Makes an authority and a certificate of it for this machine alone. The authority's key is forgotten at once, so that
 * nothing else can ever be signed with it.
 * @throws UsageError where what makes certificates is not installed.
 */
export async function throwawayCertificate(now = Date.now()): Promise<ThrowawayCertificate> {
  const { generate } = await maker();
  const dates = { notBeforeDate: new Date(now - BEFORE), notAfterDate: new Date(now + LIFE) };
  const common = { ...dates, keyType: "ec", algorithm: "sha256" } as const;
  const authority = await generate([{ name: "commonName", value: "Plumbline proxy, for one session" }], {
    ...common,
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const own = await generate([{ name: "commonName", value: "localhost" }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
          { type: 7, ip: "::1" },
        ],
      },
    ],
  });
  return { authority: authority.cert, key: own.private, cert: own.cert };
}

/** What makes certificates is as large as half of the program, and for `--tls` alone. */
async function maker() {
  try {
    return await import("selfsigned");
  } catch (error) {
    throw new UsageError(
      '--tls needs the package selfsigned to make certificates, and it is not installed: run "npm install selfsigned@5", then the same command again',
      { cause: error },
    );
  }
}
