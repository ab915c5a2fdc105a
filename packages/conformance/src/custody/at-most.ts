/** Resolves when the work is over, or after this many milliseconds of real time; passes on an error of the work. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
