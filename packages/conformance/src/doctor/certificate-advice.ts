const ADVICE: readonly (readonly [found: RegExp, advice: string])[] = [
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    "trust its certificate, or that of the authority that issued it, with --ca FILE, tls.ca in the target file, or NODE_EXTRA_CA_CERTS",
  ],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, "renew its certificate, or correct the clock of this machine"],
  [/ALTNAME_INVALID/, "use a host name that its certificate covers"],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH/, "the target seems to speak http, not https"],
];

/** What to do about a rejected certificate, by the error code in the message; `undefined` for any other error. */
export const certificateAdvice = (message: string): string | undefined =>
  ADVICE.find(([found]) => found.test(message))?.[1];
