declare module "@11ty/eleventy" {
  import type { EleventyOptions } from "./eleventy.ts";

  /** The static site generator, which has no types. */
  export class Eleventy {
    constructor(input: string, output: string, options: EleventyOptions);
    disableLogger(): void;
    write(): Promise<unknown>;
  }
}
