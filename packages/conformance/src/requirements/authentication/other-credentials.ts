import { type Exchange, headerValue } from "@plumbline/client";
import { asks } from "../../expect/asks.ts";
import { callOf } from "../../expect/cases.ts";
import { jsonOf, received, refused, wasAccepted } from "../../ground/answers.ts";
import type { SecretChange } from "../../ground/call.ts";
import { member } from "../../ground/json.ts";
import { inconclusive, observed, upheld } from "../../ground/judgement.ts";
import type { Subject } from "../../ground/subject.ts";
import { changedSecret } from "../../kernel/changed-secret.ts";
import { credential } from "../../rule/need.ts";
import { type Case, type Context, probe, type Requirement } from "../../rule/requirement.ts";
import { reads } from "../shared/subjects.ts";
import { asked, readBy, token } from "../tokens/token-requests.ts";

const SECTION = "Authentication";
const LOOSE = "it takes any credentials";

/** Credentials that the description names for another place, with their names in reports. */
const OF_OTHER_PLACES = {
  metrics: "the user of metrics discovery as Basic credentials",
  serviceAccount: "the id and secret of a service account as Basic credentials",
} as const;
const PLACES = Object.keys(OF_OTHER_PLACES) as readonly (keyof typeof OF_OTHER_PLACES)[];

/**
 * The kinds of credentials that a check sends: if the operation has enough versions, each version sends another kind.
 */
function placesFor({ operation, version }: Subject): typeof PLACES {
  const versions = operation.routes.map((route) => route.version).toSorted();
  if (versions.length < PLACES.length) return PLACES;
  const turn = operation.number + versions.indexOf(version);
  return PLACES.filter((_place, at) => at === turn % PLACES.length);
}

const usernameIn = ({ request }: Exchange): string | undefined => {
  const sent = headerValue(request.headers, "authorization") ?? "";
  if (/^digest /i.test(sent)) return /username="([^"]*)"/.exec(sent)?.[1];
  return /^([^:]*):/.exec(Buffer.from(sent.replace(/^basic +/i, ""), "base64").toString("utf8"))?.[1];
};

/** If the user lends no such credentials, this case has nothing to send; other rules report what is missing. */
const letsNobodyIn = (context: Context, lent: keyof typeof OF_OTHER_PLACES): Case =>
  asks(OF_OTHER_PLACES[lent], 2, async (ask) => {
    const plain = await ask(callOf(context));
    if (!wasAccepted(plain)) return inconclusive(`the plain request is not accepted (${received(plain)})`);
    const exchange = await ask(callOf(context, { who: { lent } }));
    // The description does not say whether an API key may be sent as Basic credentials.
    if (usernameIn(exchange) === usernameIn(plain)) return upheld;
    return refused(exchange, OF_OTHER_PLACES[lent]);
  });

/** Changes of a token that a server accepts if it compares only a part of it, or ignores case. */
const CHANGES: Readonly<Partial<Record<SecretChange, string>>> = {
  "longer secret": "a token with a character more",
  "shorter secret": "a token with a character less",
  "secret in the other case": "a token with its letters in the other case",
};

/**
 * Sends the unchanged token as the positive control: the description does not name the header for tokens, so a refusal
 * of the changed token counts only if the target accepts the unchanged one.
 */
const changedToken = (context: Context, change: SecretChange, name: string): Case =>
  asks(name, 3, async (ask) => {
    const value = member(jsonOf(await ask(asked(context, {}))), "access_token");
    if (typeof value !== "string") return inconclusive("no token was to be had");
    const [read, changed] = [readBy(context, value), readBy(context, changedSecret(value, change))];
    if (read === undefined || changed === undefined) return inconclusive("no read is offered to use a token for");
    const right = await ask(read);
    if (!wasAccepted(right)) return observed("the token is not taken in the header Authorization");
    return refused(await ask(changed), name);
  });

/** The rules on credentials that the target must refuse: those of another place, and almost correct tokens. */
export const otherCredentials: readonly Requirement[] = [
  probe({
    id: "AUTH-OTHER-CREDENTIALS",
    level: "MUST",
    basis: "stated",
    text: "The credentials of metrics discovery and the id and secret of a service account open nothing of the main API.",
    section: SECTION,
    mock: LOOSE,
    needs: [{ kind: "digest" }],
    stage: "refused-reads",
    // If the description does not state the roles, any caller may have the right one.
    on: (subject) => reads(subject) && subject.operation.roles !== "unstated",
    cases: (context) => placesFor(context).map((place) => letsNobodyIn(context, place)),
  }),
  probe({
    id: "AUTH-TOKEN-CHANGED",
    level: "MUST",
    basis: "stated",
    text: "Where a token is accepted, the same token with a character more or less, or in the other case, is refused.",
    section: SECTION,
    needs: [credential("serviceAccount")],
    mock: LOOSE,
    stage: "quota",
    on: token,
    cases: (context) =>
      (Object.entries(CHANGES) as [SecretChange, string][]).map((change) => changedToken(context, ...change)),
  }),
];
