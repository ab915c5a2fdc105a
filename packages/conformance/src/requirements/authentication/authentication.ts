import { answered } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf, notes } from "../../expect/cases.ts";
import { received } from "../../ground/answers.ts";
import { inconclusive, upheld } from "../../ground/judgement.ts";
import { credential, fixture } from "../../rule/need.ts";
import { observe, probe, type Requirement, story } from "../../rule/requirement.ts";
import { afterAccepted } from "../shared/after-accepted.ts";
import { reads, shownOn, writeRisk, writes } from "../shared/subjects.ts";
import { type RefusedKey, refusesKeys } from "./refused-key.ts";
import { isRefusedKey, turnedAway } from "./turned-away.ts";
import { wrongDigestsOf } from "./wrong-digests.ts";

const SECTION = "Authentication";
const ERRORS = "Errors";
const ANY_KEY = "it takes any credentials";
const signedSample = shownOn("listAlertConfigs");

const NOBODY: RefusedKey = {
  name: "a request without credentials",
  who: "none",
  judge: (exchange) => turnedAway(exchange, "401: the request carries no credentials"),
};

const WRONG_KEY: RefusedKey = {
  name: "a wrong private key",
  who: "wrongSecret",
  judge: (exchange) => turnedAway(exchange, "401: a wrong private key proves nobody"),
};

/**
 * The rules on requests without credentials or with a wrong key; other files have the rules on digests, roles and
 * tokens.
 */
export const authentication: readonly Requirement[] = [
  probe({
    id: "AUTH-DIGEST-REQUIRED",
    level: "MUST",
    basis: "stated",
    text: "A request without credentials is answered 401.",
    section: SECTION,
    stage: "refused-reads",
    on: reads,
    cases: (context) => [
      asks("no credentials", 1, async (ask) => {
        const exchange = await ask(callOf(context, { who: "none" }));
        if (isRefusedKey(exchange)) return upheld;
        // An operation that the target does not serve cannot ask for credentials either.
        const plain = await ask(callOf(context));
        if (answered(plain) && [404, 405, 406].includes(plain.response.status))
          return inconclusive(`the operation is answered ${received(plain)}`);
        return turnedAway(exchange, "401: the request carries no credentials");
      }),
    ],
  }),
  probe({
    id: "AUTH-DIGEST-CONNECTION",
    level: "MUST",
    basis: "derived:RFC9110",
    text: "A request without credentials is answered 401 although an earlier request on its connection had them.",
    section: SECTION,
    needs: [{ kind: "digest" }],
    mock: ANY_KEY,
    stage: "refused-reads",
    on: signedSample,
    cases: (context) => [afterAccepted(context, turnedAway)],
  }),
  story({
    id: "AUTH-DIGEST-REQUIRED-WRITES",
    level: "MUST",
    basis: "stated",
    text: "A write without credentials is answered 401 and changes nothing.",
    section: SECTION,
    needs: [credential("main"), fixture("groupId")],
    stage: "refused-writes",
    risk: writeRisk,
    on: writes,
    requests: 6,
    tell: (story) => refusesKeys(story, [NOBODY]),
  }),
  story({
    id: "AUTH-DIGEST-WRONG-WRITES",
    level: "MUST",
    basis: "stated",
    text: "A write with a wrong private key is answered 401 and changes nothing; for a digest with another fault, that is only a SHOULD.",
    section: ERRORS,
    needs: [{ kind: "digest" }, credential("main"), fixture("groupId")],
    mock: ANY_KEY,
    stage: "refused-writes",
    risk: writeRisk,
    on: writes,
    requests: 12,
    tell: (story) => refusesKeys(story, [WRONG_KEY, ...wrongDigestsOf(story)]),
  }),
  observe({
    id: "AUTH-401-BEFORE-VALIDATION",
    level: "UNSPECIFIED",
    text: "Whether credentials are looked at before parameters is not given.",
    section: ERRORS,
    on: signedSample,
    cases: (context) => [
      notes(context, "no credentials and a malformed groupId", { who: "none", path: { groupId: "xyz" } }),
    ],
  }),
  observe({
    id: "AUTH-BASIC-ON-MAIN",
    level: "UNSPECIFIED",
    text: "Whether an API key may also be presented as Basic credentials is not given.",
    section: SECTION,
    needs: [{ kind: "digest" }, { kind: "private-line" }],
    mock: ANY_KEY,
    on: signedSample,
    cases: (context) => [notes(context, "the main key as Basic credentials", { who: "mainAsBasic" })],
  }),
];
