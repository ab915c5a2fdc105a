/** The JSON pointer (RFC 6901) of what stands under a name. Of its own, so that no contract is loaded for it. */
export const below = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
