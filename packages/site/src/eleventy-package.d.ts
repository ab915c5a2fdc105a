declare module "@11ty/eleventy" {
  import type { EleventyOptions } from "./eleventy.ts";

  /** The generator; it brings no types of its own. */
  export class Eleventy {
    constructor(input: string, output: string, options: EleventyOptions);
    disableLogger(): void;
    write(): Promise<unknown>;
  }
}
