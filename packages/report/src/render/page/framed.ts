import { createHash } from "node:crypto";
import type { Label } from "../labels.ts";
import { badge } from "./badge.ts";
import { html, Markup, wire } from "./markup.ts";

/** The content of one page within the frame that all pages share. */
export interface Page {
  readonly toolVersion: string;
  readonly title: string;
  readonly label: Label;
  readonly target: string;
  readonly navigation: Markup;
  readonly views: readonly Markup[];
  /** Data blocks that the script reads. */
  readonly data: readonly Markup[];
  /** The target of the skip link for keyboard users, and its words. Default: the failures. */
  readonly skip?: readonly [view: string, words: string];
  /** Content of the head line after the target. */
  readonly strip?: Markup;
  readonly footer: string;
  readonly style: string;
  readonly script: string;
  /** Directives of the content security policy that allow more than showing the page. */
  readonly policy?: readonly string[];
}

/** A page in one file. The content security policy allows only its own script, by hash. */
export function framed(page: Page): string {
  const { label, policy = ["form-action 'none'"] } = page;
  const [view, words] = page.skip ?? ["failures", "the failures"];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${[...policyOf(page), ...policy].join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Plumbline ${page.toolVersion}">
<title>${page.title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(page.style)}</style>
</head>
<body>
<a class="skip" href="#${view}">Skip to ${words}</a>
<header class="top">
<h1 class="brand">Plumbline<span class="unseen"> report</span></h1>
<p class="top-target">${badge(label)} <span class="target">${wire(page.target)}</span></p>
${page.strip}<button type="button" id="theme" class="small" hidden>Dark</button>
</header>
<div class="frame">
${page.navigation}
<main>
${page.views}
</main>
</div>
<footer><p>${page.footer}</p></footer>
<p id="announcer" class="unseen" role="status"></p>
${page.data}
<script>${new Markup(page.script)}</script>
</body>
</html>
`.source;
}

function policyOf({ style, script }: Page): readonly string[] {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "img-src data:",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
}

const hashes = new Map<string, string>();

/** Caches the hashes, because all pages share a few scripts and style sheets. */
function hashOf(text: string): string {
  const known = hashes.get(text) ?? `sha256-${createHash("sha256").update(text).digest("base64")}`;
  hashes.set(text, known);
  return known;
}
