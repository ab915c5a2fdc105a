import { describe, expect, it } from "vitest";
import { PALETTES } from "./colours.ts";

/** Relative luminance of `#rrggbb` (WCAG 2.2, definitions). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (high + 0.05) / (low + 0.05);
}

describe.each(Object.entries(PALETTES))("the %s palette", (_, { ground, surface, sunken, line, ...texts }) => {
  it.each(Object.entries(texts))("shows %s readably on every ground", (_name, colour) => {
    for (const behind of [ground, surface, sunken]) expect(contrast(colour, behind)).toBeGreaterThanOrEqual(4.5);
    expect(line).toMatch(/^#/u);
  });
});
