/** Applies `work` to `values`, `lanes` at a time, and passes on each result as soon as it is available. */
export async function inLanes(values, lanes, work, onResult = () => {}) {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < values.length; index = next++) onResult(await work(values[index]));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
