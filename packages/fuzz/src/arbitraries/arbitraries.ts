/*
 * What is useful to whoever has fast-check and a JSON Schema and no server to test: an entry of its own, so that nothing
 * of HTTP or of this interface is loaded.
 */
export { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
export { type ArbitraryOptions, arbitraryOf } from "./arbitrary-of.ts";
