import type { Report } from "../../../report.ts";
import type { LimitLadder, LimitRung } from "../../../report-views.ts";
import { groupBy } from "../../../select.ts";
import { counted } from "../../../text/words.ts";
import type { Tone } from "../../../tone.ts";
import { checkLink } from "../links.ts";
import { html, type Markup, wire } from "../markup.ts";
import { nothing, section } from "./section.ts";

/** The values around each limit, from lowest to highest, with their results. */
export function limitsView({ ladders }: Report): Markup {
  const frame = {
    id: "limits",
    title: "Limits",
    lead: "Values around each limit, in order. The target's real limit lies between an accepted and a refused value.",
  };
  if (ladders === undefined)
    return section({
      ...frame,
      body: nothing("This run has no data about limits, because it did not run the whole suite."),
    });
  if (ladders.length === 0) return section({ ...frame, body: nothing("This run sent no value around a limit.") });
  const groups = [
    ...groupBy(ladders, ({ location, parameter, limit }) => JSON.stringify([location, parameter, limit])),
  ];
  return section({
    ...frame,
    count: counted(ladders.length, "limit"),
    body: groups.map(([, members]) => group(members)),
  });
}

/** A group of more ladders is folded unless one of them is broken. */
const OPEN = 24;

/** Ladders of the same limit on several operations. */
function group(ladders: readonly LimitLadder[]): Markup {
  const [first] = ladders;
  if (first === undefined) return html``;
  const broken = ladders.filter(({ rungs }) => rungs.some(isBroken)).length;
  const note =
    broken === 0
      ? html`<span class="good"><span aria-hidden="true">✔</span> kept</span>`
      : html`<span class="bad"><span aria-hidden="true">✘</span> broken on ${counted(broken, "operation")}</span>`;
  const title = html`<strong>${wire(first.parameter)}</strong> <span class="quiet">${first.location}${first.limit === undefined ? undefined : html`, ${wire(first.limit)}`}</span> ${note} <span class="count">${counted(ladders.length, "ladder")}</span>`;
  const body = html`<div class="ladders">${ladders.map(ladderView)}</div>`;
  return broken > 0 || ladders.length <= OPEN
    ? html`<details class="group" open><summary>${title}</summary>${body}</details>`
    : html`<details class="group"><summary>${title}</summary>${body}</details>`;
}

function ladderView({ operation, version, rungs }: LimitLadder): Markup {
  return html`<div class="ladder"><span class="ladder-name">${wire(operation)}${version === undefined ? undefined : html` <small>${wire(version)}</small>`}</span><ol class="rungs">${rungs.map(rung)}</ol></div>`;
}

function isBroken({ due, got }: LimitRung): boolean {
  return due !== "open" && got !== "unclear" && due !== got;
}

function rung(one: LimitRung): Markup {
  const [symbol, tone]: readonly [string, Tone] = isBroken(one)
    ? ["✘", "bad"]
    : one.got === "unclear"
      ? ["?", "quiet"]
      : [one.got === "accepted" ? "✔" : "⊖", one.due === "open" ? "quiet" : "good"];
  const due = isBroken(one) ? `, but must be ${one.due}` : "";
  const got = one.got === "unclear" ? "unclear" : `${one.got}${due}`;
  const status = one.status === undefined ? undefined : html` <small>${one.status}</small>`;
  const body = html`<code>${wire(one.value)}</code> <span class="${tone}"><span aria-hidden="true">${symbol}</span> ${got}</span>${status}`;
  return html`<li class="rung ${tone}">${one.check === undefined ? body : html`<a href="${checkLink(one.check)}">${body}</a>`}</li>`;
}
