import { faker } from "@faker-js/faker/locale/en";
import fc from "fast-check";

/** Enough that two draws hardly ever meet; made once, because seeding a generator for every text takes most of the time. */
const PHRASES = 512;
let phrases: readonly string[] | undefined;

/** Texts as people write them, the same in every run. */
function library(): readonly string[] {
  if (phrases !== undefined) return phrases;
  faker.seed(1);
  const kinds = [
    () => faker.hacker.phrase(),
    () => faker.company.catchPhrase(),
    () => faker.person.fullName(),
    () => faker.lorem.words(3),
  ];
  phrases = Array.from({ length: PHRASES }, (_none, index) => kinds[index % kinds.length]?.() ?? "");
  return phrases;
}

/** Text as people write it, cut or repeated to a length in characters; the same number gives the same text. */
export function proseOf(number: number, least: number, most: number): string {
  const all = library();
  const text = all[number % all.length] ?? "";
  if (text.length >= least && text.length <= most) return text;
  const characters = [...text.repeat(Math.max(1, Math.ceil(least / text.length)))];
  return characters.slice(0, most).join("");
}

export function proseArbitrary(least: number, most: number): fc.Arbitrary<string> {
  return fc.nat({ max: PHRASES - 1 }).map((number) => proseOf(number, least, most));
}
