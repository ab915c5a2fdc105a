import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const noOpenssl = spawnSync("openssl", ["version"]).error !== undefined;

/** A self-signed certificate for this machine and for `target.example`, with its key. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=target.example"];
  const names = ["-addext", "subjectAltName=DNS:localhost,DNS:target.example,IP:127.0.0.1,IP:::1"];
  execFileSync("openssl", ["req", "-x509", ...made, ...names, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const pair = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  return pair;
}
