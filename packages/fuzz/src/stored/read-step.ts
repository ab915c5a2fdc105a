import { preview } from "@plumbline/schemas/validate";
import { closed } from "../reading/closed.ts";
import { objectAt } from "../reading/object-at.ts";
import { oneOf } from "../reading/one-of.ts";
import { inside } from "../reading/place.ts";
import type { Read } from "../reading/read.ts";
import { refuse } from "../reading/refuse.ts";
import { whole } from "../reading/whole.ts";
import { FARTHEST, LAST_VARIANT, type Step } from "../stateful/step.ts";

const of = whole(0, FARTHEST);
const variant = whole(0, LAST_VARIANT);

const STEPS: { readonly [Do in Step["do"]]: Read<Extract<Step, { do: Do }>> } = {
  create: closed({ do: oneOf("create"), variant }),
  read: closed({ do: oneOf("read"), of }),
  update: closed({ do: oneOf("update"), of, variant }),
  refused: closed({ do: oneOf("refused"), of }),
  toggle: closed({ do: oneOf("toggle"), of, on: oneOf(true, false) }),
  remove: closed({ do: oneOf("remove"), of }),
};
const READERS = new Map<unknown, Read<Step>>(Object.entries(STEPS));

/** Reads a step of one of these kinds. */
export const stepOf =
  (...kinds: readonly Step["do"][]): Read<Step> =>
  (value, place) => {
    const kind = objectAt(value, place, "a step").find(([name]) => name === "do")?.[1];
    const read = kinds.some((one) => one === kind) ? READERS.get(kind) : undefined;
    return read === undefined
      ? refuse(inside(place, "do"), `one of ${kinds.map((one) => `"${one}"`).join(", ")}`, preview(kind, 60))
      : read(value, place);
  };
