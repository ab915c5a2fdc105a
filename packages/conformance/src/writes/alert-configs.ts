import { member } from "../ground/json.ts";
import { listIn } from "../oracles/envelope.ts";
import type { On, Write, WriteTable } from "./write.ts";

const OWN: On = {
  create: "createAlertConfig",
  address: (record) => {
    const id = member(record, "id");
    return typeof id === "string" ? { alertConfigId: id } : undefined;
  },
};
/** Inverts `enabled`, because a plain body may state the current value. */
const turned: Write["changes"] = (shown, body, contract) => {
  const enabled = member(shown, contract.field("enabled"));
  return typeof enabled === "boolean" ? { ...Object(body), enabled: !enabled } : body;
};
const owned = { kind: "owned", parameter: "alertConfigId" } as const;

/** Writes to alert configurations. Updates and deletions work only on configurations that the run created. */
export const alertConfigWrites = {
  createAlertConfig: {
    kind: "alert configuration",
    body: ({ world }) => world.alertConfiguration,
    effect: {
      kind: "makes",
      id: "id",
      list: "listAlertConfigs",
      read: "getAlertConfig",
      remove: "deleteAlertConfig",
      parameter: "alertConfigId",
      mayHideTexts: true,
      texts: (record, contract) =>
        (listIn(member(record, contract.field("notifications"))) ?? []).map((target) =>
          member(target, contract.field("emailAddress")),
        ),
    },
  },
  deleteAlertConfig: { kind: "alert configuration", on: OWN, effect: { ...owned, removes: true } },
  setAlertConfigEnabled: {
    kind: "alert configuration",
    on: OWN,
    body: ({ world }) => ({ enabled: world.alertConfiguration.enabled ?? false }),
    changes: turned,
    effect: owned,
  },
  updateAlertConfig: {
    kind: "alert configuration",
    on: OWN,
    body: ({ world }) => world.alertConfiguration,
    changes: turned,
    effect: owned,
  },
} as const satisfies Partial<WriteTable>;
