import type { Scope } from "../../live/live-event.ts";
import type { Verdict } from "../../report.ts";
import { offerActions } from "../actions.ts";
import { announce, el } from "../dom.ts";
import { ask } from "./ask.ts";
import { showRefusal } from "./refused.ts";

/** Adds buttons below a check: run it, its requirement or its operation again, or list it as a known failure. */
export function startAgain(): void {
  offerActions((verdict) => {
    const { check, requirement, operation, outcome } = verdict;
    const broken = outcome === "fail" || outcome === "flaky" || outcome === "warn";
    return [
      el(
        "div",
        { class: "again" },
        "Run again:",
        runs("check", check, "this check"),
        runs("requirement", requirement, "this requirement"),
        operation === undefined ? undefined : runs("operation", operation, "this operation"),
        broken ? marks(verdict) : undefined,
      ),
    ];
  });
}

function runs(scope: Scope, name: string, words: string): HTMLButtonElement {
  const button = el("button", { type: "button", class: "small" }, words);
  button.addEventListener("click", async () => {
    const refusal = await ask("run", { scope, name });
    await showRefusal(refusal);
    if (refusal === undefined) announce(`Running ${words} again`);
  });
  return button;
}

function marks({ check }: Verdict): HTMLButtonElement {
  const button = el("button", { type: "button", class: "small", "aria-expanded": "false" }, "Mark as known…");
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    if (open) return button.parentElement?.querySelector("form")?.remove();
    const reason = el("input", { "aria-label": "Why it may fail", placeholder: "why it may fail", required: "" });
    const form = el("form", {}, reason, el("button", { class: "small" }, "Mark"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await showRefusal(await ask("known", { check, reason: reason.value }));
    });
    button.parentElement?.append(form);
    reason.focus();
  });
  return button;
}
