import { HIDDEN_CHARACTERS } from "../../../text/visible.ts";
import { OUTCOME_LABELS } from "../../labels.ts";

/** Elements, text of foreign origin, details that are filled when opened, and copying. */
export const DOM_SCRIPT = String.raw`
const report = JSON.parse(document.getElementById("report-data").textContent);
const LABELS = ${JSON.stringify(OUTCOME_LABELS)};
const HIDDEN = /(${HIDDEN_CHARACTERS})/u;

const byId = (id) => document.getElementById(id);
const plural = (count, noun) => count.toLocaleString("en-US") + " " + noun + (count === 1 ? "" : "s");

function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

function numberOf(character) {
  return "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
}

function pictureOf(character) {
  const code = character.codePointAt(0);
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\u27e8" + numberOf(character) + "\u27e9";
}

// Every other piece of what this gives is a hidden character; line feeds and tabs stay as they are.
const split = (text) => String(text).split(HIDDEN);
const isHidden = (piece, index) => index % 2 === 1 && piece !== "\n" && piece !== "\t";

const visible = (text) => split(text).map((piece, index) => (isHidden(piece, index) ? pictureOf(piece) : piece)).join("");
const wirePieces = (text) =>
  split(text).map((piece, index) => (isHidden(piece, index) ? el("span", { class: "hidden-char" }, numberOf(piece)) : piece));
const wire = (text) => el("span", { class: "wire" }, ...wirePieces(text));

function badge(outcome) {
  const { symbol, words, tone } = LABELS[outcome];
  return el("span", { class: "badge " + tone }, el("span", { class: "symbol", "aria-hidden": "true" }, symbol), words);
}

// Thousands of details stand on the page; each gets its content when it is first opened.
const fillings = new WeakMap();

function lazy(details, fill) {
  fillings.set(details, fill);
  return details;
}

function fillDetails(details) {
  const fill = fillings.get(details);
  if (fill === undefined) return;
  fillings.delete(details);
  details.append(...[fill()].flat());
}

function openDetails(details) {
  fillDetails(details);
  details.open = true;
}

document.addEventListener("toggle", (event) => { if (event.target.open) fillDetails(event.target); }, true);

async function copy(button, source) {
  const text = source.textContent;
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    getSelection().selectAllChildren(source);
    copied = false;
  }
  byId("announcer").textContent = copied ? "Copied" : "Selected; copy it with the keyboard";
  button.textContent = copied ? "Copied" : "Selected";
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
}

function copyButton(source, what) {
  const button = el("button", { type: "button", class: "small", "aria-label": "Copy " + what }, "Copy");
  button.addEventListener("click", () => copy(button, source));
  return button;
}

// What is copied is what is shown: hidden characters arrive in the clipboard as their numbers.
function command(name, text) {
  const code = el("code", {}, wire(text));
  return el("div", { class: "command" }, el("span", { class: "command-name" }, name), code, copyButton(code, name));
}
`;
