/** Whether nobody else can read requests to an address: it uses https or belongs to this machine. */
export function isPrivateLine(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || hostname === "localhost" || hostname === "[::1]" || LOOPBACK.test(hostname);
}

/** 127.0.0.0/8 in the only form that a parsed URL has (RFC 1122, section 3.2.1.3). */
const LOOPBACK = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** Why the run does not send a check's request that would reveal the main key. */
export const READ_ALONG =
  "the run does not send the main key as Basic or Bearer over http, because others could read it: use an https or loopback address, or permit it with cleartext: true in the target file";
