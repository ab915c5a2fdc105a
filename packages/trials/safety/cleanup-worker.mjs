import { main } from "../../cli/dist/index.js";

/* The program of a worker process: runs one cleanup after another, and returns the output of each. */

process.on("message", async ({ args, environment }) => {
  let text = "";
  const say = (piece) => {
    text += piece;
  };
  const terminal = { out: say, note: say, interactive: false, colour: false, width: 80, environment };
  try {
    process.send({ code: await main(["cleanup", ...args], terminal), text });
  } catch (error) {
    process.send({ code: "thrown", text: String(error?.stack ?? error) });
  }
});
// The parent has ended.
process.on("disconnect", () => process.exit());
