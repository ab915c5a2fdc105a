import { variants } from "./variants.ts";

/** The members of a variant that a search shows; the build replaces this file with the finished list. */
export interface ListedVariant {
  readonly id: string;
  readonly text: string;
}

/** Every variant in the order of `variants`, for `list` and shell completion, which never start a server. */
export const listedVariants: readonly ListedVariant[] = variants.map(({ id, text }) => ({ id, text }));
