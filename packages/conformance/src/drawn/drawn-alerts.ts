import { jsonOf } from "../expect/answers.ts";
import type { Story } from "../kernel/story.ts";
import { listIn } from "../oracles/envelope.ts";
import { at, configBody, createConfig } from "../requirements/alert-config-steps.ts";
import { borrowAlert, inAnHour } from "../requirements/alert-steps.ts";
import { ON_PROJECT } from "../requirements/backup-rules.ts";
import { asDescribed, MONITORED } from "../requirements/kept-configs.ts";
import { is } from "../requirements/subjects.ts";
import type { Fields } from "../writes/write.ts";
import type { Draw } from "./draw.ts";
import type { DrawnRule } from "./drawn-rule.ts";

const LONGEST_COMMENT = 200;
const LONGEST_VALUE = 40;
/** Minutes; a day and more apart from what anything is by default. */
const DELAY = [0, 1_000] as const;
const INTERVAL = [5, 1_000] as const;

/** Names on offer; which of them suit the event is not given, so each matcher is a part that may be refused. */
async function offered(told: Story): Promise<readonly string[]> {
  const names = listIn(jsonOf(await told.ask("listMatcherFieldNames", told.servedAs("listMatcherFieldNames")))) ?? [];
  return names.filter((name) => typeof name === "string");
}

const configGroups = (draw: Draw, names: readonly string[]): readonly Fields[] => {
  const [first, ...others] = names;
  return [
    { enabled: draw.oneOf([true, false]) },
    {
      notifications: [{ ...MONITORED, delayMin: draw.integer(...DELAY), intervalMin: draw.integer(...INTERVAL) }],
    },
    ...(first === undefined
      ? []
      : [
          {
            matchers: [
              { fieldName: draw.oneOf([first, ...others]), operator: "EQUALS", value: draw.prose(LONGEST_VALUE) },
            ],
          },
        ]),
  ];
};

export const drawnAlerts: readonly DrawnRule[] = [
  {
    of: "an alert configuration",
    suffix: "-WRITES",
    risk: ({ operation }) => (operation.id === "createAlertConfig" ? "create" : "update"),
    needs: ON_PROJECT,
    on: is("createAlertConfig", "updateAlertConfig"),
    prepare: async (told) => {
      const updates = told.subject.operation.id === "updateAlertConfig";
      const made = updates ? await createConfig(told, { enabled: false }) : undefined;
      const names = await offered(told);
      return async (draw) => ({
        operation: updates ? "updateAlertConfig" : "createAlertConfig",
        groups: configGroups(draw, names),
        body: (members) => configBody(told, members),
        ...(made && at(made.id)),
        shownAs: asDescribed(told),
      });
    },
  },
  {
    of: "the acknowledgement of an alert",
    suffix: "-UPDATES",
    risk: "update",
    lane: "alert",
    needs: [{ kind: "fixture", name: "alertId" }],
    on: is("acknowledgeAlert"),
    prepare: async (told) => {
      const { path } = borrowAlert(told).path;
      return async (draw) => ({
        operation: "acknowledgeAlert",
        groups: [{ acknowledgedUntil: inAnHour(), acknowledgementComment: draw.prose(LONGEST_COMMENT) }],
        body: (members) => members,
        path,
      });
    },
  },
];
