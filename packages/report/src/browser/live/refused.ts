import { announce, byId } from "../dom.ts";
import { showView } from "../views.ts";

/** Shows why the server refused a request, or hides the message (`undefined`). */
export async function showRefusal(words: string | undefined): Promise<void> {
  const place = byId("refused", HTMLElement);
  place.hidden = words === undefined;
  place.textContent = words ?? "";
  if (words === undefined) return;
  announce(words);
  await showView("now");
}
