/*
 * The matchers for test runners that load CommonJS alone. Node's own require takes the modules of this package, but jest puts
 * one of its own in its place, in every module that it loads; outside of the context of a test there is still Node's.
 */
const { runInThisContext } = require("node:vm");

const { createRequire } = runInThisContext("process").getBuiltinModule("node:module");
module.exports = createRequire(__filename)("../dist/testing/matchers.js");
