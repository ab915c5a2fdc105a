/** Whether nobody between here and the address can read along: https, or an address of this machine. */
export function isPrivateLine(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || hostname === "localhost" || hostname === "[::1]" || LOOPBACK.test(hostname);
}

/** 127.0.0.0/8 in the only form that a parsed URL has (RFC 1122, section 3.2.1.3). */
const LOOPBACK = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** What a check is told that would show the main key to whoever reads along. */
export const READ_ALONG =
  "the run does not send the main key as Basic or Bearer over http, because others could read it: use an https or loopback address, or permit it with cleartext: true in the target file";
