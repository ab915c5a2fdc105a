import { stringify } from "yaml";

/** YAML without anchors and without folded lines, so that a change of one value is a change of one line. */
export const toYaml = (value: object): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
