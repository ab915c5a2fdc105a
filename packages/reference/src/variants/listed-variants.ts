import { variants } from "./variants.ts";

/** What is told of a variant to whoever looks for one; the build replaces this file with the finished list. */
export interface ListedVariant {
  readonly id: string;
  readonly text: string;
}

export const listedVariants: readonly ListedVariant[] = variants.map(({ id, text }) => ({ id, text }));
