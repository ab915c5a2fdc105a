import { expects, type Judgement } from "../judgement.ts";
import { digestChallenges, md5Challenge, parameterOf } from "../oracles/challenge.ts";
import { type Requirement, watch } from "../requirement.ts";
import type { Sight } from "../sight.ts";
import { mainApi } from "./subjects.ts";

const ERRORS = "Errors";
/** Who has a key is challenged once and then knows the challenge: these ask without one. */
const WITHOUT_KEY = ["AUTH-DIGEST-REQUIRED", "AUTH-DIGEST-REQUIRED-WRITES"];
/** A first answer: 401 to a request that brought no credentials. */
const isChallenge = ({ answer, authorized, call }: Sight): boolean =>
  answer.status === 401 && !authorized && !call.open;

const challenges = (id: string, text: string, examine: (sight: Sight) => Judgement): Requirement =>
  watch({
    id,
    level: "MUST",
    basis: "stated",
    text,
    section: ERRORS,
    on: mainApi,
    shownBy: WITHOUT_KEY,
    examine: (sight) => (isChallenge(sight) ? examine(sight) : undefined),
  });

/** A rule about one parameter; without any digest challenge AUTH-CHALLENGE-SCHEME speaks alone. */
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
    examine: (sight) => {
      const challenge = isChallenge(sight) ? md5Challenge(sight.answer) : undefined;
      if (challenge === undefined) return undefined;
      const value = parameterOf(challenge, name);
      return expects(
        good(value),
        expected,
        value === undefined ? `no ${name}` : `${name} ${JSON.stringify(value.slice(0, 60))}`,
      );
    },
  });

/** What the challenge of a 401 says. */
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
            .map(([, value]) => value.slice(0, 80))
            .join(" | ") || "no WWW-Authenticate",
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
];
