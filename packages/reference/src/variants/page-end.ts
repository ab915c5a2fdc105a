import { parseQuery } from "../http/query.ts";
import { PLAIN, renderRefusal } from "../http/render.ts";
import { notFound } from "../refusal.ts";
import { fieldsOf } from "../rules/members.ts";
import type { Variant } from "./variant.ts";

/** A server without empty pages beyond the end of a list. */
export const onlyTheEnd: Variant = {
  id: "page-beyond-end-404",
  text: "A page beyond the last one is answered 404.",
  edge: (service) => async (request, serve) => {
    const answer = await serve(request);
    const [number] = parseQuery(request.query)?.get("pageNum") ?? [];
    if (number === undefined || number === "1" || answer.status !== 200) return answer;
    const body = fieldsOf(JSON.parse(answer.text ?? "null"));
    const results = body["results"] ?? fieldsOf(body["content"])["results"];
    return Array.isArray(results) && results.length === 0
      ? renderRefusal(service, undefined, PLAIN, notFound("PAGE_NOT_FOUND", "There is no such page."))
      : answer;
  },
};
