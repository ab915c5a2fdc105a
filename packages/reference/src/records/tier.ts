/** The size of an instance, by its name. */
export type Tier =
  | "M0"
  | "M2"
  | "M5"
  | "M10"
  | "M20"
  | "M30"
  | "M40"
  | "M50"
  | "M60"
  | "M80"
  | "M140"
  | "M200"
  | "M300";
