/** The next day that a calendar without leap years does not contain. */
export function nextLeapDay(): string {
  const year = new Date().getUTCFullYear() + 1;
  const leap = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((more) => year + more)
    .find((one) => new Date(Date.UTC(one, 1, 29)).getUTCMonth() === 1);
  return `${leap}-02-29T23:59:59Z`;
}
