import { UsageError } from "../usage-error.ts";

/** The files of a TLS server on this machine, all in PEM. */
export interface ThrowawayCertificate {
  /** A client that trusts this certificate trusts the server. */
  readonly authority: string;
  readonly key: string;
  readonly cert: string;
}

/** One week in milliseconds: the certificate serves one session. */
const LIFE = 7 * 86_400_000;
/** Milliseconds by which a client's clock may be behind. */
const BEFORE = 3_600_000;

/**
 * Makes a certificate authority, and a certificate signed by it for this machine only. The authority's key is dropped
 * at once, so that nothing else can ever be signed with it.
 * @throws UsageError when the package that makes certificates is not installed.
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

/** The package is as large as half of the program and only `--tls` needs it, so it is loaded here. */
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
