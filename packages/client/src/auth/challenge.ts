/** One challenge of a WWW-Authenticate field (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** As sent; compare without case. */
  readonly scheme: string;
  /** By name in lower case, with quotes and backslashes resolved. If a name is repeated, its first value counts. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The single value that some schemes carry instead of parameters. */
  readonly token68?: string;
}

/**
 * Reads every challenge from the values of one header field. It skips text that fits no grammar, never throws, and
 * reads each character a bounded number of times.
 */
export function parseChallenges(values: readonly string[]): readonly Challenge[] {
  return values.flatMap((value) => new Scanner(value).challenges());
}

const TOKEN = /[!#$%&'*+\-.^_`|~0-9A-Za-z]/;
const TOKEN68 = /[A-Za-z0-9\-._~+/]/;
const BLANK = /[ \t]/;

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  challenges(): Challenge[] {
    const found: { scheme: string; parameters: Map<string, string>; token68?: string }[] = [];
    while (this.#at < this.#text.length) {
      const word = this.#take(TOKEN);
      if (word === "") {
        this.#skipJunk();
        continue;
      }
      const afterWord = this.#at;
      this.#take(BLANK);
      if (this.#text[this.#at] === "=") {
        this.#at++;
        const value = this.#value();
        const parameters = found.at(-1)?.parameters;
        if (parameters?.has(word.toLowerCase()) === false) parameters.set(word.toLowerCase(), value);
        continue;
      }
      const token68 = this.#at > afterWord ? this.#token68() : undefined;
      found.push({ scheme: word, parameters: new Map(), ...(token68 !== undefined && { token68 }) });
    }
    return found;
  }

  /**
   * Skips a comma, a blank, or any character that cannot start a scheme or a name; skips a stray quoted string whole.
   */
  #skipJunk(): void {
    if (this.#text[this.#at] === '"') this.#quoted();
    else this.#at++;
  }

  #take(of: RegExp): string {
    const start = this.#at;
    while (this.#at < this.#text.length && of.test(this.#text.charAt(this.#at))) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  #value(): string {
    this.#take(BLANK);
    return this.#text[this.#at] === '"' ? this.#quoted() : this.#take(BARE);
  }

  /** Resolves a quoted string. A string without a closing quote runs to the end. */
  #quoted(): string {
    let value = "";
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === '"') {
        this.#at++;
        break;
      }
      if (character === "\\") this.#at++;
      value += character === "\\" ? this.#text.charAt(this.#at) : character;
    }
    return value;
  }

  /** Only if a comma or nothing follows: otherwise the characters are the name of a parameter or the next scheme. */
  #token68(): string | undefined {
    const start = this.#at;
    const letters = this.#take(TOKEN68);
    const value = letters + this.#take(EQUALS);
    this.#take(BLANK);
    const ended = this.#at >= this.#text.length || this.#text[this.#at] === ",";
    if (letters !== "" && ended) return value;
    this.#at = start;
    return undefined;
  }
}

// By the grammar, bare values are tokens, but servers also write dates and paths without quotes.
const BARE = /[^\s,"]/;
const EQUALS = /=/;
