// What the cards of a run have to be while some mistakes are in a server.

/** The mistakes that a card may be the card of: those that the requirement in its title belongs to. */
export const ownersOf = ({ ids: [title] }, mistakes) => mistakes.filter(({ shows }) => shows.includes(title));

const listed = (names) => (names.length === 0 ? "none" : names.join(" "));

/** What is not as it should be, a line each: every mistake has its card, with its own evidence, and nothing else has one. */
export function faultsOf({ cards, summed, warned }, mistakes, server) {
  const foreign = cards.filter((card) => ownersOf(card, mistakes).length === 0);
  const others = warned.filter((id) => !server.warned.includes(id));
  return [
    ...mistakes.flatMap((mistake) => faultsOfMistake(mistake, cards, mistakes)),
    ...foreign.map(({ told }) => `expected no card for what is right, received ${told}`),
    ...(summed === cards.length ? [] : [`summary.md: expected ${cards.length} causes, received ${summed}`]),
    ...(others.length === 0 ? [] : [`warnings: expected ${listed(server.warned)}, received ${listed(warned)}`]),
  ];
}

/** What is known not to be so and is not so in these cards, a text each. */
export function knownIn(cards, mistakes) {
  const isThere = (other) => mistakes.some((one) => one.name === other);
  return mistakes.flatMap(({ name, shows, missed, split, shared, hidden, aside = {} }) => {
    const own = cards.filter((card) => ownersOf(card, [{ shows }]).length > 0);
    const isShared = shared !== undefined && own.some(({ ids }) => ids.some((id) => !shows.includes(id)));
    const texts = [
      missed,
      own.length > 1 ? split : undefined,
      isShared ? shared.why : undefined,
      isThere(hidden?.by) ? hidden.why : undefined,
      ...own.map(({ ids: [title] }) => aside[title]),
    ];
    return texts.filter((text) => text !== undefined).map((text) => `${name}: ${text}`);
  });
}

function faultsOfMistake({ name, shows, decides, missed, split, shared, hidden, aside = {} }, cards, mistakes) {
  const own = cards.filter((card) => ownersOf(card, [{ shows }]).length > 0);
  const isThere = (other) => mistakes.some((one) => one.name === other);
  const none = missed ?? (isThere(hidden?.by) ? hidden.why : undefined);
  if (none !== undefined)
    return own.map(({ told }) => `${name}: expected no card, as long as ${none}; received ${told}`);
  const others = mistakes.filter((other) => other.name === shared?.other).flatMap((other) => other.shows);
  const most = split === undefined ? 1 : 2;
  const isAsMany = own.length >= 1 && own.length <= most;
  return [
    ...(isAsMany ? [] : [`${name}: expected ${most === 1 ? "one card" : "one or two cards"}, received ${own.length}`]),
    ...own.flatMap(({ ids, shown, told }) => [
      ...(ids.every((id) => [...shows, ...others].includes(id))
        ? []
        : [`${name}: expected ${listed(shows)}, received ${listed(ids)}`]),
      ...(shown.some(decides) === !(ids[0] in aside)
        ? []
        : [`${name}: expected the exchange that shows it, received ${told}`]),
    ]),
  ];
}
