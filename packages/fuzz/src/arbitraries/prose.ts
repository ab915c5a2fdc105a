import { faker } from "@faker-js/faker/locale/en";
import fc from "fast-check";

/** Text as people write it, cut or repeated to a length in characters; the same seed gives the same text. */
export function proseOf(seed: number, least: number, most: number): string {
  faker.seed(seed);
  const kinds = [
    () => faker.hacker.phrase(),
    () => faker.company.catchPhrase(),
    () => faker.person.fullName(),
    () => faker.lorem.words(3),
  ];
  const text = faker.helpers.arrayElement(kinds)();
  const characters = [...text.repeat(Math.max(1, Math.ceil(least / text.length)))];
  return characters.slice(0, most).join("");
}

export function proseArbitrary(least: number, most: number): fc.Arbitrary<string> {
  return fc.nat().map((seed) => proseOf(seed, least, most));
}
