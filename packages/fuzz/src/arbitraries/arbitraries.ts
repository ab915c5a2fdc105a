/*
 * A separate entry for users with fast-check and a JSON Schema but without a server to test. It loads nothing about
 * HTTP or this interface.
 */
export { UnsupportedKeywordError } from "../unsupported-keyword-error.ts";
export { type ArbitraryOptions, arbitraryOf } from "./arbitrary-of.ts";
