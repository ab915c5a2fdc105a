import { answered } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf, notes } from "../../expect/cases.ts";
import { received } from "../../ground/answers.ts";
import { unable, upheld } from "../../ground/judgement.ts";
import { credential, fixture } from "../../rule/need.ts";
import { observe, probe, type Requirement, story } from "../../rule/requirement.ts";
import { reads, shownOn, writeRisk, writes } from "../shared/subjects.ts";
import { isRefusedKey, turnedAway } from "./digest.ts";
import { refusesKey } from "./refused-key.ts";

const SECTION = "Authentication";
const ERRORS = "Errors";
const ANY_KEY = "it takes any credentials";
const signedSample = shownOn("listAlertConfigs");

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
        // What is not served at all cannot be protected either.
        const plain = await ask(callOf(context));
        if (answered(plain) && [404, 405, 406].includes(plain.response.status))
          return unable(`the operation is answered ${received(plain)}`);
        return turnedAway(exchange, "401: the request carries no credentials");
      }),
    ],
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
    tell: (story) =>
      refusesKey(story, "none", (exchange) => turnedAway(exchange, "401: the request carries no credentials")),
  }),
  story({
    id: "AUTH-DIGEST-WRONG-WRITES",
    level: "MUST",
    basis: "stated",
    text: "A write with a wrong private key is answered 401 and changes nothing.",
    section: ERRORS,
    needs: [{ kind: "digest" }, credential("main"), fixture("groupId")],
    mock: ANY_KEY,
    stage: "refused-writes",
    risk: writeRisk,
    on: writes,
    requests: 6,
    tell: (story) =>
      refusesKey(story, "wrongSecret", (exchange) => turnedAway(exchange, "401: a wrong private key proves nobody")),
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
