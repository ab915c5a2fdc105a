const MOST_LINES = 20;
const MOST_CHARACTERS = 8_192;

/** The end of a process's output: enough to show why it failed, with a size limit however long it runs. */
export class LastLines {
  #text = "";

  add(text: string): void {
    this.#text = (this.#text + text).slice(-MOST_CHARACTERS);
  }

  read(): string {
    return this.#text.trimEnd().split("\n").slice(-MOST_LINES).join("\n");
  }
}
