/**
 * The nesting depth of lists and objects in a JSON text. It is counted without a parser, because a parser may recurse.
 */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isText) {
      if (letter === "\\") at += 1;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === "{" || letter === "[") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (letter === "}" || letter === "]") depth -= 1;
  }
  return deepest;
}
