import { COLOURS_STYLE } from "./style/colours.ts";
import { CONTENT_STYLE } from "./style/content.ts";
import { FRAME_STYLE } from "./style/frame.ts";
import { PRINT_STYLE } from "./style/print.ts";

/** The page's style sheet: system fonts, no images, light and dark by the reader's preference. */
export const STYLE = [COLOURS_STYLE, FRAME_STYLE, CONTENT_STYLE, PRINT_STYLE].join("");
