import { type Answer, type Challenge, headerValues, parseChallenges } from "@plumbline/client";

/** The digest challenges of an answer. A service may offer several algorithms, each in its own challenge. */
export function digestChallenges(answer: Answer): readonly Challenge[] {
  return parseChallenges(headerValues(answer.headers, "www-authenticate")).filter(
    (challenge) => challenge.scheme.toLowerCase() === "digest",
  );
}

/** One parameter of a challenge. Names have no case (RFC 9110, section 11.2). */
export function parameterOf(challenge: Challenge, name: string): string | undefined {
  return challenge.parameters.get(name.toLowerCase());
}

/**
 * The MD5 challenge, which is the one that the description shows, otherwise the first one. A challenge without an
 * algorithm means MD5.
 */
export function md5Challenge(answer: Answer): Challenge | undefined {
  const all = digestChallenges(answer);
  return all.find((challenge) => (parameterOf(challenge, "algorithm") ?? "MD5").toUpperCase() === "MD5") ?? all[0];
}
