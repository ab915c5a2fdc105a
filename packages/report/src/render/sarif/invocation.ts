import type { Invocation, Notification } from "sarif";
import { isoTime } from "../../iso-time.ts";
import type { Report } from "../../report.ts";
import { verdictsOf } from "../../select.ts";
import { messageText } from "./message.ts";

/** The run as a SARIF invocation. A run that was cut short is reported as a notification, not as a result. */
export function sarifInvocation(report: Report): Invocation {
  const { run, outcome, reason } = report;
  const started = Date.parse(run.startedAt);
  const notes: Notification[] = [
    ...(isCut(report)
      ? [{ level: "error" as const, message: { text: messageText(reason) }, descriptor: { id: outcome } }]
      : []),
    ...verdictsOf(report, "harness-error").map(({ check, requirement, message }) => ({
      level: "error" as const,
      message: { text: messageText(`${check}: ${message}`) },
      associatedRule: { id: requirement },
    })),
  ];
  return {
    executionSuccessful: notes.length === 0,
    commandLine: run.command,
    startTimeUtc: run.startedAt,
    ...(Number.isNaN(started) ? {} : { endTimeUtc: isoTime(started + run.milliseconds) }),
    toolExecutionNotifications: notes,
  };
}

function isCut({ outcome }: Report): boolean {
  return outcome === "interrupted" || outcome === "unreachable";
}
