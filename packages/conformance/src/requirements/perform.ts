import type { Exchange } from "@plumbline/client";
import { answered } from "@plumbline/client";
import type { OperationId } from "@plumbline/schemas";
import { wasAccepted } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { idIn } from "../oracles/envelope.ts";
import { at, configBody, createConfig, keep } from "./alert-config-steps.ts";
import { borrowAlert } from "./alerts.ts";
import { backupWays } from "./backup-steps.ts";
import { clusterWays } from "./cluster-steps.ts";
import { migrationWays } from "./migration-steps.ts";
import { searchWays } from "./search-steps.ts";
import { settingsWays } from "./settings-steps.ts";

type Step = NonNullable<Parameters<Story["ask"]>[1]>;

/** Calls a write once, validly, on something of the story's own; `step` says with which query or key. */
export async function performs(told: Story, operation: OperationId, step: Step): Promise<Exchange> {
  switch (operation) {
    case "createAlertConfig": {
      const exchange = await told.ask(operation, { body: configBody(told), ...step });
      if (answered(exchange) && wasAccepted(exchange) && idIn(exchange.response.json) !== undefined)
        keep(told, exchange.response);
      return exchange;
    }
    case "deleteAlertConfig": {
      const { id } = await createConfig(told);
      return told.ask(operation, { ...at(id), ...step });
    }
    case "setAlertConfigEnabled": {
      const { id } = await createConfig(told);
      return told.ask(operation, { ...at(id), body: { enabled: true }, ...step });
    }
    case "updateAlertConfig": {
      const { id, sent } = await createConfig(told);
      return told.ask(operation, { ...at(id), body: sent, ...step });
    }
    case "acknowledgeAlert": {
      const { path } = await borrowAlert(told);
      return told.ask(operation, {
        ...path,
        body: { acknowledgedUntil: new Date(Date.now() + 3_600_000).toISOString() },
        ...step,
      });
    }
    default:
      return (
        clusterWays[operation]?.(told, step) ??
        migrationWays[operation]?.(told, step) ??
        settingsWays[operation]?.(told, step) ??
        searchWays[operation]?.(told, step) ??
        backupWays[operation]?.(told, step) ??
        told.cannot(`no valid call of ${operation} is known`)
      );
  }
}
