/** Carries out `work` over `values`, `lanes` at a time, and hands on each result as soon as it is there. */
export async function inLanes(values, lanes, work, onResult = () => {}) {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < values.length; index = next++) onResult(await work(values[index]));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
