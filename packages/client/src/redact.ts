import { passwordHash } from "./auth/digest.ts";
import {
  type Answer,
  answered,
  type Exchange,
  type HeaderList,
  headerValue,
  headerValues,
  type TransportFault,
} from "./exchange.ts";
import { decoded, type Escapes, origins } from "./redact/decoded.ts";
import { digestParts, realmsOf } from "./redact/digest-parts.ts";
import { KnownWords } from "./redact/known-words.ts";
import { LiteralFilter } from "./redact/literal-filter.ts";
import { MASK, maskHeader } from "./redact/mask-header.ts";
import { maskMembers } from "./redact/mask-members.ts";
import { pairForms, secretForms } from "./redact/secret-forms.ts";
import { SentDigests } from "./redact/sent-digests.ts";
import { isTelling, isTokenText, secretsShownBy } from "./redact/shown-secrets.ts";
import { merged, replaced, type Span } from "./redact/spans.ts";
import { parseJson } from "./wire/json-text.ts";

/**
 * The one place where secrets are removed; nothing is stored or shown that did not pass through it. It works twice over:
 * by structure (headers and members that hold secrets by their name) and by value (every secret it has learnt, in
 * every usual encoding, wherever it stands). What is derived from secrets and differs with each request, the responses of
 * digest authentication, is known by having been sent.
 */
export class Redactor {
  readonly #learnt = new Set<string>();
  readonly #forms = new Set<string>();
  /** Made of the forms where a text is next looked at. */
  #search: Search | undefined;
  readonly #digests = new SentDigests();
  readonly #users: (readonly [username: string, secret: string])[] = [];
  /** Realms whose password hashes are known already, and beginnings of Authorization values that named one. */
  readonly #hashed = new Set<string>();
  readonly #heads = new Set<string>();
  /** Tokens and pairs that were seen in exchanges, beyond those that are known in every encoding. */
  readonly #words = new KnownWords();
  readonly #seen = new Set<string>();
  #more = 0;
  /** Header fields without a secret, as far as is known: a run sees the same few again and again. */
  readonly #plain = new Map<string, Set<string>>();
  /** Somebody tells of what is sent, so that exchanges need not be looked through for it. */
  #told = false;

  /** Learns a secret, and with a username the pair in base64. Under four characters only the pair is learnt. */
  learn(secret: string, username?: string): void {
    const key = JSON.stringify([secret, username]);
    if (this.#learnt.has(key)) return;
    this.#learnt.add(key);
    this.#plain.clear();
    this.#know(secretForms(secret, username));
    if (username !== undefined && this.#users.length < MOST_USERS) {
      this.#users.push([username, secret]);
      this.#hashed.clear();
      this.#heads.clear();
    }
  }

  /** Learns the pair of a password that cannot be told from a word, and the pair alone. */
  #learnPair(secret: string, username: string): void {
    this.#more += 1;
    this.#plain.clear();
    this.#know(pairForms(username, secret));
  }

  #know(forms: readonly string[]): void {
    for (const form of forms) this.#forms.add(form);
    this.#search = undefined;
  }

  /** Hears of an Authorization value before it is sent, because an answer to another request may show it first. */
  sent(authorization: string): void {
    this.#told = true;
    this.#sent(authorization);
  }

  #sent(authorization: string): void {
    const parts = digestParts(authorization);
    if (parts === undefined) return;
    this.#digests.add(parts.response);
    if (parts.cnonce !== undefined) this.#digests.add(parts.cnonce);
    // What stands before the nonce is the same in every request of a user: the realm is read out of it once.
    const head = authorization.slice(0, authorization.indexOf("nonce="));
    if (this.#heads.has(head)) return;
    if (this.#heads.size >= MOST_REALMS) this.#heads.clear();
    this.#heads.add(head);
    for (const realm of realmsOf(head)) this.#hash(realm);
  }

  /**
   * Learns what an exchange of somebody else shows of secrets, in its headers and as the answer of a token endpoint: each is one
   * everywhere else too. `exchange` learns from its own what is given out, but not from headers, which are the caller's.
   */
  heed(exchange: Exchange): void {
    this.#learnFrom(exchange);
    for (const { secret, username } of secretsShownBy(exchange)) this.#see(secret, username);
  }

  /** Learns what an exchange of one's own gives out, where it is kept for later: what comes before then may repeat it. */
  hear(exchange: Exchange): void {
    this.#learnFrom(exchange);
  }

  /** How much has been learnt so far: what was masked before it became more may hold what it became more by. */
  get learnt(): number {
    return this.#learnt.size + this.#more;
  }

  /** A text without secrets: learnt ones, and members of JSON or a form that are secret by name. */
  text(text: string): string {
    return maskMembers(this.#values(text));
  }

  /** A text without those that were learnt; what is secret by its name alone stays, for whoever has to send it again. */
  withoutLearnt(text: string): string {
    return this.#values(text);
  }

  /** An exchange without secrets; `json` is what the masked body parses to. */
  exchange(exchange: Exchange): Exchange {
    const { request, response } = exchange;
    const { credential } = request;
    this.#learnFrom(exchange);
    return {
      ...exchange,
      request: {
        ...request,
        url: this.text(request.url),
        headers: this.#headers(request.headers),
        ...(request.body !== undefined && { body: this.text(request.body) }),
        credential:
          credential.label === undefined ? credential : { ...credential, label: this.#values(credential.label) },
      },
      response: answered(exchange) ? this.#answer(exchange.response) : this.#fault(response),
    };
  }

  /** What an exchange itself reveals of secrets, before any text of it is looked at. */
  #learnFrom({ request, response }: Exchange): void {
    const authorization = this.#told ? undefined : headerValue(request.headers, "authorization");
    if (authorization !== undefined) this.#sent(authorization);
    if (!("status" in response)) return;
    if (response.status === 401)
      for (const challenge of headerValues(response.headers, "www-authenticate"))
        for (const realm of realmsOf(challenge)) this.#hash(realm);
    if (request.method === "POST" && response.status < 300) this.#learnTokens(response.json);
  }

  /** Tokens that were given out, used or not. */
  #learnTokens(answer: unknown): void {
    // An object may have been written as a text.
    const json = typeof answer === "string" ? parseJson(answer) : answer;
    if (typeof json !== "object" || json === null) return;
    for (const [name, token] of Object.entries(json))
      if (TOKEN_NAME.test(name) && typeof token === "string" && isTokenText(token)) this.#see(token);
  }

  /** Learns what an exchange has shown: the first few in every encoding, of any more the words that they are. */
  #see(secret: string, username?: string): void {
    const key = JSON.stringify([secret, username]);
    if (this.#seen.has(key)) return;
    const isWhole = username === undefined || isTelling(secret);
    if (this.#seen.size < MOST_SEEN) {
      this.#seen.add(key);
      if (isWhole) this.learn(secret, username);
      else this.#learnPair(secret, username);
      return;
    }
    this.#more += 1;
    this.#plain.clear();
    if (isWhole && secret.length >= SHORTEST_WORD) this.#words.add(secret);
    if (username !== undefined) this.#words.add(Buffer.from(`${username}:${secret}`).toString("base64"));
  }

  /** H(user:realm:password) serves as the password itself wherever the realm is the same. */
  #hash(realm: string): void {
    if (this.#hashed.has(realm)) return;
    // A target that makes realms up must not fill the memory.
    if (this.#hashed.size >= MOST_REALMS) this.#hashed.clear();
    this.#hashed.add(realm);
    this.#plain.clear();
    for (const [username, secret] of this.#users)
      for (const algorithm of ["MD5", "SHA-256"] as const)
        this.#digests.add(passwordHash(algorithm, username, realm, secret));
  }

  #answer(answer: Answer): Answer {
    const body = this.text(answer.body);
    const headers = this.#headers(answer.headers);
    // Parsed anew rather than walked: what is not in the masked text cannot be in the value either.
    return body === answer.body ? { ...answer, headers } : { ...answer, headers, body, json: parseJson(body) };
  }

  #fault(response: Answer | TransportFault): Answer | TransportFault {
    return "fault" in response ? { ...response, message: this.text(response.message) } : this.#answer(response);
  }

  /** What holds no secret is shared with the raw exchange: most headers do not. */
  #headers(headers: HeaderList): HeaderList {
    const masked = headers.map((header) => this.#header(header));
    return masked.every((header, index) => header === headers[index]) ? headers : masked;
  }

  #header(header: HeaderList[number]): HeaderList[number] {
    const [name, value] = header;
    const plain = this.#plain.get(name);
    if (plain?.has(value)) return header;
    const shown = [this.#values(name), this.text(maskHeader(name, value))] as const;
    if (shown[0] !== name || shown[1] !== value) return shown;
    if (value.length > LONGEST_PLAIN) return header;
    if (plain === undefined) {
      if (this.#plain.size < MOST_PLAIN) this.#plain.set(name, new Set([value]));
    } else if (plain.size < MOST_PLAIN) plain.add(value);
    else plain.clear();
    return header;
  }

  /**
   * A text without the secrets that were learnt. It is searched as it is, and then with its escapes resolved, once for each
   * time that escapes may stand within escapes; what is found there is masked where it stands in the text itself.
   */
  #values(text: string): string {
    const found = this.#find(text);
    return replaced(text, merged(isEscaped(text) ? [...found, ...this.#hidden(text, MOST_LAYERS)] : found), MASK);
  }

  /** Where a text holds a secret in escapes, so many layers of them at most. */
  #hidden(text: string, layers: number): readonly Span[] {
    const ways: readonly Escapes[] = text.includes("\\") && OF_PAGES.test(text) ? ["all", "ofPages"] : ["all"];
    return ways.flatMap((escapes) => {
      const inner = decoded(text, escapes);
      if (inner === text) return [];
      const found = this.#find(inner);
      const deeper = layers > 1 && isEscaped(inner) ? this.#hidden(inner, layers - 1) : [];
      return found.length + deeper.length === 0 ? [] : placed([...found, ...deeper], text, escapes);
    });
  }

  /** Where a text holds a secret literally. Secrets may overlap, so the search goes on right behind each beginning. */
  #find(text: string): readonly Span[] {
    const digests = this.#digests.find(text);
    const words = this.#words.find(text);
    const known = words.length === 0 ? digests : [...digests, ...words];
    if (this.#forms.size === 0) return known;
    this.#search ??= searchFor(this.#forms);
    const { filter, form } = this.#search;
    if (!filter.mayContain(text)) return known;
    const found = [...known];
    form.lastIndex = 0;
    for (let match = form.exec(text); match !== null; match = form.exec(text)) {
      found.push([match.index, match.index + match[0].length]);
      form.lastIndex = match.index + 1;
    }
    return found;
  }
}

interface Search {
  readonly filter: LiteralFilter;
  readonly form: RegExp;
}

/** Longest first: a secret that contains another one must go as a whole. */
function searchFor(forms: ReadonlySet<string>): Search {
  const sorted = [...forms].toSorted((one, other) => other.length - one.length);
  return { filter: new LiteralFilter(sorted), form: new RegExp(sorted.map(escapeRegExp).join("|"), "g") };
}

/** Parts of a text whose escapes were resolved, in the text with them. */
function placed(spans: readonly Span[], text: string, escapes: Escapes): readonly Span[] {
  const places = origins(text, escapes);
  return spans.map(([start, end]) => [places[start] ?? text.length, places[end] ?? text.length]);
}

/** JSON within JSON is one layer however deep; HTML of a query of JSON has three, and each costs another search. */
const MOST_LAYERS = 4;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Names under which a token endpoint gives out what opens doors (RFC 6749, section 5.1; OpenID Connect). */
const TOKEN_NAME = /^(?:access|refresh|id)_token$/i;
/** Each of these is some work for every text from then on, and a target or a fuzzer can bring about any number. */
const MOST_SEEN = 64;
const SHORTEST_WORD = 16;
const MOST_USERS = 16;
const MOST_REALMS = 8;
const MOST_PLAIN = 100;
const LONGEST_PLAIN = 256;

const OF_PAGES = /%[0-9a-f]{2}|&#?\w|~[01]/i;
const ESCAPED = /%[0-9a-f]{2}|\\|&#?\w|~[01]/i;

/** Most texts have none of these signs, and to look for a sign takes a tenth of the time of an expression. */
function isEscaped(text: string): boolean {
  return SIGNS.some((sign) => text.includes(sign)) && ESCAPED.test(text);
}
const SIGNS = ["\\", "%", "&", "~"];
