import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const noOpenssl = spawnSync("openssl", ["version"]).error !== undefined;

/** Files of a self-signed certificate for this machine and for `target.example`. */
export interface SelfSigned {
  readonly certFile: string;
  readonly cert: string;
  readonly key: string;
}

/** Makes a self-signed certificate in a folder, which the caller must remove. */
export function selfSigned(folder: string): SelfSigned {
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=target.example"];
  const names = ["-addext", "subjectAltName=DNS:localhost,DNS:target.example,IP:127.0.0.1,IP:::1"];
  execFileSync("openssl", ["req", "-x509", ...made, ...names, "-keyout", keyFile, "-out", certFile], {
    stdio: "ignore",
  });
  return { certFile, cert: readFileSync(certFile, "utf8"), key: readFileSync(keyFile, "utf8") };
}
