/** Records of a page; the allowed maximum. */
const PAGE = 500;

/** All records of a list, whichever page was requested. */
export async function everyPage(caller, path, accept, query) {
  query.set("itemsPerPage", String(PAGE));
  const all = [];
  for (let page = 1; ; page += 1) {
    query.set("pageNum", String(page));
    const { json } = await caller.send("GET", `${path}?${query}`, accept);
    const results = json?.results ?? [];
    all.push(...results);
    if (results.length < PAGE) return all;
  }
}
