import type { ServedOperation } from "../served.ts";
import { accessHistoryHandlers } from "./access-history.ts";
import { alertConfigHandlers } from "./alert-configs.ts";
import { alertHandlers } from "./alerts.ts";
import { cloudAccessRoleHandlers } from "./cloud-access-roles.ts";
import { clusterHandlers } from "./clusters.ts";
import { customAnalyzerHandlers } from "./custom-analyzers.ts";
import type { Handler } from "./handler.ts";
import { linkHandlers, migrationHandlers } from "./live-migration.ts";
import { metricsHandlers } from "./metrics-discovery.ts";
import { outageSimulationHandlers } from "./outage-simulation.ts";
import { projectSettingsHandlers } from "./project-settings.ts";
import { searchIndexHandlers } from "./search-indexes.ts";
import { tokenHandlers } from "./service-token.ts";

/** A handler for each served operation: an id added to the list makes the compiler ask for one here. */
export const handlers: Readonly<Record<ServedOperation, Handler>> = {
  ...accessHistoryHandlers,
  ...alertConfigHandlers,
  ...alertHandlers,
  ...projectSettingsHandlers,
  ...cloudAccessRoleHandlers,
  ...customAnalyzerHandlers,
  ...searchIndexHandlers,
  ...outageSimulationHandlers,
  ...migrationHandlers,
  ...linkHandlers,
  ...clusterHandlers,
  ...metricsHandlers,
  ...tokenHandlers,
};
