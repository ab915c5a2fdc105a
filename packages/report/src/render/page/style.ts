import { COLOURS_STYLE } from "./style/colours.ts";
import { CONTENT_STYLE } from "./style/content.ts";
import { FRAME_STYLE } from "./style/frame.ts";
import { OUTCOME_STYLE } from "./style/outcome.ts";
import { PRINT_STYLE } from "./style/print.ts";
import { TABLES_STYLE } from "./style/tables.ts";

/** The page's style sheet: system fonts, no images, light and dark. */
export const STYLE = [COLOURS_STYLE, FRAME_STYLE, OUTCOME_STYLE, TABLES_STYLE, CONTENT_STYLE, PRINT_STYLE].join("");
