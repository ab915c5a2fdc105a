import { announce, el, wire } from "./dom.ts";

/** How long the button confirms the copy, in milliseconds. */
const SAID_FOR = 1_500;

/** A button that copies the text of `source` as it is shown: hidden characters are copied as their numbers. */
export function copyButton(source: HTMLElement, what: string): HTMLButtonElement {
  const button = el("button", { type: "button", class: "small copy", "aria-label": `Copy ${what}` }, "Copy");
  button.addEventListener("click", () => void copy(button, source));
  return button;
}

async function copy(button: HTMLButtonElement, source: HTMLElement): Promise<void> {
  let copied = true;
  try {
    await navigator.clipboard.writeText(source.textContent ?? "");
  } catch {
    // A page from a file may not write to the clipboard. It selects the text instead, so that the reader can copy it.
    getSelection()?.selectAllChildren(source);
    copied = false;
  }
  announce(copied ? "Copied" : "The text is selected: copy it with the keyboard");
  button.textContent = copied ? "Copied" : "Selected";
  setTimeout(() => {
    button.textContent = "Copy";
  }, SAID_FOR);
}

/** A line to copy, with its name and its copy button. */
export function command(name: string, text: string): HTMLElement {
  const code = el("code", {}, wire(text));
  return el("div", { class: "command" }, el("span", { class: "command-name" }, name), code, copyButton(code, name));
}
