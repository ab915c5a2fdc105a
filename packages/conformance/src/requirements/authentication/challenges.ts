import { headerValue } from "@plumbline/client";
import { isUndescribed, type Who } from "../../ground/call.ts";
import { expects, type Judgement } from "../../ground/judgement.ts";
import { quoted, quotedText } from "../../ground/quoted.ts";
import type { WatchedExchange } from "../../ground/watched-exchange.ts";
import { digestChallenges, md5Challenge, parameterOf } from "../../oracles/challenge.ts";
import { type Requirement, watch } from "../../rule/requirement.ts";
import { mainApi, shownOn } from "../shared/subjects.ts";

const ERRORS = "Errors";
/** The place in the answer that these rules judge. */
const CHALLENGE = "header WWW-Authenticate";
/**
 * The rules that send requests without credentials. A client with a key gets one challenge and then reuses it, so the
 * other rules see few challenges.
 */
const WITHOUT_KEY = ["AUTH-DIGEST-REQUIRED", "AUTH-DIGEST-REQUIRED-WRITES"];
const whereKeysAreTried = shownOn("listAlertConfigs");
const WRONG_KEYS = ["AUTH-DIGEST-WRONG-SECRET", "AUTH-DIGEST-WRONG-USER"];
/** The final 401 to a key with a wrong secret or an unknown user. */
const isTurnedAway = ({ answer, authorized, call }: WatchedExchange): boolean =>
  answer.status === 401 &&
  authorized &&
  !isUndescribed(call) &&
  (call.who === "wrongSecret" || call.who === "unknownUser");

/** Whether the target knows the key: its 401 may be about its role, which needs no challenge. */
const isKnown = (who: Who): boolean =>
  who === "main" || who === "noRole" || who === "otherProject" || (typeof who === "object" && "role" in who);

/** The parameters of a challenge that the description states, and that a client needs for its next digest. */
const WHOLE: Readonly<Record<string, (value: string) => boolean>> = {
  realm: (value) => value !== "",
  nonce: (value) => value !== "",
  algorithm: (value) => value.toUpperCase() === "MD5",
  qop: (value) => value.split(",").some((one) => one.trim().toLowerCase() === "auth"),
};

/**
 * Judges the challenge of a 401 to a digest, no matter what is wrong with the digest. A 401 to a known key may lack a
 * challenge, but a challenge that it has must be complete. Other schemes may get another challenge and are not judged.
 */
function isWhole({ answer, authorized, call, exchange }: WatchedExchange): Judgement | undefined {
  const sent = headerValue(exchange.request.headers, "authorization") ?? "";
  if (answer.status !== 401 || !authorized || isUndescribed(call) || !/^digest\b/i.test(sent)) return undefined;
  const challenge = md5Challenge(answer);
  if (challenge === undefined && isKnown(call.who ?? "main")) return undefined;
  const wrong = Object.entries(WHOLE)
    .filter(([name, isGood]) => challenge === undefined || !isGood(parameterOf(challenge, name) ?? ""))
    .map(([name]) => name);
  return expects(
    challenge !== undefined && wrong.length === 0,
    "WWW-Authenticate: Digest ... with realm, nonce, algorithm=MD5 and qop=auth",
    () => (challenge === undefined ? "no digest challenge" : `no such ${wrong.join(", no such ")}`),
    CHALLENGE,
  );
}

/** A 401 to a request without credentials. */
const isChallenge = ({ answer, authorized, call }: WatchedExchange): boolean =>
  answer.status === 401 && !authorized && !isUndescribed(call);

const challenges = (id: string, text: string, examine: (watched: WatchedExchange) => Judgement): Requirement =>
  watch({
    id,
    level: "MUST",
    basis: "stated",
    text,
    section: ERRORS,
    on: mainApi,
    shownBy: WITHOUT_KEY,
    examine: (watched) => (isChallenge(watched) ? examine(watched) : undefined),
  });

/** A rule about one parameter; if the answer has no digest challenge, only AUTH-CHALLENGE-SCHEME judges it. */
const parameter = (
  name: string,
  text: string,
  expected: string,
  good: (value: string | undefined) => boolean,
): Requirement =>
  watch({
    id: `AUTH-CHALLENGE-${name.toUpperCase()}`,
    level: "MUST",
    basis: "stated",
    text,
    section: ERRORS,
    on: mainApi,
    shownBy: WITHOUT_KEY,
    examine: (watched) => {
      const challenge = isChallenge(watched) ? md5Challenge(watched.answer) : undefined;
      if (challenge === undefined) return undefined;
      const value = parameterOf(challenge, name);
      return expects(
        good(value),
        expected,
        value === undefined ? `no ${name}` : `${name} ${quoted(value, 60)}`,
        CHALLENGE,
      );
    },
  });

/** The rules on the challenge of a 401. */
export const challengeRules: readonly Requirement[] = [
  challenges(
    "AUTH-CHALLENGE-SCHEME",
    "The 401 to a request without credentials names the Digest scheme in WWW-Authenticate.",
    ({ answer }) =>
      expects(
        digestChallenges(answer).length > 0,
        "WWW-Authenticate: Digest ...",
        () =>
          answer.headers
            .filter(([name]) => name.toLowerCase() === "www-authenticate")
            .map(([, value]) => quotedText(value, 80))
            .join(" | ") || "no WWW-Authenticate",
        CHALLENGE,
      ),
  ),
  parameter("realm", "The challenge names a realm.", "a realm", (value) => value !== undefined && value !== ""),
  parameter("nonce", "The challenge holds a nonce.", "a nonce", (value) => value !== undefined && value !== ""),
  parameter(
    "algorithm",
    "The challenge says algorithm=MD5.",
    "algorithm=MD5",
    (value) => value?.toUpperCase() === "MD5",
  ),
  parameter(
    "qop",
    "The challenge offers qop=auth.",
    "qop with auth",
    (value) => value?.split(",").some((one) => one.trim().toLowerCase() === "auth") === true,
  ),
  parameter("stale", "A first challenge says stale=false.", "stale=false", (value) => value?.toLowerCase() === "false"),
  watch({
    id: "AUTH-CHALLENGE-AGAIN",
    level: "MUST",
    basis: "stated",
    text: "The 401 to a wrong digest also carries the whole challenge, whatever is wrong with the digest.",
    section: ERRORS,
    on: mainApi,
    shownBy: [...WRONG_KEYS, "AUTH-DIGEST-WRONG-WRITES"],
    examine: isWhole,
  }),
  watch({
    id: "AUTH-CHALLENGE-NOT-STALE",
    level: "SHOULD",
    basis: "stated",
    text: "The 401 to a wrong key does not say that its nonce is stale.",
    section: ERRORS,
    on: whereKeysAreTried,
    shownBy: WRONG_KEYS,
    examine: (watched) => {
      const challenge = isTurnedAway(watched) ? md5Challenge(watched.answer) : undefined;
      if (challenge === undefined) return undefined;
      const stale = parameterOf(challenge, "stale")?.toLowerCase();
      return expects(stale !== "true", "stale=false", `stale=${stale}`, CHALLENGE);
    },
  }),
];
