/** The JSON pointer (RFC 6901) of a member. This is a separate file, so that its users load no contract. */
export const below = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
