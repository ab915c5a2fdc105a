import { type Answer, type Challenge, headerValues, parseChallenges } from "@plumbline/client";

/** The digest challenges of an answer: a service may offer several algorithms, each in a challenge of its own. */
export function digestChallenges(answer: Answer): readonly Challenge[] {
  return parseChallenges(headerValues(answer.headers, "www-authenticate")).filter(
    (challenge) => challenge.scheme.toLowerCase() === "digest",
  );
}

/** One parameter of a challenge; names are compared without case (RFC 9110, section 11.2). */
export function parameterOf(challenge: Challenge, name: string): string | undefined {
  return challenge.parameters.get(name.toLowerCase());
}

/** The challenge that the description shows: MD5, also where the parameter is left out and MD5 is therefore meant. */
export function md5Challenge(answer: Answer): Challenge | undefined {
  const all = digestChallenges(answer);
  return all.find((challenge) => (parameterOf(challenge, "algorithm") ?? "MD5").toUpperCase() === "MD5") ?? all[0];
}
