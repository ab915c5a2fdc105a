/*
 * What starts an emulator, for test runners that load CommonJS alone; matchers.cjs says why it is loaded like this.
 */
const { runInThisContext } = require("node:vm");

const { createRequire } = runInThisContext("process").getBuiltinModule("node:module");
module.exports = createRequire(__filename)("../dist/emulator/start-reference-process.js");
