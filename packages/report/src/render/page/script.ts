import { CHECKS_SCRIPT } from "./script/checks.ts";
import { DOM_SCRIPT } from "./script/dom.ts";
import { EXCHANGES_SCRIPT } from "./script/exchanges.ts";
import { LOG_SCRIPT } from "./script/log.ts";
import { REQUIREMENTS_SCRIPT } from "./script/requirements.ts";
import { START_SCRIPT } from "./script/start.ts";

/**
 * The page's script, for browsers of 2023 and later. Kept as text in small modules, each a view: packages are built by
 * the compiler alone, which neither bundles nor copies. It writes with `textContent` only.
 */
export const SCRIPT = `"use strict";
(() => {
${[DOM_SCRIPT, EXCHANGES_SCRIPT, CHECKS_SCRIPT, REQUIREMENTS_SCRIPT, LOG_SCRIPT, START_SCRIPT].join("\n")}
})();
`;
