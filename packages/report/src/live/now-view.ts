import { html, type Markup } from "../render/page/markup.ts";
import type { Scope } from "./live-event.ts";

const WORDS: Readonly<Record<Scope, string>> = {
  all: "everything",
  failed: "failed checks",
  area: "an area",
  requirement: "a requirement",
  operation: "an operation",
  check: "a check",
};

/** The choices of the form that starts a run. */
export interface Choices {
  readonly targets: readonly string[];
  readonly profiles: readonly string[];
  readonly target: string;
  readonly profile?: string;
  /** Areas, requirements and operations that the user can name. */
  readonly names: readonly string[];
}

/** The view in which the user starts, watches and stops a run. */
export function nowView({ targets, profiles, target, profile, names }: Choices): Markup {
  const options = (all: readonly string[], chosen: string | undefined): readonly Markup[] =>
    all.map((one) => html`<option${one === chosen ? html` selected` : undefined}>${one}</option>`);
  const scopes = Object.entries(WORDS).map(([scope, words]) => html`<option value="${scope}">${words}</option>`);
  return html`<section id="now" class="view" aria-labelledby="now-title">
<h2 id="now-title" tabindex="-1">Now</h2>
<p class="lead" id="now-state" role="status">Connecting…</p>
<form id="start">
<label>Target<select name="target">${options(targets, target)}</select></label>
<label>Names it uses<select name="profile"><option value="">as the target says</option>${options(profiles, profile)}</select></label>
<label>What<select name="scope">${scopes}</select></label>
<label>Which<input name="name" list="names" autocomplete="off" placeholder="PAGE, PAGE-ITEMS-ACCEPT, listAlerts"></label>
<button id="go">Run</button>
<button type="button" id="stop" hidden>Stop</button>
</form>
<datalist id="names">${names.map((name) => html`<option value="${name}">`)}</datalist>
<p id="refused" class="notice warn" role="alert" hidden></p>
<div id="meter" hidden><progress id="progress" max="1" value="0" aria-label="Finished checks"></progress><p class="quiet"><span id="elapsed"></span> <span id="meter-words"></span></p></div>
<h3>Broken <span class="count" id="failing-count"></span></h3>
<p class="empty" id="failing-none">Nothing has run yet.</p>
<ul id="failing"></ul>
<h3>Last requests</h3>
<div class="scroll" tabindex="0" role="group" aria-label="Last requests"><ol id="last-requests"></ol></div>
</section>`;
}
