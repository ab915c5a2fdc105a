import { main } from "../../cli/dist/index.js";

/* The program of a worker process: cleans up as it is told, again and again, and says what the program said. */

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
// Nobody is left to work for.
process.on("disconnect", () => process.exit());
