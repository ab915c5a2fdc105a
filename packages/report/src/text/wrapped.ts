/** Wraps a text to lines of at most `width` characters; longer words are split. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const take = (piece: string): void => {
    if (line !== "" && line.length + 1 + piece.length > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? piece : `${line} ${piece}`;
  };
  for (const word of text.split(" ")) {
    const characters = Array.from(word);
    for (let at = 0; at === 0 || at < characters.length; at += width) take(characters.slice(at, at + width).join(""));
  }
  return [...lines, line];
}
