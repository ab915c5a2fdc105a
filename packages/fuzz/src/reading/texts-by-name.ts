import { preview } from "@plumbline/schemas/validate";
import { objectAt } from "./object-at.ts";
import { inside } from "./place.ts";
import type { Read } from "./read.ts";
import { refuse } from "./refuse.ts";
import { text } from "./text.ts";

/** Limits above the number of parameters of any operation, and above the length of any text that is drawn for one. */
const MOST = 30;
const LONGEST = 4_096;

const parameter = text(LONGEST);

/** Reads texts of parameters by their names. */
export const textsByName: Read<Readonly<Record<string, string>>> = (value, place) => {
  const members = objectAt(value, place, "an object of texts by the names of parameters");
  if (members.length > MOST) return refuse(place, `at most ${MOST} parameters`, `${members.length}`);
  return Object.fromEntries(
    members.map(([name, own]) => {
      const here = inside(place, name);
      if (!/^[A-Za-z]{1,60}$/.test(name)) return refuse(here, "the name of a parameter", preview(name, 60));
      return [name, parameter(own, here)];
    }),
  );
};
