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
 * The one place that removes secrets. Everything that is stored or shown passes through it. It masks by structure
 * (headers and members whose name says that they hold secrets) and by value (every learnt secret, in every usual
 * encoding, anywhere). Responses of digest authentication derive from secrets and differ with each request; the
 * redactor knows them because it learns each one that is sent.
 *
 * A text loses only secrets learnt before, so the redactor must learn from each source once:
 *
 * - `learn`: the secrets of the configuration, and those of a connection by its option `onSecret`;
 * - `learnAuthorization`: by the connection's option `onAuthorization`, each value before it is sent;
 * - `learnFromOwn`: own exchanges that are kept and masked only later (`exchange` includes this);
 * - `learnFromForeign`: recorded exchanges of other clients, instead of the three above.
 *
 * @example
 * const redactor = new Redactor();
 * const connection = connect({
 *   origins: [url],
 *   onSecret: (secret, username) => redactor.learn(secret, username),
 *   onAuthorization: (value) => redactor.learnAuthorization(value),
 *   onExchange: (exchange) => store(redactor.exchange(exchange)),
 * });
 */
export class Redactor {
  readonly #learnt = new Set<string>();
  readonly #forms = new Set<string>();
  /** Built from `#forms` when the next text is searched. */
  #search: Search | undefined;
  readonly #digests = new SentDigests();
  readonly #users: (readonly [username: string, secret: string])[] = [];
  /** Realms whose password hashes are known, and beginnings of Authorization values whose realm was read. */
  readonly #hashed = new Set<string>();
  readonly #heads = new Set<string>();
  /** Tokens and pairs from exchanges, beyond the first MOST_SEEN, which are known in every encoding. */
  readonly #words = new KnownWords();
  readonly #seen = new Set<string>();
  #more = 0;
  /** Header fields without a known secret, because a run sees the same few again and again. */
  readonly #plain = new Map<string, Set<string>>();
  /** The caller reports every Authorization value through `learnAuthorization`, so `exchange` need not search for it. */
  #told = false;

  /**
   * Learns a secret and, with a username, the pair in base64. A secret under four characters is learnt only as a pair.
   */
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

  /** Learns only the pair, because the password looks like an ordinary word. */
  #learnPair(secret: string, username: string): void {
    this.#more += 1;
    this.#plain.clear();
    this.#know(pairForms(username, secret));
  }

  #know(forms: readonly string[]): void {
    for (const form of forms) this.#forms.add(form);
    this.#search = undefined;
  }

  /** Learns an Authorization value before it is sent, because an answer to another request may show it first. */
  learnAuthorization(authorization: string): void {
    this.#told = true;
    this.#learnDigest(authorization);
  }

  #learnDigest(authorization: string): void {
    const parts = digestParts(authorization);
    if (parts === undefined) return;
    this.#digests.add(parts.response);
    if (parts.cnonce !== undefined) this.#digests.add(parts.cnonce);
    // The part before the nonce is the same in every request of a user, so the realm is read from it once.
    const head = authorization.slice(0, authorization.indexOf("nonce="));
    if (this.#heads.has(head)) return;
    if (this.#heads.size >= MOST_REALMS) this.#heads.clear();
    this.#heads.add(head);
    for (const realm of realmsOf(head)) this.#hash(realm);
  }

  /**
   * Learns from another client's exchange: the secrets in its headers, the realms of its challenges, and issued tokens.
   */
  learnFromForeign(exchange: Exchange): void {
    this.#learnFrom(exchange);
    for (const { secret, username } of secretsShownBy(exchange)) this.#see(secret, username);
  }

  /**
   * Learns from an own exchange the realms of its challenges and the tokens that it issues, but not the secrets in its
   * headers, which `learn` has received before.
   */
  learnFromOwn(exchange: Exchange): void {
    this.#learnFrom(exchange);
  }

  /** A count of what was learnt so far. Text masked at a lower count may still contain a secret learnt since. */
  get learnt(): number {
    return this.#learnt.size + this.#more;
  }

  /** A text without learnt secrets, and without members of JSON or a form that are secret by name. */
  text(text: string): string {
    return maskMembers(this.#values(text));
  }

  /** A text without learnt secrets. Members that are secret only by name stay, for callers that send the text again. */
  withoutLearnt(text: string): string {
    return this.#values(text);
  }

  /** An exchange without secrets; `json` is the parsed masked body. */
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

  /** Learns the secrets that the exchange itself reveals, before any of its texts is masked. */
  #learnFrom({ request, response }: Exchange): void {
    const authorization = this.#told ? undefined : headerValue(request.headers, "authorization");
    if (authorization !== undefined) this.#learnDigest(authorization);
    if (!("status" in response)) return;
    if (response.status === 401)
      for (const challenge of headerValues(response.headers, "www-authenticate"))
        for (const realm of realmsOf(challenge)) this.#hash(realm);
    if (request.method === "POST" && response.status < 300) this.#learnTokens(response.json);
  }

  /** Learns issued tokens, used or not. */
  #learnTokens(answer: unknown): void {
    // The JSON object may be written as a JSON string.
    const json = typeof answer === "string" ? parseJson(answer) : answer;
    if (typeof json !== "object" || json === null) return;
    for (const [name, token] of Object.entries(json))
      if (TOKEN_NAME.test(name) && typeof token === "string" && isTokenText(token)) this.#see(token);
  }

  /** Learns a secret from an exchange: the first few in every encoding, later ones only as whole words. */
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

  /** Learns H(user:realm:password), which serves as the password itself in the same realm. */
  #hash(realm: string): void {
    if (this.#hashed.has(realm)) return;
    // A target that invents realms must not fill the memory.
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
    // Parsed again from the masked text, so the value cannot contain anything that the text does not.
    return body === answer.body ? { ...answer, headers } : { ...answer, headers, body, json: parseJson(body) };
  }

  #fault(response: Answer | TransportFault): Answer | TransportFault {
    return "fault" in response ? { ...response, message: this.text(response.message) } : this.#answer(response);
  }

  /** Headers without a secret, which most are, are shared with the raw exchange. */
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
   * A text without learnt secrets. The redactor searches the text as it is, and then with its escapes resolved, once
   * for each layer of escapes. It masks what it finds at its place in the original text.
   */
  #values(text: string): string {
    const found = this.#find(text);
    return replaced(text, merged(isEscaped(text) ? [...found, ...this.#hidden(text, MOST_LAYERS)] : found), MASK);
  }

  /** The places where a text has a secret in escapes, at most `layers` layers deep. */
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

  /**
   * The places where a text has a secret literally. Secrets may overlap, so the search continues one character later.
   */
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

/** Longest first: if a secret contains another, the redactor must mask the longer one whole. */
function searchFor(forms: ReadonlySet<string>): Search {
  const sorted = [...forms].toSorted((one, other) => other.length - one.length);
  return { filter: new LiteralFilter(sorted), form: new RegExp(sorted.map(escapeRegExp).join("|"), "g") };
}

/** Maps parts of a text with resolved escapes to their places in the original text. */
function placed(spans: readonly Span[], text: string, escapes: Escapes): readonly Span[] {
  const places = origins(text, escapes);
  return spans.map(([start, end]) => [places[start] ?? text.length, places[end] ?? text.length]);
}

/** JSON within JSON is one layer at any depth; HTML of a query of JSON has three, and each costs another search. */
const MOST_LAYERS = 4;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Names of the members in which a token endpoint issues tokens (RFC 6749, section 5.1; OpenID Connect). */
const TOKEN_NAME = /^(?:access|refresh|id)_token$/i;
/** Each learnt secret slows every later text, and a target or a fuzzer can produce any number of them. */
const MOST_SEEN = 64;
const SHORTEST_WORD = 16;
const MOST_USERS = 16;
const MOST_REALMS = 8;
const MOST_PLAIN = 100;
const LONGEST_PLAIN = 256;

const OF_PAGES = /%[0-9a-f]{2}|&#?\w|~[01]/i;
const ESCAPED = /%[0-9a-f]{2}|\\|&#?\w|~[01]/i;

/** Most texts have none of these signs, and searching for a sign takes a tenth of the time of the expression. */
function isEscaped(text: string): boolean {
  return SIGNS.some((sign) => text.includes(sign)) && ESCAPED.test(text);
}
const SIGNS = ["\\", "%", "&", "~"];
