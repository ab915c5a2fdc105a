import { type Answer, answered, type Exchange, type HeaderList, type TransportFault } from "./exchange.ts";
import { decoded } from "./redact/decoded.ts";
import { LiteralFilter } from "./redact/literal-filter.ts";
import { MASK, maskHeader } from "./redact/mask-header.ts";
import { maskMembers } from "./redact/mask-members.ts";
import { elasticForms, escapeRegExp, literalForms } from "./redact/secret-pattern.ts";
import { parseJson } from "./wire/json-text.ts";

/**
 * The one place where secrets are removed; nothing is stored or shown that did not pass through it. It works twice over:
 * by structure (headers and members that hold secrets by their name) and by value (every secret it has learnt, in
 * every usual encoding, wherever it stands).
 */
export class Redactor {
  readonly #learnt = new Set<string>();
  readonly #literals = new Set<string>();
  readonly #elastics = new Set<string>();
  #filter = new LiteralFilter([]);
  /** A secret holds what has more than one escaped form: a blank, a backslash, anything outside ASCII. */
  #ambiguous = false;
  #literal: RegExp | undefined;
  #elastic: RegExp | undefined;

  /** Learns a secret, and with a username the pair in base64. Under four characters only the pair is learnt. */
  learn(secret: string, username?: string): void {
    const key = JSON.stringify([secret, username]);
    if (this.#learnt.has(key)) return;
    this.#learnt.add(key);
    for (const form of literalForms(secret, username)) this.#literals.add(form);
    for (const form of elasticForms(secret)) this.#elastics.add(form);
    if (/[^\x21-\x7e]|\\/.test(secret)) this.#ambiguous = true;
    this.#compile();
  }

  /** A text without secrets: learnt ones, and members of JSON or a form that are secret by name. */
  text(text: string): string {
    return maskMembers(this.#values(text));
  }

  /** An exchange without secrets; `json` is what the masked body parses to. */
  exchange(exchange: Exchange): Exchange {
    const { request, response } = exchange;
    const { credential } = request;
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
    const shown = [this.#values(name), this.text(maskHeader(name, value))] as const;
    return shown[0] === name && shown[1] === value ? header : shown;
  }

  #values(text: string): string {
    if (this.#literal === undefined) return text;
    const plain = this.#filter.mayContain(text) ? text.replace(this.#literal, MASK) : text;
    return this.#elastic !== undefined && this.#mayHideOne(plain) ? plain.replace(this.#elastic, MASK) : plain;
  }

  /** The elastic form is slow, so it is tried only where a resolved text may hold a secret, or where that cannot be told. */
  #mayHideOne(text: string): boolean {
    if (!ESCAPED.test(text)) return false;
    if (this.#ambiguous) return true;
    const resolved = decoded(text);
    return this.#filter.mayContain(resolved) && this.#literal !== undefined && resolved.search(this.#literal) >= 0;
  }

  #compile(): void {
    // Longest first: a secret that contains another one must go as a whole.
    const literals = [...this.#literals].toSorted((one, other) => other.length - one.length).map(escapeRegExp);
    this.#filter = new LiteralFilter([...this.#literals]);
    this.#literal = literals.length === 0 ? undefined : new RegExp(literals.join("|"), "g");
    const elastics = [...this.#elastics].toSorted((one, other) => other.length - one.length);
    this.#elastic = elastics.length === 0 ? undefined : new RegExp(elastics.join("|"), "g");
  }
}

const ESCAPED = /%[0-9a-f]{2}|\\|&#?\w/i;
