/* Types for the used parts of Eleventy and of markdown-it, which have none. */

/** The part of a token of markdown-it that this site uses. */
export interface Token {
  type: string;
  content: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** The part of markdown-it that this site uses. */
export interface MarkdownIt {
  set(options: { readonly html: boolean }): void;
  readonly core: {
    readonly ruler: {
      push(
        name: string,
        rule: (state: { readonly tokens: readonly Token[]; readonly env: { readonly file?: string } }) => void,
      ): void;
    };
  };
  readonly renderer: { readonly rules: Record<string, () => string> };
}

/** The page that a transform works on. */
export interface Rendered {
  readonly page: { readonly url: string; readonly outputPath: string };
}

/** The part of Eleventy's configuration that this site uses. */
export interface EleventyConfig {
  addGlobalData(name: string, value: unknown): void;
  addTemplate(path: string, content: string, data: Readonly<Record<string, unknown>>): void;
  addTransform(name: string, work: (this: Rendered, content: string) => string): void;
  amendLibrary(name: "md", work: (library: MarkdownIt) => void): void;
  setIncludesDirectory(path: string): void;
  setUseGitIgnore(use: boolean): void;
  addFilter(name: string, filter: (value: never) => unknown): void;
}

/** The part of Eleventy's options that this site uses. */
export interface EleventyOptions {
  readonly quietMode: boolean;
  readonly configPath: string;
  readonly config: (config: EleventyConfig) => object;
}
