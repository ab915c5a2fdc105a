import { member } from "../ground/json.ts";
import { listIn } from "../oracles/envelope.ts";
import type { On, WriteTable } from "./write.ts";

const OWN: On = {
  create: "createAlertConfig",
  address: (record) => {
    const id = member(record, "id");
    return typeof id === "string" ? { alertConfigId: id } : undefined;
  },
};
const owned = { kind: "owned", parameter: "alertConfigId" } as const;

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
    effect: owned,
  },
  updateAlertConfig: {
    kind: "alert configuration",
    on: OWN,
    body: ({ world }) => world.alertConfiguration,
    effect: owned,
  },
} as const satisfies Partial<WriteTable>;
