import { signs, turnsAway } from "./digests.ts";
import type { FaultRecord } from "./fault.ts";

/** Correct digests that the server refuses because of their spelling or their nonce. */
export const spellingFaults: readonly FaultRecord[] = [
  {
    id: "AU-71",
    text: "A correct digest is refused if its cnonce contains a comma.",
    violates: ["AUTH-DIGEST-SPELLINGS"],
    change: ({ answersChallenge }) => ({
      answersChallenge: (offer, realm) => !offer.cnonce.includes(",") && answersChallenge(offer, realm),
    }),
    probe: signs({ cnonce: "0a,4f" }),
  },
  {
    id: "AU-72",
    text: "A correct digest is refused if the request target has an escape in lower case.",
    violates: ["AUTH-DIGEST-SPELLINGS"],
    change: ({ uriMatches }) => ({
      uriMatches: (given, target) => !/%(?:[a-f]|\d[a-f])/.test(target) && uriMatches(given, target),
    }),
    probe: async ({ reference: { keys }, url, send, challenge, digest }) => {
      const address = `${url("listAlerts")}?pretty=fa%6cse`;
      const Authorization = digest(keys.all, await challenge(), { url: address });
      return [await send(address, { headers: { Authorization } })];
    },
  },
  {
    id: "AU-73",
    text: "The server does not accept the nonce that it issues when it refuses a wrong digest.",
    violates: ["AUTH-DIGEST-SPELLINGS"],
    change: turnsAway((challenge) => challenge?.replace(/nonce="/, 'nonce="0')),
    probe: async ({ reference: { keys }, url, send, challenge, digest }) => {
      const address = url("listAlerts");
      const first = await challenge();
      const wrong = digest({ ...keys.all, privateKey: "wrong" }, first, { url: address });
      const refusal = await send(address, { headers: { Authorization: wrong } });
      const nonce = /nonce="([^"]*)"/.exec(refusal.headers["www-authenticate"] ?? "")?.[1] ?? "";
      const Authorization = digest(keys.all, { ...first, nonce }, { url: address });
      return [await send(address, { headers: { Authorization } })];
    },
  },
  {
    id: "AU-74",
    text: "The server reads the count of a nonce as a decimal number, so it refuses the tenth use.",
    violates: ["AUTH-DIGEST-SPELLINGS"],
    change: ({ offered }) => ({ offered: (offer) => !/[a-f]/i.test(offer.nc) && offered(offer) }),
    probe: signs({ nc: "0000000a" }),
  },
];
