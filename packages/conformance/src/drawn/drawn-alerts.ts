import type { Fields } from "../ground/json.ts";
import { at, configBody, createConfig } from "../requirements/alert-configs/config-steps.ts";
import { borrowAlert, inAnHour } from "../requirements/alerts/alert-steps.ts";
import { asDescribed, MONITORED } from "../requirements/kept/alert-configs.ts";
import { matcherFields } from "../requirements/shared/matcher-fields.ts";
import type { RoundTrip } from "../requirements/shared/round-trip.ts";
import { ON_PROJECT } from "../requirements/shared/statement-parts.ts";
import { is } from "../requirements/shared/subjects.ts";
import { fixture } from "../rule/need.ts";
import type { Draw } from "./draw.ts";
import type { DrawnRule } from "./drawn-rule.ts";

const LONGEST_COMMENT = 200;
const LONGEST_VALUE = 40;
/** The least and the most minutes to draw. */
const DELAY = [0, 1_000] as const;
const INTERVAL = [5, 1_000] as const;

const configGroups = (draw: Draw, names: readonly string[], updates: boolean): readonly Fields[] => {
  const [first, ...others] = names;
  return [
    draw.oneOf<Fields>(updates ? [{ enabled: true }, { enabled: false }] : [{ enabled: true }, {}]),
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

type ShownAs = NonNullable<RoundTrip["shownAs"]>;

/** A new configuration is disabled unless its body says otherwise. */
const withDefault =
  (shownAs: ShownAs): ShownAs =>
  (sent, record) =>
    shownAs({ enabled: false, ...sent }, record);

/** Drawn configurations and acknowledgements; matchers name only fields that the target itself offers. */
export const drawnAlerts: readonly DrawnRule[] = [
  {
    of: "an alert configuration",
    suffix: "-WRITES",
    risk: ({ operation }) => (operation.id === "createAlertConfig" ? "create" : "update"),
    needs: ON_PROJECT,
    on: is("createAlertConfig", "updateAlertConfig"),
    prepare: async (story) => {
      const updates = story.subject.operation.id === "updateAlertConfig";
      const made = updates ? await createConfig(story, { enabled: false }) : undefined;
      const names = await matcherFields(story);
      return async (draw) => ({
        operation: updates ? "updateAlertConfig" : "createAlertConfig",
        groups: configGroups(draw, names, updates),
        // Removes the value of `configBody`, so that only the drawn groups state it.
        body: (members) => configBody(story, { enabled: undefined, ...members }),
        ...(made && at(made.id)),
        shownAs: updates ? asDescribed(story) : withDefault(asDescribed(story)),
      });
    },
  },
  {
    of: "the acknowledgement of an alert",
    suffix: "-UPDATES",
    risk: "update",
    lane: "alert",
    needs: [fixture("alertId")],
    on: is("acknowledgeAlert"),
    prepare: async (story) => {
      const { path } = borrowAlert(story).path;
      return async (draw) => ({
        operation: "acknowledgeAlert",
        groups: [{ acknowledgedUntil: inAnHour(), acknowledgementComment: draw.prose(LONGEST_COMMENT) }],
        body: (members) => members,
        path,
      });
    },
  },
];
